/** Builds dist: one file per public entry, with eventsource-parser inlined, for any platform that has fetch. */
import { build } from 'esbuild';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import manifest from '../package.json' with { type: 'json' };

const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));

// `exports` names the public entries once: ./dist/x.js is built from src/x.ts.
const entryPoints = Object.values(manifest.exports)
  .filter((entry) => typeof entry === 'object')
  .map(({ default: file }) => file.replace('./dist/', 'src/').replace(/\.js$/, '.ts'));

rmSync(at('dist'), { recursive: true, force: true });
const { metafile } = await build({
  absWorkingDir: at('.'),
  // The client in a file of its own: who imports no more than a small part of the package can leave it out.
  entryPoints: [...entryPoints, 'src/client.ts'],
  outdir: 'dist',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'neutral',
  mainFields: ['module', 'main'],
  target: 'es2022',
  chunkNames: 'chunks/[name]-[hash]',
  external: Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies }),
  legalComments: 'none',
  metafile: true,
  logLevel: 'warning',
});
// It only parts the chunks: no entry leads to the file itself.
rmSync(at('dist/client.js'));
// For the licences, which are collected once the declarations are there too.
mkdirSync(at('.cache'), { recursive: true });
writeFileSync(at('.cache/metafile.json'), JSON.stringify(metafile));
