/** An esbuild plugin: packages that only define things, but do not say so, are left out where nothing of them is used. */

/**
 * @param {string[]} names packages whose modules do nothing when they are loaded
 * @returns {import('esbuild').Plugin} the plugin
 */
export function noSideEffects(names) {
  const isOne = (path) => names.some((name) => path === name || path.includes(`/node_modules/${name}/`));
  return {
    name: 'no-side-effects',
    setup(build) {
      build.onResolve({ filter: /.*/ }, async ({ path, importer, resolveDir, kind, pluginData }) => {
        if (pluginData === 'resolving' || !(isOne(path) || isOne(importer.replaceAll('\\', '/')))) return undefined;
        const resolved = await build.resolve(path, { importer, resolveDir, kind, pluginData: 'resolving' });
        return { ...resolved, sideEffects: false };
      });
    },
  };
}
