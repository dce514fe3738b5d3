/** Builds dist: the command and the library, each with what it needs inlined. */
import { build } from 'esbuild';
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { buildForBrowsers } from './build-for-browsers.mjs';
import { copySwaggerUi } from './copy-swagger-ui.mjs';
import { leafImports } from './leaf-imports.mjs';
import { noSideEffects } from './no-side-effects.mjs';
import { oneStart } from './one-start.mjs';
import { refuseEager } from './refuse-eager.mjs';
import { refuseUnused } from './refuse-unused.mjs';
import manifest from '../package.json' with { type: 'json' };

const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));

rmSync(at('dist'), { recursive: true, force: true });
/** What both builds have in common. */
const shared = {
  absWorkingDir: at('.'),
  bundle: true,
  splitting: true,
  format: 'esm',
  // Modules first: the CommonJS variants of some packages cannot be bundled.
  mainFields: ['module', 'main'],
  // Names stay and lines stay short, so that a stack trace can be read.
  minifyWhitespace: true,
  minifySyntax: true,
  lineLimit: 160,
  chunkNames: 'chunks/[name]-[hash]',
  define: { 'process.env.NODE_ENV': '"production"' },
  legalComments: 'none',
  metafile: true,
  logLevel: 'warning',
};
const lean = noSideEffects(['trpc-openapi', 'trpc-to-openapi', 'zod-openapi']);
const unused = ['h3', 'co-body', 'openapi3-ts/oas31'];
const options = {
  ...shared,
  plugins: [lean, leafImports, refuseUnused(unused)],
  entryPoints: ['src/main.ts', 'src/index.ts', 'src/domain.ts', 'src/check.ts', 'src/config.ts', 'src/generate.ts'],
  outdir: 'dist',
  platform: 'node',
  target: 'node20',
  // The drivers of the stores stay outside: a store loads its own when it is chosen. So do packages that few need, or
  // that load parts of Node in a way that a module cannot.
  external: [...Object.keys(manifest.optionalDependencies), 'jiti', 'prom-client', 'rate-limiter-flexible'],
};
const { metafile } = await build(options);
/** What the command loads to serve, and what the library loads. */
const starts = [
  'src/main.ts',
  'src/command/run.ts',
  'src/command/read-command-line.ts',
  'src/command/config-file.ts',
  'src/command/serve.ts',
  'src/index.ts',
];
refuseEager(metafile, starts);
await oneStart({ options, metafile, starts });
const ofBrowsers = await buildForBrowsers({ ...shared, plugins: [lean] }, unused);
// For the licences, which are collected once the declarations are there too.
mkdirSync(at('.cache'), { recursive: true });
const inspector = (file) => at(`../inspector/dist/${file}`);
const ofInspector = JSON.parse(readFileSync(inspector('metafile.json'), 'utf8'));
const outputs = { ...metafile.outputs, ...ofBrowsers.outputs, ...ofInspector.outputs };
writeFileSync(at('.cache/metafile.json'), JSON.stringify({ outputs }));
copySwaggerUi(at('dist/assets'));
for (const file of ['inspector.js', 'inspector.css']) copyFileSync(inspector(file), at(`dist/assets/${file}`));
