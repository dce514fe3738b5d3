/** Builds dist: the script and the style of the inspector, which the server brings along. */
import { build } from 'esbuild';
import { rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));

rmSync(at('dist'), { recursive: true, force: true });
const { metafile } = await build({
  absWorkingDir: at('.'),
  entryPoints: [
    { in: 'src/main.tsx', out: 'inspector' },
    { in: 'src/style.css', out: 'inspector' },
  ],
  outdir: 'dist',
  bundle: true,
  minify: true,
  format: 'esm',
  target: 'es2022',
  jsx: 'automatic',
  jsxImportSource: 'preact',
  // From its sources, so that what it brings along is known by its own name and licence.
  alias: { '@understudy/client': at('../../packages/client/src/index.ts') },
  legalComments: 'none',
  metafile: true,
  logLevel: 'warning',
});
// For the licences of the server's package.
writeFileSync(at('dist/metafile.json'), JSON.stringify(metafile));
