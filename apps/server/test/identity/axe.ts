/** Holds a page in a browser against the rules of axe-core. */
import axe from 'axe-core';
import type { Page } from 'playwright-core';

/** What axe-core finds wrong with a page, by rule and element. */
export async function findings(page: Page): Promise<string[]> {
  // Its scripts are those of the debugger, which no policy of a page holds. They take long, and stay with the document.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  return page.evaluate(async () => {
    const { violations } = await (globalThis as unknown as { axe: typeof axe }).axe.run();
    return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
  });
}
