/** Writes Markdown tables into the places that pages keep for them. */

/** @param {string[][]} rows the head first */
export function tableOf(rows) {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  const [head, ...body] = rows.map(
    (row) => `| ${row.map((cell, column) => cell.padEnd(widths[column])).join(' | ')} |`,
  );
  return [head, `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...body].join('\n');
}

/**
 * @param {string} text of the page
 * @param {string} name of the place
 * @param {string} table
 * @returns {string} the page with this table
 */
export function withTable(text, name, table) {
  const begin = `<!-- ${name}: npm run check:docs -- --write -->`;
  const end = `<!-- /${name} -->`;
  const from = text.indexOf(begin);
  const to = text.indexOf(end);
  if (from < 0 || to < from) throw new Error(`the page has no place for its ${name}: ${begin} … ${end}`);
  return `${text.slice(0, from)}${begin}\n\n${table}\n\n${text.slice(to)}`;
}
