/** Makes the table of domains from the built contract. */
import { tableOf } from './tables.mjs';

/** @returns {Promise<string>} the table */
export async function domainsTable() {
  // Imported late: before the build there may be none.
  const { contract, domainDescriptions } = await import('../../packages/contract/dist/index.js');
  const rows = Object.entries(contract).map(([name, operations]) => {
    const paths = Object.values(operations).map(({ path }) => path);
    return [name, `\`${commonFolder(paths)}\``, String(paths.length), firstSentence(domainDescriptions[name])];
  });
  return tableOf([['Domain', 'Below', 'Operations', 'Is about'], ...rows]);
}

const firstSentence = (text) => text.replace(/\. .*$/s, '.');

function commonFolder([first, ...others]) {
  const parts = first.split('/');
  const isShared = (length) =>
    others.every((path) => path.split('/').slice(0, length).join('/') === parts.slice(0, length).join('/'));
  const length = parts.findLastIndex((_, index) => isShared(index + 1)) + 1;
  return parts.slice(0, length).join('/');
}
