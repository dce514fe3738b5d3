/** `understudy import`: makes a document and fault rules of the files of other mock servers, and says what it left out. */
import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, normalize, sep } from 'node:path';
import { faultRules, MAX_RULES } from '@understudy/contract/sandboxes';
import { DataFault } from '../data/given-value.js';
import { readBytes, readJson, utf8Of } from '../data/json-file.js';
import { readRules } from '../faults/rules.js';
import { OptionError, readOptions } from '../options/options.js';
import { text } from '../options/parse.js';
import { flags, setting } from '../options/setting.js';
import { type Command, Failure } from './commands.js';
import { readHar } from './import/har.js';
import { readMockoon } from './import/mockoon.js';
import { readPostman } from './import/postman.js';
import type { Imported, Left, Stub, TextFile } from './import/stub.js';
import { readWiremock } from './import/wiremock.js';
import { memberOf } from './remote-server.js';
import { plain, writeWhole } from './terminal.js';

type Reader = (json: unknown, textFile: TextFile) => Imported;

const readers: Readonly<Record<string, Reader>> = {
  wiremock: readWiremock,
  mockoon: readMockoon,
  postman: readPostman,
  har: readHar,
};

const options = flags({
  out: setting<string>({
    placeholder: 'NAME',
    help: 'What the two files are called: NAME.openapi.json and NAME.faults.json.',
    fallback: 'imported',
    read: text,
  }),
});

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

/** Where WireMock keeps bodies: in the folder of the mappings, or beside it. */
const FILES = '__files';

/** Reads bodies that files beside those in a folder hold. */
const textFileBeside =
  (folder: string): TextFile =>
  (name) => {
    const inside = normalize(name);
    if (inside.startsWith('..')) return undefined;
    const found = [folder, dirname(folder)]
      .map((at) => join(at, FILES, inside))
      .find((file) => statSync(file, { throwIfNoEntry: false })?.isFile());
    return found === undefined ? undefined : utf8Of(readBytes(found));
  };

/** Reads a file, or all JSON files of a folder and of those in it. */
function readAll(path: string, read: Reader): Imported {
  try {
    const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
    const names = isFolder ? readdirSync(path, { recursive: true, encoding: 'utf8' }) : [];
    const files = names.filter((name) => name.endsWith('.json') && !name.split(sep).includes(FILES)).toSorted();
    const textFile = textFileBeside(isFolder ? path : dirname(path));
    const all = (isFolder ? files.map((name) => join(path, name)) : [path]).map((file) =>
      read(readJson(file), textFile),
    );
    return { stubs: all.flatMap(({ stubs }) => stubs), left: all.flatMap(({ left }) => left) };
  } catch (error) {
    if (!(error instanceof DataFault)) throw error;
    throw new OptionError(`${path}: ${error.message}`, { cause: error });
  }
}

/** What a server finds wrong with rules; undefined where it takes them. */
function wrongWith(rules: readonly object[]): string | undefined {
  const { data, error } = faultRules.safeParse(rules);
  if (data === undefined) return error.issues[0]?.message;
  const read = readRules(data);
  const issue = 'issues' in read ? read.issues[0] : undefined;
  return issue && `${issue.path.slice(1).join('.')} ${issue.detail}`.trim();
}

/** The stubs whose rules a sandbox can hold and whose operations a document can have; the others are left out. */
function fitting({ stubs, left }: Imported): { readonly stubs: readonly Stub[]; readonly left: readonly Left[] } {
  const whole: Stub[] = [];
  const others = [...left];
  let rules: readonly object[] = [];
  const against = ({ method, path }: Stub, all: readonly object[]): string | undefined => {
    if (method !== undefined && !/^(?:HEAD|OPTIONS)$/.test(method) && !METHODS.includes(method))
      return 'no document has such a method';
    if (/\*\*|[^/]\*|\*[^/]/.test(path)) return 'a wildcard is more than a segment';
    return all.length > MAX_RULES ? `a sandbox has at most ${MAX_RULES} rules` : wrongWith(all);
  };
  for (const stub of stubs) {
    const all = [...rules, ...rulesOf(stub)];
    const why = against(stub, all);
    if (why !== undefined) others.push({ where: `${stub.method ?? 'any method'} ${stub.path}`, why });
    else {
      rules = all;
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
