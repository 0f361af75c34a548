// A public server: no rules of others are evaluated, and the page says so.

import assert from "node:assert/strict";
import { test } from "node:test";
import { serve, visit } from "./site.js";

serve("--public");

test("on a public server the page of rules says that none are evaluated", () => visit("/rules", async (page) => {
  await page.waitForSelector("#error:not([hidden])");
  assert.match(await page.locator("#error").textContent(), /rule files are not evaluated here/);
  assert.ok(await page.locator("#gallery").isHidden());
  assert.equal(await page.locator("#play").getAttribute("aria-disabled"), "true");
}));
