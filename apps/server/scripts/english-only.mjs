/** An esbuild plugin: of zod's forty languages only English is bundled, which is a third less to read at start. */
import { dirname } from 'node:path';

/** @type {import('esbuild').Plugin} */
export const englishOnly = {
  name: 'english-only',
  setup(build) {
    build.onLoad({ filter: /zod[\\/]v4[\\/]locales[\\/]index\.js$/ }, ({ path }) => ({
      contents: "export { default as en } from './en.js'",
      resolveDir: dirname(path),
    }));
  },
};
