/** Prints a doc comment: on one line where it fits, else on several. */

/** Longest line of generated code. */
export const WIDTH = 120;

/** What stands before a comment, and the tags after its text. */
export interface CommentForm {
  readonly indent?: string;
  readonly tags?: readonly string[];
}

/** The comment with its line break; nothing where there is nothing to say. Paragraphs are separated by an empty line. */
export function printComment(text: string, { indent = '', tags = [] }: CommentForm = {}): string {
  const [safe = '', ...safeTags] = [text.trim(), ...tags].map((part) => part.replaceAll('*/', '* /'));
  const all = [safe, ...safeTags].filter(Boolean);
  if (all.length === 0) return '';
  const line = `${indent}/** ${all.join(' ')} */`;
  if (line.length <= WIDTH && !line.includes('\n')) return `${line}\n`;
  const paragraphs = safe.split(/\n\s*\n/).filter(Boolean);
  const blocks = paragraphs.map((paragraph) => wrap(paragraph.replaceAll('\n', ' '), WIDTH - indent.length - 3));
  // Tags hold code, which stands as it is.
  if (safeTags.length > 0) blocks.push(safeTags.join('\n').split('\n'));
  const lines = blocks.flatMap((block, index) => (index > 0 ? ['', ...block] : block));
  const body = lines.map((row) => `${indent} * ${row}`.trimEnd()).join('\n');
  return `${indent}/**\n${body}\n${indent} */\n`;
}

function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else {
      line = line === '' ? word : `${line} ${word}`;
    }
  }
  return [...lines, line];
}
