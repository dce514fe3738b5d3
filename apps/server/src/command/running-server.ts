/** The commands about a sandbox of a running server: its fault rules, its state, and whether it is up. */
import { DataFault } from '../data/given-value.js';
import { parseJson, readJson } from '../data/json-file.js';
import { OptionError } from '../options/option.js';
import { readOptions } from '../options/options.js';
import { jsonOption, sandboxOption, serverOptions } from '../options/commands.js';
import { columns, paintFor, plain, writeWhole } from './terminal.js';
import { memberOf, splitOperands, type Target, targetOf } from './remote-server.js';
import { rename, rm, writeFile } from 'node:fs/promises';
import { type Command, type CommandLine, FAILED, Failure } from './commands.js';

/** The name that standard input has, and standard output. */
const STANDARD = '-';

/** A file as messages name it. */
const nameOf = (file: string): string => (file === STANDARD ? 'standard input' : file);

async function standardInput(): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(Buffer.from(chunk as Uint8Array));
  return Buffer.concat(chunks).toString();
}

/**
 * Reads JSON.
 *
 * @throws {@link OptionError} where it cannot be read
 */
async function readJsonFile(file: string): Promise<unknown> {
  try {
    return file === STANDARD ? parseJson(await standardInput()) : readJson(file);
  } catch (error) {
    if (!(error instanceof DataFault)) throw error;
    throw new OptionError(`${nameOf(file)}: ${error.message}`, { cause: error });
  }
}

/** The options of the commands that name a sandbox. */
const sandboxOptions = { ...sandboxOption, ...serverOptions };

/** The same of those that answer by a text or as JSON. */
const shownOptions = { ...sandboxOption, ...jsonOption, ...serverOptions };

/** Rules on a page of the list: as many as the API gives at once. */
const PER_PAGE = 50;

function dataOf(body: unknown): readonly unknown[] {
  const data = memberOf(body, 'data');
  return Array.isArray(data) ? data : [];
}

async function rulesOf({ server, path }: Target): Promise<unknown[]> {
  const rules: unknown[] = [];
  for (let page = 1; ; page += 1) {
    const found = dataOf(await server.ask(`${path}/faults?per_page=${PER_PAGE}&page=${page}`));
    rules.push(...found);
    if (found.length < PER_PAGE) return rules;
  }
}

/** What a rule does, in a few words. */
function effectOf(rule: unknown): string {
  const answer = memberOf(rule, 'answer');
  return plain(memberOf(rule, 'fault') ?? `answer ${String(memberOf(answer, 'status'))}`);
}

function table(rules: readonly unknown[]): string[] {
  const rows = rules.map((rule) => [
    plain(memberOf(rule, 'id')),
    memberOf(rule, 'enabled') === false ? 'off' : 'on',
    plain(memberOf(rule, 'matched')),
    plain(memberOf(rule, 'struck')),
    effectOf(rule),
    plain(JSON.stringify(memberOf(rule, 'when'))),
  ]);
  return columns([['id', '', 'matched', 'struck', 'meets', 'when'], ...rows]);
}

/** The rules of a file: a list, or the body that the API takes, without the schema that editors complete by. */
function rulesIn(given: unknown): unknown {
  if (Array.isArray(given) || typeof given !== 'object' || given === null) return { rules: given };
  return Object.fromEntries(Object.entries(given).filter(([name]) => name !== '$schema'));
}

async function listRules(target: Target, isJson: boolean): Promise<string> {
  const rules = await rulesOf(target);
  if (isJson) return JSON.stringify(rules, undefined, 2);
  return rules.length === 0 ? `The sandbox ${target.sandbox} has no fault rules` : table(rules).join('\n');
}

async function setRules(target: Target, file: string, isJson: boolean): Promise<string> {
  const body = rulesIn(await readJsonFile(file));
  const answer = await target.server.ask(`${target.path}/faults`, { method: 'PUT', body, about: nameOf(file) });
  if (isJson) return JSON.stringify(answer, undefined, 2);
  // A preset is replaced by the rules that it stands for.
  const total = Number(memberOf(memberOf(answer, 'pagination'), 'total'));
  return `Set ${total} ${total === 1 ? 'rule' : 'rules'} in the sandbox ${target.sandbox}`;
}

async function clearRules(target: Target, isJson: boolean): Promise<string> {
  const answer = await target.server.ask(`${target.path}/faults`, { method: 'DELETE' });
  return isJson ? JSON.stringify(answer, undefined, 2) : `The sandbox ${target.sandbox} has no fault rules now`;
}

/** The file that the rules are in; only `set` has one. */
function fileOf({ action, operands }: CommandLine): string {
  const [file, tooMuch] = splitOperands(operands).others;
  if (action === 'set' && file === undefined) {
    throw new OptionError(`faults set needs a FILE with rules, or ${STANDARD} for standard input`);
  }
  if ((action === 'set' ? tooMuch : file) !== undefined) {
    throw new OptionError(`faults ${action} takes ${action === 'set' ? 'one FILE' : 'no file'} and at most one URL`);
  }
  return file ?? STANDARD;
}

/** `understudy faults`. */
export const faults: Command = {
  options: () => shownOptions,
  run: async (given, { write }) => {
    const { json, ...values } = readOptions(shownOptions, given);
    const file = fileOf(given);
    const target = await targetOf(splitOperands(given.operands).url, values);
    const acts: Readonly<Record<string, () => Promise<string>>> = {
      set: () => setRules(target, file, json),
      clear: () => clearRules(target, json),
    };
    writeWhole(write)(`${await (acts[given.action] ?? (() => listRules(target, json)))()}\n`);
    return 0;
  },
};

/** Writes a file whole or not at all. Only its owner may read it: a snapshot has password hashes and secrets. */
async function writeSecret(file: string, text: string): Promise<void> {
  const beside = `${file}.${process.pid}.tmp`;
  try {
    await writeFile(beside, text, { mode: 0o600, flag: 'wx' });
    await rename(beside, file);
  } catch (error) {
    await rm(beside, { force: true });
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    throw new Failure(`${file} cannot be written: ${code}`, { cause: error });
  }
}

/** How much a snapshot holds. */
function contents(body: unknown): string {
  const records = memberOf(body, 'records');
  const count = Array.isArray(records) ? records.length : 0;
  return `${count} changed ${count === 1 ? 'record' : 'records'}`;
}

async function saveSnapshot({ server, sandbox, path }: Target, file: string): Promise<string> {
  const state = await server.ask(`${path}/snapshot`);
  const text = `${JSON.stringify(state)}\n`;
  if (file === STANDARD) return text;
  await writeSecret(file, text);
  return `Saved the sandbox ${sandbox} to ${file}: ${contents(state)}\n`;
}

async function restoreSnapshot({ server, sandbox, path }: Target, file: string): Promise<string> {
  const body = await readJsonFile(file);
  const answer = await server.ask(`${path}/snapshot`, { method: 'PUT', body, about: nameOf(file) });
  const [restored] = [memberOf(answer, 'data')].flat();
  return `Restored the sandbox ${sandbox} from ${nameOf(file)}: ${contents(body)}, revision ${plain(memberOf(restored, 'revision'))}\n`;
}

/** `understudy snapshot`. */
export const snapshot: Command = {
  options: () => sandboxOptions,
  run: async (given, { write }) => {
    const values = readOptions(sandboxOptions, given);
    const { url, others } = splitOperands(given.operands);
    const [file, tooMuch] = others;
    if (file === undefined || tooMuch !== undefined) {
      throw new OptionError(`snapshot ${given.action} needs one FILE, or ${STANDARD}, and at most one URL`);
    }
    const target = await targetOf(url, values);
    writeWhole(write)(await (given.action === 'save' ? saveSnapshot(target, file) : restoreSnapshot(target, file)));
    return 0;
  },
};

async function statusOf({ server, sandbox, path }: Target) {
  const [ready, found] = await Promise.all([server.try('/readyz'), server.try(path)]);
  const isReady = ready.status === 200;
  const state = found.status === 200 ? memberOf(found.body, 'data') : undefined;
  return {
    url: server.url,
    version: server.health.version,
    api_version: server.health.apiVersion,
    store: isReady ? plain(memberOf(ready.body, 'store')) : null,
    ready: isReady,
    sandbox,
    clock: memberOf(state, 'clock') ?? null,
    seed: memberOf(state, 'seed') ?? null,
    revision: memberOf(state, 'revision') ?? null,
    /** Why nothing is known of the sandbox. */
    hidden: state === undefined ? plain(memberOf(found.body, 'detail') ?? `status ${found.status}`) : null,
  };
}

type Status = Awaited<ReturnType<typeof statusOf>>;

function statusLines({ store, ready, sandbox, clock, seed, revision, hidden }: Status): string[] {
  const known = [
    ['clock', `${plain(memberOf(clock, 'mode'))}, ${plain(memberOf(clock, 'now'))}`],
    ['seed', plain(seed)],
    ['revision', plain(revision)],
  ];
  return columns([
    ['store', ready ? (store ?? '') : 'it cannot be used at the moment'],
    ['sandbox', sandbox],
    ...(hidden === null ? known : [['clock', `unknown: ${hidden}`]]),
  ]).map((line) => `  ${line}`);
}

/** `understudy status`. */
export const status: Command = {
  options: () => shownOptions,
  run: async (given, { isTerminal, environment, write }) => {
    const values = readOptions(shownOptions, given);
    const found = await statusOf(await targetOf(splitOperands(given.operands).url ?? given.operands[0], values));
    const paint = paintFor(isTerminal, environment);
    const { url, version, api_version: apiVersion, ready } = found;
    const head = `Understudy ${version} (API ${apiVersion}) at ${url} is ${ready ? paint('good', 'up') : paint('error', 'not ready')}`;
    const text = values.json ? JSON.stringify(found, undefined, 2) : [head, ...statusLines(found)].join('\n');
    writeWhole(write)(`${text}\n`);
    return ready ? 0 : FAILED;
  },
};
