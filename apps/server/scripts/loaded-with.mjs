/** What a built file loads at once, by the metafile of esbuild. */

/**
 * @param {import('esbuild').Metafile['outputs']} outputs the built files
 * @param {string} first one of them
 * @returns {string[]} the file, and those that are loaded with it
 */
export function loadedWith(outputs, first) {
  const found = new Set([first]);
  for (const file of found) {
    for (const { path, kind } of outputs[file].imports) {
      if (kind === 'import-statement' && path in outputs) found.add(path);
    }
  }
  return [...found];
}
