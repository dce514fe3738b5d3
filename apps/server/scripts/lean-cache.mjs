/** An esbuild plugin: leaves out the methods of lru-cache that nobody here calls, which no bundler can see of a class. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** The methods, as the lines that they begin with. */
const unused = [
  'static unsafeExposeInternals(c) {',
  'find(fn, getOptions = {}) {',
  'forEach(fn, thisp = this) {',
  'rforEach(fn, thisp = this) {',
  'purgeStale() {',
  'info(key) {',
  'dump() {',
  'load(arr) {',
  'fetch(k, fetchOptions = {}) {',
  'forceFetch(k, fetchOptions = {}) {',
  'memo(k, memoOptions = {}) {',
  '#memo(k, memoOptions = {}) {',
];

/** A method that others name and never reach. */
const UNREACHED = '#backgroundFetch(k, index, options, context) {';

/** The text without a method, or with another body; a method of a class ends at the first brace of its own indent. */
function without(text, method, body = '') {
  const begin = text.indexOf(`\n    ${method}\n`);
  const end = text.indexOf('\n    }\n', begin);
  // A new version may name it in another way.
  if (begin === -1 || end === -1) throw new Error(`lru-cache has no method ${method} to leave out of pages`);
  return text.slice(0, begin) + body + text.slice(end + '\n    }'.length);
}

/** @type {import('esbuild').Plugin} */
export const leanCache = {
  name: 'lean-cache',
  setup(build) {
    // The file that is not minified, so that its methods can be found; whoever bundles it minifies it.
    const path = require.resolve('lru-cache/raw').replace(/dist[\\/]commonjs[\\/](?:node[\\/])?/, 'dist/esm/browser/');
    build.onResolve({ filter: /^lru-cache$/ }, () => ({ path, sideEffects: false }));
    build.onLoad({ filter: /lru-cache[\\/]dist[\\/]esm[\\/]browser[\\/]index\.js$/ }, () => ({
      contents: unused.reduce(
        (text, method) => without(text, method),
        without(readFileSync(path, 'utf8'), UNREACHED, '\n    #backgroundFetch() {}'),
      ),
    }));
  },
};
