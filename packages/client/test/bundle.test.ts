/** What a bundler takes in with each entry of the built package: never zod, unless the answers are to be validated. */
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { expect, test } from 'vitest';
import manifest from '../package.json' with { type: 'json' };

const resolveDir = fileURLToPath(new URL('..', import.meta.url));

/** Bundles a program, and gives the packages that went into it and its size in bytes, minified and gzipped. */
async function bundled(program: string) {
  const { metafile, outputFiles } = await build({
    stdin: { contents: program, resolveDir },
    bundle: true,
    minify: true,
    format: 'esm',
    write: false,
    metafile: true,
  });
  const [output] = Object.values(metafile.outputs);
  const used = Object.entries(output?.inputs ?? {}).filter(([, { bytesInOutput }]) => bytesInOutput > 0);
  const packages = used.map(([path]) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1]);
  const outside = used.map(([path]) => path).filter((path) => !/^(<stdin>|dist\/)/.test(path));
  return {
    packages: new Set(packages.filter((name) => name !== undefined)),
    outside,
    size: gzipSync(outputFiles[0]?.contents ?? '').length,
  };
}

test.each([
  ["export * from '@understudy/client'", 21_200, ['ky']],
  ["export { isApiError } from '@understudy/client'", 1000, []],
  ["export * from '@understudy/client/testing'", 11_500, []],
  ["export { corsFetch } from '@understudy/client/testing'", 2000, []],
])('%s takes in nothing but this package and what it needs', async (program, limit, needed) => {
  const { packages, outside, size } = await bundled(program);
  expect([...packages]).toEqual(needed);
  expect(outside.filter((path) => !path.includes('/node_modules/ky/'))).toEqual([]);
  expect(size).toBeLessThan(limit);
});

test('the validator takes in zod, and so would be seen above', async () => {
  const { packages } = await bundled("export * from '@understudy/client/validate'");
  expect(packages).toContain('zod');
});

test('there is nothing to install but ky, and the peers, which are optional', () => {
  expect(Object.keys(manifest.dependencies)).toEqual(['ky']);
  const optional = Object.entries(manifest.peerDependenciesMeta).filter(([, meta]) => meta.optional);
  expect(optional.map(([name]) => name)).toEqual(Object.keys(manifest.peerDependencies));
});
