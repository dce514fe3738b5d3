/** Makes the table of options from `understudy --help`. */
import { tableOf } from './tables.mjs';

/** @param {string} help what `understudy --help` prints */
export function optionsTable(help) {
  const entries = [...help.matchAll(/^ {2}(--\S+)(?: (\S+))?\s+(\S.*) \[(\w+); default: (.*)\]$/gm)];
  if (entries.length === 0) throw new Error('the help names no options');
  const rows = entries.map(([, flag, placeholder, does, variable, fallback]) => [
    `\`${flag}${placeholder === undefined ? '' : ` ${placeholder.replaceAll('|', ', ')}`}\``,
    `\`${variable}\``,
    does,
    fallback,
  ]);
  return tableOf([['Flag', 'Variable', 'Does', 'Default'], ...rows]);
}
