// Playing on a page as a person does.

/** Waits until the page waits for a person; tells whether a move can be made. */
export async function myTurn(page) {
  await page.waitForFunction(() => document.querySelector("#board svg") && !document.querySelector("#table").hasAttribute("aria-busy"));
  return page.evaluate(() => Boolean(document.querySelector("#moves button:not([aria-disabled])")));
}

/** Looks at a part beside the table: list, line, review, pictures, setup. */
export const lookAt = (page, part) => page.locator(`#tab-${part}`).click();

/** Saves a file by a link of what is shared. */
export async function save(page, name) {
  await page.locator("#share").click();
  const [file] = await Promise.all([page.waitForEvent("download"), page.locator("#keep").getByRole("link", { name }).click()]);
  await page.keyboard.press("Escape");
  return file;
}

/** Begins a game by the dialog: who plays by the words on the button, the level by its name, sizes by their labels. */
export async function newGame(page, { side, level, sizes = {}, by = "Begin" } = {}) {
  await page.locator("#new").click();
  if (side) await page.getByRole("radio", { name: side }).check();
  if (level) await page.locator("#level").selectOption(level);
  for (const [label, value] of Object.entries(sizes)) await page.getByLabel(label, { exact: true }).fill(value);
  await page.getByRole("button", { name: by, exact: true }).click();
}

/** How many moves the address tells. The page is asked: what the test is told of its address may be old. */
export const made = (page) => page.evaluate(() => new URLSearchParams(location.search).getAll("move").length);

/** Waits until a move is made, or something is picked and no move is on its way; whether one is made. */
async function moved(page, before) {
  const gone = (n) => new URLSearchParams(location.search).getAll("move").length > n
    || (document.querySelectorAll("#board .picked").length > 0 && !document.querySelector("#table").hasAttribute("aria-busy"));
  await page.waitForFunction(gone, before);
  return await made(page) > before;
}

/** Clicks the middle of what may be a line without height, which `click` would not take for visible. */
async function touch(page, target) {
  await target.scrollIntoViewIfNeeded({ timeout: 500 }).catch(() => {});
  const { x, y, width, height } = await target.boundingBox();
  await page.mouse.click(x + width / 2, y + height / 2);
}

/** Makes a move by clicking parts of the table until one is meant, the `n`th open part first; in the list where the table has none. */
export async function click(page, n = 0) {
  const before = await made(page);
  const open = page.locator("#board .part.open");
  const parts = await open.count();
  const part = parts ? open.nth(n % parts) : page.locator("#moves button").first();
  const token = part.locator(".token.open").last();
  await touch(page, (await token.count()) ? token : part);
  for (let tries = 0; tries < 4 && !(await moved(page, before)); tries += 1) {
    const target = page.locator("#board .part.target").first();
    await ((await target.count()) && tries < 2 ? target : page.locator("#moves button").first()).click();
  }
}

/** Makes the first move of the table by keys alone: tab to the table, arrow on, enter; else in the list. */
export async function press(page, n = 0) {
  const before = await made(page);
  await page.locator("#board").focus();
  await page.keyboard.press("Tab");
  for (let step = 0; step < n; step += 1) await page.keyboard.press("ArrowRight");
  const onTable = await page.evaluate(() => Boolean(document.activeElement.closest("#board .part")));
  if (!onTable) await page.locator("#moves button").first().focus();
  await page.keyboard.press("Enter");
  for (let tries = 0; tries < 4 && !(await moved(page, before)); tries += 1) {
    await page.locator("#moves button").first().focus();
    await page.keyboard.press("Enter");
  }
}

/** Makes a move by its button. */
export async function choose(page, name) {
  const before = await made(page);
  if (!(await page.locator("#list").isVisible())) await lookAt(page, "list");
  await page.locator(`#moves button[data-move="${name}"]`).click();
  await moved(page, before);
}

/** Plays to the end with `hand`, at most `most` moves. */
export async function playOut(page, hand, most = 60) {
  let moves = 0;
  while (moves < most && (await myTurn(page))) {
    await hand(page, moves);
    moves += 1;
  }
  return page.locator("#status").textContent();
}
