/** Writes Markdown tables between the comments that pages keep for them. */

/**
 * @param {string[]} head
 * @param {string[][]} rows
 */
export function tableOf(head, rows) {
  const all = [head, ...rows];
  const widths = head.map((_, column) => Math.max(...all.map((row) => row[column].length)));
  const lines = all.map((row) => `| ${row.map((cell, column) => cell.padEnd(widths[column])).join(' | ')} |`);
  return [lines[0], `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...lines.slice(1)].join('\n');
}

/**
 * @param {string} text of the page
 * @param {string} name of the table
 * @param {string} table
 * @returns {string} the page with this table
 */
export function withTable(text, name, table) {
  const begin = `<!-- ${name}: npm run check:docs -- --write -->`;
  const end = `<!-- /${name} -->`;
  const from = text.indexOf(begin);
  const to = text.indexOf(end);
  if (from < 0 || to < from) throw new Error(`the page has no comments for its table of ${name}: ${begin} … ${end}`);
  return `${text.slice(0, from)}${begin}\n\n${table}\n\n${text.slice(to)}`;
}
