/** Builds dist: the command and the library, each with what it needs inlined. */
import { build } from 'esbuild';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { copySwaggerUi } from './copy-swagger-ui.mjs';
import { englishOnly } from './english-only.mjs';
import { noSideEffects } from './no-side-effects.mjs';
import { plainSpread } from './plain-spread.mjs';
import { refuseUnused } from './refuse-unused.mjs';
import manifest from '../package.json' with { type: 'json' };

const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));

rmSync(at('dist'), { recursive: true, force: true });
const { metafile } = await build({
  absWorkingDir: at('.'),
  entryPoints: ['src/main.ts', 'src/index.ts', 'src/domain.ts', 'src/check.ts', 'src/generate.ts'],
  outdir: 'dist',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  // Modules first: the CommonJS variants of some packages cannot be bundled.
  mainFields: ['module', 'main'],
  target: 'node20',
  // Names stay and lines stay short, so that a stack trace can be read.
  minifyWhitespace: true,
  minifySyntax: true,
  lineLimit: 160,
  chunkNames: 'chunks/[name]-[hash]',
  define: { 'process.env.NODE_ENV': '"production"' },
  // The drivers of the stores stay outside: a store loads its own when it is chosen.
  external: [...Object.keys(manifest.optionalDependencies), 'jiti'],
  legalComments: 'none',
  metafile: true,
  plugins: [
    noSideEffects(['trpc-openapi', 'trpc-to-openapi', 'zod-openapi']),
    englishOnly,
    plainSpread,
    refuseUnused(['h3', 'co-body', 'openapi3-ts/oas31']),
  ],
  logLevel: 'warning',
});
// For the licences, which are collected once the declarations are there too.
mkdirSync(at('.cache'), { recursive: true });
writeFileSync(at('.cache/metafile.json'), JSON.stringify(metafile));
copySwaggerUi(at('dist/assets'));
