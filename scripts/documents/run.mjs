/**
 * `npm run test:documents`: serves documents of others, and asks for everything in them.
 *
 *     npm run test:documents                                          every document
 *     npm run test:documents -- --no-parsers                          without two other parsers: some 11 minutes
 *     npm run test:documents -- --sample                              the 300 of continuous integration
 *     npm run test:documents -- --server prism --limit 40             another server, by HTTP
 *     npm run test:documents -- --sample --any-ids                    with ids out of the blue, each with its record
 *     npm run test:documents -- petstore --json out.json              those whose name has a word
 *     npm run test:documents -- --sample --no-parsers --page          writes the table of docs/openapi.md
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { parse as parseYaml } from 'yaml';
import { tableOf, withTable } from '../../tooling/src/tables.mjs';
import { cache, documents, installed, sample } from './corpus.mjs';
import { hasForeign } from './operations.mjs';
import { askParsers } from './parsers.mjs';
import { printAnyIds, printDocument, printTotals, rowsOf, totalsOf } from './report.mjs';
import { inProcess, spawned } from './servers.mjs';
import { compareBytes, prepare, tryAnyIds, tryDocument } from './trial.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sample: { type: 'boolean', default: false },
    server: { type: 'string', default: 'understudy' },
    spawn: { type: 'boolean', default: false },
    limit: { type: 'string' },
    skip: { type: 'string' },
    operations: { type: 'string', default: '60' },
    pairs: { type: 'string', default: '15' },
    bytes: { type: 'string', default: '16000000' },
    json: { type: 'string' },
    flag: { type: 'string', multiple: true, default: [] },
    option: { type: 'string', multiple: true, default: [] },
    parsers: { type: 'boolean', default: true },
    'any-ids': { type: 'boolean', default: false },
    strict: { type: 'boolean', default: false },
    page: { type: 'boolean', default: false },
  },
  allowNegative: true,
});

const isAny = values['any-ids'];
const isOurs = values.server === 'understudy';
const options = {
  ...Object.fromEntries(values.option.map((one) => one.split('=')).map(([name, value]) => [name, JSON.parse(value)])),
  ...(isAny && { openapiIds: 'any' }),
};

/** Starts the server that is tried. */
const start = (file) =>
  isOurs && !values.spawn ? inProcess(file, options) : spawned(values.server, file, { flags: values.flag });

/** A document that is alone in its folder, so that it cannot read another one of the corpus. */
function alone(name, text) {
  const folder = join(cache, 'alone');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, name.replaceAll('/', '+'));
  writeFileSync(file, text);
  return file;
}

const parsers = askParsers();

async function tryOne(one) {
  const text = one.read();
  const result = { name: one.name, bytes: one.bytes };
  let root;
  try {
    root = one.name.endsWith('.json') ? JSON.parse(text) : parseYaml(text, { maxAliasCount: -1, logLevel: 'silent' });
  } catch (error) {
    return { ...result, unread: error.message.split('\n')[0] };
  }
  if (typeof root !== 'object' || root === null || (root.openapi ?? root.swagger) === undefined)
    return { ...result, unread: 'it is no OpenAPI document' };
  if (hasForeign(root)) result.hasForeign = true;
  result.version = String(root.openapi ?? root.swagger);
  result.parsers = values.parsers ? await parsers.about(one, text) : {};
  const prepared = prepare(root, { operations: Number(values.operations), pairs: Number(values.pairs) });
  Object.assign(result, { operations: prepared.all.length, pairs: prepared.allPairs });
  const file = alone(one.name, text);
  let server;
  try {
    server = await start(file);
  } catch (error) {
    return { ...result, notServed: error.message.slice(0, 500) };
  }
  result.startMs = Math.round(server.startMs);
  if (isAny) {
    const any = await tryAnyIds(prepared, server);
    await server.close();
    return { ...result, any };
  }
  const since = performance.now();
  const tried = await tryDocument(prepared, server);
  result.tryMs = Math.round(performance.now() - since);
  if (isOurs) result.verdicts = await verdicts(server, tried.documented);
  result.documented = tried.documented.size;
  result.memory = server.memory();
  await server.close();
  const second = await start(file);
  const others = await compareBytes(tried.bytes, second);
  await second.close();
  const { bytes, documented: _, ...rest } = tried;
  return {
    ...result,
    ...rest,
    gets: bytes.length,
    others,
    unreadable: Object.fromEntries(prepared.answers.unreadable),
  };
}

/** What the server says was off contract, though it was asked as the document has it. */
async function verdicts(server, documented) {
  const answer = await server
    .fetch({ method: 'GET', path: '/sandboxes/default/conduct?rule=off_contract&severity=error&per_page=50' })
    .catch(() => undefined);
  // A build without that rule judges nothing.
  if (answer?.status === 400) return undefined;
  if (answer?.status !== 200) throw new Error(`the verdicts cannot be read: ${answer?.status} ${answer?.body}`);
  const { data } = JSON.parse(answer.body.toString());
  const isDocumented = ({ pointer, requests }) =>
    requests.some((one) => documented.has(one) && !documented.get(one).has(pointer));
  return data.filter(isDocumented).map(({ detail, ...one }) => ({ detail, code: one.code, blames: one.blames }));
}

/** Writes what came out into the page about documents. */
function writePage(totals) {
  const page = fileURLToPath(new URL('../../docs/openapi.md', import.meta.url));
  const command = 'npm run test:documents -- --sample --no-parsers --page';
  const said = `Of ${totals.documents} documents, measured on ${new Date().toISOString().slice(0, 10)}:`;
  const table = `${said}\n\n${tableOf(['Of the sample', 'how many'], rowsOf(totals))}`;
  writeFileSync(page, withTable(readFileSync(page, 'utf8'), 'sample', { table, command }));
}

await installed('corpus');
if (!isOurs) await installed('peers');
const isNamed = ({ name }) => positionals.length === 0 || positionals.some((word) => name.includes(word));
const chosen = (values.sample ? sample() : documents())
  .filter(isNamed)
  .filter(({ bytes }) => bytes <= Number(values.bytes))
  .slice(
    Number(values.skip ?? 0),
    values.limit === undefined ? undefined : Number(values.skip ?? 0) + Number(values.limit),
  );
const results = [];
const save = () => {
  if (values.json === undefined) return;
  const said = { server: values.server, ...(!isAny && { totals: totalsOf(results) }), results };
  writeFileSync(values.json, `${JSON.stringify(said, null, 1)}\n`);
};
for (const one of chosen) {
  const result = await tryOne(one).catch((error) => ({
    name: one.name,
    bytes: one.bytes,
    broken: error.stack.slice(0, 800),
  }));
  results.push(result);
  printDocument(result);
  if (results.length % 20 === 0) save();
}
parsers.close();
save();
let isEnough;
if (isAny) isEnough = printAnyIds(results);
else {
  const totals = totalsOf(results);
  printTotals(totals);
  if (values.page) writePage(totals);
  ({ isEnough } = totals);
}
// Timers of requests that are waited for no longer.
process.exit(values.strict && !isEnough ? 1 : 0);
