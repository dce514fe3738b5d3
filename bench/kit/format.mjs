/** Writes numbers and tables for people. */

/** A whole number with thousands separated. */
export const whole = (value) => Math.round(value).toLocaleString('en-US');

/** A share or ratio. */
export const ratio = (value) => value.toFixed(2);

/** Milliseconds. */
export const ms = (value) => value.toFixed(value < 100 ? 1 : 0);

/** Bytes as MB (10⁶). */
export const megabytes = (value) => (value / 1e6).toFixed(1);

/** A spread as `least–most`. */
export const range = ({ min, max }, write) => `${write(min)}–${write(max)}`;

/** A table: the first column to the left, the others to the right. */
export function table(columns, rows) {
  const cells = [columns, ...rows].map((row) => row.map((cell) => String(cell ?? '–')));
  // A row that is cut short says why: its last cell runs over the columns that it leaves out.
  const isNote = (row, index) => row.length < columns.length && index === row.length - 1;
  const width = (index) => Math.max(...cells.map((row) => (isNote(row, index) ? 0 : (row[index]?.length ?? 0))));
  const widths = columns.map((_, index) => width(index));
  const lines = cells.map((row) => {
    const shown = row.map((cell, index) => {
      if (isNote(row, index)) return cell;
      return index === 0 ? cell.padEnd(widths[0]) : cell.padStart(widths[index]);
    });
    return `  ${shown.join('  ')}`.trimEnd();
  });
  const rule = `  ${widths.map((columnWidth) => '─'.repeat(columnWidth)).join('  ')}`;
  return [lines[0], rule, ...lines.slice(1)].join('\n');
}
