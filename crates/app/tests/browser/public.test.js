// A public server: no rules of others are evaluated, and the page says so.

import assert from "node:assert/strict";
import { test } from "node:test";
import { onServer, serve, site, visit } from "./site.js";

serve("--public");

test("on a public server the page of rules says that none are evaluated", onServer, () => visit("/rules", async (page) => {
  await page.waitForSelector("#error:not([hidden])");
  assert.match(await page.locator("#error").textContent(), /rule files are not evaluated here/);
  assert.ok(await page.locator("#gallery").isHidden());
  assert.equal(await page.locator("#play").getAttribute("aria-disabled"), "true");
}));

test("a public server makes no tables", onServer, async () => {
  assert.deepEqual(await (await fetch(`${site.base}/api/tabulate`)).json(), { makes: false, busy: false });
  const refused = await fetch(`${site.base}/api/tabulate`, { method: "POST", body: new URLSearchParams({ game: "krk" }) });
  assert.equal(refused.status, 403);
});
