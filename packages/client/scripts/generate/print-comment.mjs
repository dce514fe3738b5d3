/** Prints a doc comment: on one line where it fits, else on several. */

const WIDTH = 120;

/**
 * @param {string} text what it says; paragraphs are separated by an empty line
 * @param {{ indent?: string, tags?: string[] }} position what stands before it, and the tags after the text
 * @returns {string} the comment with its line break; nothing where there is nothing to say
 */
export function printComment(text, { indent = '', tags = [] } = {}) {
  const safe = text.trim().replaceAll('*/', '* /');
  const all = [safe, ...tags].filter(Boolean);
  if (all.length === 0) return '';
  const line = `${indent}/** ${all.join(' ')} */`;
  if (line.length <= WIDTH && !line.includes('\n')) return `${line}\n`;
  const paragraphs = safe.split(/\n\s*\n/).filter(Boolean);
  const blocks = paragraphs.map((paragraph) => wrap(paragraph.replaceAll('\n', ' '), WIDTH - indent.length - 3));
  // Tags hold code, which stands as it is.
  if (tags.length > 0) blocks.push(tags.join('\n').split('\n'));
  const lines = blocks.flatMap((block, index) => (index > 0 ? ['', ...block] : block));
  const body = lines.map((row) => `${indent} * ${row}`.trimEnd()).join('\n');
  return `${indent}/**\n${body}\n${indent} */\n`;
}

function wrap(text, width) {
  const lines = [''];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last && last.length + 1 + word.length > width) lines.push(word);
    else lines[lines.length - 1] = last ? `${last} ${word}` : word;
  }
  return lines;
}
