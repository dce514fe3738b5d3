/**
 * An esbuild plugin: the control API and the webhooks are in every bundle for browsers, where no document describes them.
 * So they are built in without the descriptions and examples of their schemas; those of other domains are left alone,
 * since a page may use them itself.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../../../packages/contract/dist/', import.meta.url));

/** Part of the package that is built in, and what it shares with all others. */
const OWN = /^@understudy\/contract\/(?<name>sandboxes|webhooks)$/;
const KIT = /^\.\.\/kit\/[\w-]+\.js$/;

/** What the kit does not export, or describes for the documents of other domains alone. */
const INNER = new Set(['../kit/comma-list.js', '../kit/client-metadata.js']);
const BUILT_IN = /[\\/]contract[\\/]dist[\\/](?:(?:sandboxes|webhooks)[\\/][\w-]+|kit[\\/]client-metadata)\.js$/;

/** As the compiler writes them: a text on a line of its own, and a list that ends on its line. */
const description = /(?<=\bdescription: )(?:'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`)/g;
const examples = /^\s*examples: \[.*\],?\n/gm;

/** A description that is given to a function: a sentence, which no other text of several words is here. */
const sentence = /(?<=[(,]\s*)'[A-Z\d`](?:[^'\\\n]|\\.)* (?:[^'\\\n]|\\.)*'(?=,?\s*\)|, )/g;

/** What is left of what says nothing else of a schema. */
const undescribed = /\s*\.meta\(\{\s*description: '-',?\s*\}\)/g;

/** A module without what nobody reads in a page. An operation must be described, but a schema need not. */
const lean = (text) =>
  text.replaceAll(description, "'-'").replaceAll(sentence, "'-'").replaceAll(examples, '').replaceAll(undescribed, '');

/** @type {import('esbuild').Plugin} */
export const leanControlApi = {
  name: 'lean-control-api',
  setup(build) {
    build.onResolve({ filter: OWN }, ({ path }) => ({
      path: `${folder}${OWN.exec(path).groups.name}/index.js`,
      sideEffects: false,
    }));
    build.onResolve({ filter: KIT }, ({ path, importer }) =>
      BUILT_IN.test(importer) && !INNER.has(path) ? { path: '@understudy/contract/kit', external: true } : undefined,
    );
    build.onLoad({ filter: BUILT_IN }, ({ path }) => ({ contents: lean(readFileSync(path, 'utf8')) }));
  },
};
