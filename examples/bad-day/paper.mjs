/** Prints headings, and rows in columns. */

/** @param {string} text */
export function heading(text) {
  console.log(`\n${text}\n${'─'.repeat(text.length)}`);
}

/** @param {readonly (readonly (string | number)[])[]} rows */
export function table(rows) {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => String(row[column]).length)));
  for (const row of rows) {
    const cells = row.map((cell, column) =>
      typeof cell === 'number' ? String(cell).padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0),
    );
    console.log(`  ${cells.join('  ')}`.trimEnd());
  }
}
