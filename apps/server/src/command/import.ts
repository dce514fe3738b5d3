/** `understudy import`: makes a document and fault rules of the files of other mock servers, and says what it left out. */
import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { MAX_RULES } from '@understudy/contract/sandboxes';
import { DataFault } from '../data/given-value.js';
import { readJson } from '../data/json-file.js';
import { option } from '../options/option.js';
import { OptionError, readOptions } from '../options/options.js';
import { text } from '../options/parse.js';
import { type Command, Failure } from './commands.js';
import { readHar } from './import/har.js';
import { readMockoon } from './import/mockoon.js';
import { readPostman } from './import/postman.js';
import type { Imported, Left, Stub } from './import/stub.js';
import { readWiremock } from './import/wiremock.js';
import { memberOf } from './remote-server.js';
import { plain, writeWhole } from './terminal.js';

const readers: Readonly<Record<string, (json: unknown) => Imported>> = {
  wiremock: readWiremock,
  mockoon: readMockoon,
  postman: readPostman,
  har: readHar,
};

const options = {
  out: option<string>({
    flag: 'out',
    placeholder: 'NAME',
    help: 'What the two files are called: NAME.openapi.json and NAME.faults.json.',
    fallback: 'imported',
    read: text,
  }),
};

/** The rules of a stub: what delays an answer stands beside it. */
function rulesOf({ method, path, query = {}, header = {}, answer, fault, when }: Stub): readonly object[] {
  const matched = {
    ...(method === undefined ? {} : { method }),
    path,
    ...(Object.keys(query).length === 0 ? {} : { query }),
    ...(Object.keys(header).length === 0 ? {} : { header }),
  };
  return [fault, answer].flatMap((effect) =>
    effect === undefined
      ? []
      : [{ when: matched, ...when, ...(typeof effect === 'string' ? { fault: effect } : { answer: effect }) }],
  );
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** The document that has the operations of some stubs, which the rules answer. */
function documentOf(stubs: readonly Stub[]): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const { method, path } of stubs) {
    let count = 0;
    const template = path.replaceAll('*', () => `{segment${(count += 1)}}`);
    const parameters = Array.from({ length: count }, (_, index) => ({
      name: `segment${index + 1}`,
      in: 'path',
      required: true,
      schema: { type: 'string' },
    }));
    for (const one of method === undefined ? METHODS : [method]) {
      const takesBody = ['POST', 'PUT', 'PATCH'].includes(one);
      (paths[template] ??= {})[one.toLowerCase()] = {
        ...(count === 0 ? {} : { parameters }),
        ...(takesBody ? { requestBody: { content: { '*/*': {} } } } : {}),
        responses: { default: { description: 'As the rules say' } },
      };
    }
  }
  return { openapi: '3.1.0', info: { title: 'Imported', version: '1.0.0' }, paths };
}

/** Reads a file, or all JSON files of a folder. */
function readAll(path: string, read: (json: unknown) => Imported): Imported {
  try {
    const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
    const files = isFolder
      ? readdirSync(path)
          .filter((name) => name.endsWith('.json'))
          .toSorted()
      : [];
    const all = isFolder ? files.map((name) => read(readJson(join(path, name)))) : [read(readJson(path))];
    return { stubs: all.flatMap(({ stubs }) => stubs), left: all.flatMap(({ left }) => left) };
  } catch (error) {
    if (!(error instanceof DataFault)) throw error;
    throw new OptionError(`${path}: ${error.message}`, { cause: error });
  }
}

/** The stubs whose rules a sandbox can hold and whose paths a document can have; the others are left out. */
function fitting({ stubs, left }: Imported): { readonly stubs: readonly Stub[]; readonly left: readonly Left[] } {
  const whole: Stub[] = [];
  const others = [...left];
  let rules = 0;
  for (const stub of stubs) {
    const where = `${stub.method ?? 'any method'} ${stub.path}`;
    const count = rulesOf(stub).length;
    if (/\*\*|[^/]\*|\*[^/]/.test(stub.path)) others.push({ where, why: 'a wildcard is more than a segment' });
    else if (rules + count > MAX_RULES) others.push({ where, why: `a sandbox has at most ${MAX_RULES} rules` });
    else {
      rules += count;
      whole.push(stub);
    }
  }
  return { stubs: whole, left: others };
}

function writeNew(path: string, json: object): void {
  try {
    writeFileSync(path, `${JSON.stringify(json, undefined, 2)}\n`, { flag: 'wx' });
  } catch (error) {
    const code = memberOf(error, 'code');
    const why = code === 'EEXIST' ? 'it is there already; --out names others' : String(code ?? error);
    throw new Failure(`${path} cannot be written: ${why}`, { cause: error });
  }
}

/** `understudy import`. */
export const command: Command = {
  options: () => options,
  run: (given, { write }) => {
    const { out } = readOptions(options, given);
    const [file] = given.operands;
    const reader = readers[given.action];
    if (file === undefined || reader === undefined) {
      throw new OptionError(`import ${given.action} needs a FILE to read, or a folder of JSON files`);
    }
    const { stubs, left } = fitting(readAll(file, reader));
    const lines = left.map(({ where, why }) => `  ${plain(where)}: ${plain(why)}\n`).join('');
    if (stubs.length === 0)
      throw new OptionError(`${file} has nothing of ${given.action} to import\n${lines}`.trimEnd());
    const [document, faults] = [`${out}.openapi.json`, `${out}.faults.json`];
    const schema = './node_modules/@understudy/server/dist/schemas/faults.json';
    writeNew(document, documentOf(stubs));
    writeNew(faults, { $schema: schema, rules: stubs.flatMap(rulesOf) });
    const list = left.length === 0 ? '' : `\nLeft out, ${left.length}:\n${lines}`;
    const serve = `understudy serve --openapi ${document} --faults ${faults}`;
    writeWhole(write)(
      `Imported ${stubs.length} ${stubs.length === 1 ? 'answer' : 'answers'}. To serve them:\n  ${serve}\n${list}`,
    );
    return Promise.resolve(0);
  },
};
