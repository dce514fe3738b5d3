/** Builds dist/web: the library for browsers, a file for each module, so that a bundler takes what is used and no more. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import manifest from '../package.json' with { type: 'json' };
import { leanControlApi } from './lean-control-api.mjs';
import { refuseUnused } from './refuse-unused.mjs';
import { versionOnly } from './version-only.mjs';
import { withoutHelp } from './without-help.mjs';
import { zodAsNamespace } from './zod-as-namespace.mjs';

/** What users import. */
const entries = ['src/browser.ts', 'src/browser/whole.ts', 'src/domain.ts', 'src/msw.ts'];

/**
 * @param {import('esbuild').BuildOptions} shared what it has in common with the build for Node
 * @param {string[]} unused packages that are imported but never called
 * @returns {Promise<import('esbuild').Metafile>} what was built of what
 */
export async function buildForBrowsers({ plugins = [], ...shared }, unused) {
  const options = {
    ...shared,
    platform: 'browser',
    target: 'es2023',
    // A domain of one's own imports them too, and a bundle is to have them once.
    external: [...Object.keys(manifest.dependencies), ...Object.keys(manifest.peerDependencies)],
    alias: { 'zod/v4': './scripts/zod-of-adapter.mjs', 'zod/v4/core': 'zod/v4/core' },
    // Of Node's requests the adapter is given none, and the CSV library none of its streams.
    plugins: [
      ...plugins,
      refuseUnused([...unused, '@trpc/server/adapters/node-http', 'stream']),
      // It comes first: of two plugins that load a file, the first one does.
      withoutHelp,
      leanControlApi,
      zodAsNamespace,
      versionOnly,
    ],
  };
  const { metafile } = await build({ ...options, entryPoints: entries, outdir: 'dist/web', write: false });
  // An entry shares its file with no other module: of those that are in one file a bundler takes all or none.
  const modules = Object.keys(metafile.inputs).filter((path) => /^src\/.*\.ts$/.test(path));
  const built = await build({ ...options, entryPoints: modules, outbase: 'src', outdir: 'dist/web' });
  const { outputs } = built.metafile;
  const later = Object.values(outputs).flatMap(({ imports }) =>
    imports.filter(({ kind }) => kind === 'dynamic-import'),
  );
  const reached = new Set(later.map(({ path }) => path));
  // What is in a file of its own is reached by that; by its entry only where users import it, or where it is loaded later.
  for (const [output, { entryPoint = '' }] of Object.entries(outputs)) {
    if (entryPoint === '' || entries.includes(entryPoint) || reached.has(output)) continue;
    rmSync(join(options.absWorkingDir, output));
  }
  return built.metafile;
}
