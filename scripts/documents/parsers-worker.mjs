/** Asks two parsers of others whether they accept a document: one file a line on standard input, one verdict a line back. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { cache } from './corpus.mjs';

const require = createRequire(join(cache, 'corpus', 'package.json'));
const load = (name) => import(pathToFileURL(require.resolve(name)).href);
const readme = await load('@readme/openapi-parser');
const scalar = await import(
  pathToFileURL(join(cache, 'corpus/node_modules/@scalar/openapi-parser/dist/index.js')).href
);

const firstLine = (text) => String(text).split('\n')[0].slice(0, 200);

/** Each gives `undefined` where it accepts the document, else its first complaint. */
const PARSERS = {
  readme: async (file) => {
    const { valid, errors } = await readme.validate(file, { resolve: { external: false } });
    return valid ? undefined : firstLine(errors?.[0]?.message ?? 'not valid');
  },
  scalar: async (file) => {
    const { valid, errors } = await scalar.validate(readFileSync(file, 'utf8'));
    return valid ? undefined : firstLine(errors?.[0]?.message ?? 'not valid');
  },
};

for await (const file of createInterface({ input: process.stdin })) {
  const verdict = {};
  for (const [name, parse] of Object.entries(PARSERS))
    verdict[name] = (await parse(file).catch((error) => firstLine(error.message))) ?? null;
  process.stdout.write(`${JSON.stringify(verdict)}\n`);
}
