/** Globs of the tests of each part; a part is named as its source, below src and without extension. */
export const parts: Readonly<Record<string, string[]>>;
