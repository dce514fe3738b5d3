/** Writes the JSON Schemas of the configuration file and of fault files, from the options and the contract: editors complete both by them. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { faultRules } from '@understudy/contract/sandboxes';
import { build } from 'esbuild';
import { z } from 'zod';

const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));

/** The options of `understudy serve`, which are the fields of the file. */
async function optionsOfServe() {
  mkdirSync(at('.cache'), { recursive: true });
  const folder = mkdtempSync(at('.cache/schemas-'));
  const outfile = join(folder, 'plan.mjs');
  try {
    await build({
      absWorkingDir: at('.'),
      entryPoints: ['src/command/serving/plan.ts'],
      outfile,
      bundle: true,
      format: 'esm',
      platform: 'node',
      target: 'node20',
      packages: 'external',
      logLevel: 'warning',
    });
    const { options } = await import(pathToFileURL(outfile).href);
    return options();
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** What a value of each type of JSON is tried with. */
const PROBES = { boolean: true, number: 1, object: {}, array: [] };

/** The types that an option takes; each may be written as the text that its flag takes. */
function formsOf({ choices, read, fallback }) {
  const probes = { ...PROBES, number: typeof fallback === 'number' ? fallback : 1 };
  const types = Object.keys(probes).filter((type) => takes(read, probes[type]));
  if (!types.includes('array')) return choices === undefined ? { type: ['string', ...types] } : { enum: choices };
  const item = takes(read, [{}]) ? { type: ['string', 'object'] } : { type: 'string' };
  return { type: ['string', ...types], items: choices === undefined ? item : { enum: choices } };
}

function takes(read, value) {
  try {
    read(value);
    return true;
  } catch {
    return false;
  }
}

function fieldOf(described) {
  const { help, fallback, shown, isSecret } = described;
  const isPlain = ['boolean', 'number', 'string'].includes(typeof fallback) && isSecret !== true;
  return {
    description: shown === undefined ? help : `${help} Default: ${shown}.`,
    ...formsOf(described),
    ...(isPlain ? { default: fallback } : {}),
  };
}

const rules = z.toJSONSchema(faultRules, { io: 'input', unrepresentable: 'any', target: 'draft-7' });
const { $schema: dialect, definitions, ...ruleList } = rules;

function configSchema(options) {
  const fields = Object.entries(options).filter(([, { variable, isField }]) => variable && isField !== false);
  const properties = Object.fromEntries(fields.map(([field, described]) => [field, fieldOf(described)]));
  const { description } = properties.faults;
  return {
    $schema: dialect,
    title: 'understudy.config.json',
    description: 'The options of understudy serve. Paths are relative to the folder of the file.',
    type: 'object',
    properties: {
      $schema: { type: 'string' },
      ...properties,
      faults: { description, anyOf: [{ type: 'string' }, { $ref: '#/definitions/Faults' }] },
    },
    additionalProperties: false,
    definitions: { ...definitions, ...faultForms() },
  };
}

/** The two forms of a fault file. */
const faultForms = () => ({
  Rules: ruleList,
  Faults: {
    anyOf: [
      { $ref: '#/definitions/Rules' },
      {
        type: 'object',
        properties: { $schema: { type: 'string' }, rules: { $ref: '#/definitions/Rules' } },
        required: ['rules'],
        additionalProperties: false,
      },
    ],
  },
});

const faultsSchema = {
  $schema: dialect,
  title: 'Fault rules',
  description: 'Rules that make requests fail, for --faults and understudy faults set.',
  $ref: '#/definitions/Faults',
  definitions: { ...definitions, ...faultForms() },
};

mkdirSync(at('dist/schemas'), { recursive: true });
for (const [name, schema] of [
  ['config', configSchema(await optionsOfServe())],
  ['faults', faultsSchema],
]) {
  writeFileSync(at(`dist/schemas/${name}.json`), `${JSON.stringify(schema, undefined, 2)}\n`);
}
