/** Breaks text into lines of a terminal. */

/** Columns that every terminal has. */
export const COLUMNS = 80;

/** Breaks a text at its spaces; a word that is longer than a line has one of its own. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && longer.length > width) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return [...lines, line];
}
