/** Markdown tables between the comments that pages keep for them. */

/** What writes a table anew where its comment names nothing else. */
const CHECK_DOCS = 'npm run check:docs -- --write';

/**
 * @param {readonly string[]} head
 * @param {readonly (readonly string[])[]} rows
 */
export function tableOf(head, rows) {
  const all = [head, ...rows];
  const widths = head.map((_, column) => Math.max(...all.map((row) => (row[column] ?? '').length)));
  const lines = all.map((row) => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`);
  return [lines[0], `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...lines.slice(1)].join('\n');
}

/**
 * Where the comments of a table are.
 *
 * @param {string} text of the page
 * @param {string} name of the table
 * @param {string} command what writes it anew
 */
function commentsOf(text, name, command) {
  const begin = `<!-- ${name}: ${command} -->`;
  const from = text.indexOf(begin);
  const to = text.indexOf(`<!-- /${name} -->`);
  if (from < 0 || to < from) throw new Error(`the page has no comments for its table of ${name}: ${begin} …`);
  return { from: from + begin.length, to };
}

/**
 * @param {string} text of the page
 * @param {string} name of the table
 * @param {{ table: string, command?: string }} options the table, and what writes it anew
 * @returns {string} the page with this table
 */
export function withTable(text, name, { table, command = CHECK_DOCS }) {
  const { from, to } = commentsOf(text, name, command);
  return `${text.slice(0, from)}\n\n${table}\n\n${text.slice(to)}`;
}

/**
 * @param {string} text of the page
 * @param {string} name of the table
 * @param {string} command what writes it anew
 * @returns {string[][]} the cells of each row, without its head
 */
export function rowsIn(text, name, command) {
  const { from, to } = commentsOf(text, name, command);
  const lines = text.slice(from, to).trim().split('\n').slice(2);
  return lines.map((line) => line.split(' | ').map((cell) => cell.replace(/^\| | \|$/g, '').trim()));
}
