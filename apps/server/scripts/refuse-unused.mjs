/** An esbuild plugin: packages that are imported but never called become stubs that throw. */

/**
 * @param {string[]} names packages to leave out of the bundle
 * @returns {import('esbuild').Plugin} the plugin
 */
export function refuseUnused(names) {
  const filter = new RegExp(`^(${names.join('|')})$`);
  return {
    name: 'refuse-unused',
    setup(build) {
      build.onResolve({ filter }, ({ path }) => ({ path, namespace: 'refused' }));
      // CommonJS, so that any imported name exists and throws when called.
      build.onLoad({ filter: /.*/, namespace: 'refused' }, ({ path }) => ({
        contents: `module.exports = new Proxy(refuse, { get: (_, name) => name === '__esModule' ? false : refuse })
          function refuse() { throw new Error('${path} is not part of this bundle') }`,
        loader: 'js',
      }));
    },
  };
}
