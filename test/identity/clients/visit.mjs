/** What a person does with an app: goes to one of its addresses, and reads what it shows in the end. */

/** What stands on a page that an app or the server has answered as JSON. */
const SHOWN = 'pre';

/**
 * Goes to an address of an app, over whatever pages it leads, and reads what the app shows.
 *
 * @param {import('../../../tooling/src/chromium/index.mjs').Page} page
 * @param {string} address
 * @returns {Promise<Record<string, any>>}
 * @throws Error where the app shows a fault, or the browser ends elsewhere
 */
export async function visit(page, address) {
  await page.goto(address);
  const text = await page.locator(SHOWN).first().innerText();
  const ended = new URL(page.url());
  const where = `at ${ended.origin}${ended.pathname}`;
  if (ended.origin !== new URL(address).origin) throw new Error(`the browser ended ${where}, which shows ${text}`);
  const { error, cause, ...shown } = JSON.parse(text);
  if (error !== undefined) throw new Error(`${error} ${cause ?? ''}`.trim());
  return shown;
}
