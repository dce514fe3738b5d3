/** Finds the tags in the text of a post. */

/** A word of letters, digits and underscores behind a #, with a letter in it: `#1` is no tag. */
const TAG = /#(?=[\p{N}_]*\p{L})([\p{L}\p{N}_]+)/gu;

/** The `#words` of a text, in lower case, each once. */
export function tagsIn(text: string): string[] {
  return [...new Set(Array.from(text.matchAll(TAG), ([, word = '']) => word.toLowerCase()))];
}
