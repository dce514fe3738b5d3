/** What a person does with an app: goes to one of its addresses, and reads what it shows in the end. */

/** What the server asks of whoever is sent to log out without an ID token. */
const QUESTION = { name: 'Log out', exact: true };

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
  const shown = page.locator(SHOWN).first();
  const yes = page.getByRole('button', QUESTION);
  await shown.or(yes).first().waitFor();
  if (await yes.isVisible()) await yes.click();
  const text = await shown.innerText();
  const ended = new URL(page.url());
  const where = `at ${ended.origin}${ended.pathname}`;
  if (ended.origin !== new URL(address).origin) throw new Error(`the browser ended ${where}, which shows ${text}`);
  const { error, cause, ...rest } = JSON.parse(text);
  if (error !== undefined) throw new Error(`${error} ${cause ?? ''}`.trim());
  return rest;
}
