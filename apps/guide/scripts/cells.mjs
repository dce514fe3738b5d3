/** Which blocks of a page are live, and whether each answers as the page says. */

/** What the server in a page has: the API and what controls it, but none of the pages, and no judge of its clients. */
const SERVED = /^http:\/\/[^/]+\/(?!sandboxes\/[^/]+\/conduct)(?:api|sandboxes|trpc|\.well-known)\//;

const isShell = ({ type, lang }) => type === 'code' && /^(?:sh|bash)$/.test(lang ?? '');

/** Whether something else on a page than its cells acts on its server, or starts it: what its cells need may not be there. */
const hasOthers = ({ tokens }) =>
  tokens.some(
    ({ type, lang, text }) =>
      type === 'code' && (lang === 'sh' ? !text.includes('curl ') : !/^(?:json|http|text)\b/.test(lang ?? '')),
  );

/**
 * A block is live if it holds curl commands that a page can send to the server in it, and nothing else.
 *
 * @param {import('./pages.mjs').Page} page
 * @returns {Set<object>}
 */
export function liveCells({ tokens }, readCommands) {
  const isLive = ({ text }) => {
    try {
      return readCommands(text).every(({ url }) => SERVED.test(url));
    } catch (error) {
      if (error.name === 'CellError') return false;
      throw error;
    }
  };
  return new Set(tokens.filter((block) => isShell(block) && isLive(block)));
}

/**
 * Runs the cells of a page in their order.
 *
 * @param {import('./pages.mjs').Page} page
 * @param {Set<object>} cells those that need others on the page are taken out
 * @returns {Promise<string[]>} what is wrong
 */
export async function deadCells(page, cells, runner) {
  const faults = [];
  for (const cell of cells) {
    const wrong = [];
    for await (const { command, status, title } of runner.run(cell.text)) {
      const isExpected = command.status === undefined ? status >= 200 && status < 300 : status === command.status;
      if (!isExpected) wrong.push(`${page.path}: ${title} came from\n  ${command.text}`);
    }
    if (wrong.length > 0 && hasOthers(page)) cells.delete(cell);
    else faults.push(...wrong);
  }
  return faults;
}
