/** `understudy faults`: lists, sets and clears the fault rules of a sandbox. */
import { OptionError } from '../options/option.js';
import { readOptions } from '../options/options.js';
import { jsonOption, sandboxOption, serverOptions } from '../options/commands.js';
import { writeWhole } from './write-whole.js';
import { columns, plain } from './terminal.js';
import type { Command, CommandLine } from './command.js';
import { nameOf, readGivenJson, STANDARD } from './given-json.js';
import { memberOf, splitOperands, type Target, targetOf } from './remote-server.js';

const options = { ...sandboxOption, ...jsonOption, ...serverOptions };

/** Rules on a page of the list: as many as the API gives at once. */
const PER_PAGE = 50;

function dataOf(body: unknown): readonly unknown[] {
  const data = memberOf(body, 'data');
  return Array.isArray(data) ? data : [];
}

/** All rules of a sandbox. */
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

/** The rules of a file: a list, or the body that the API takes. */
function rulesIn(given: unknown): unknown {
  return Array.isArray(given) ? { rules: given } : given;
}

async function list(target: Target, isJson: boolean): Promise<string> {
  const rules = await rulesOf(target);
  if (isJson) return JSON.stringify(rules, undefined, 2);
  return rules.length === 0 ? `The sandbox ${target.sandbox} has no fault rules` : table(rules).join('\n');
}

async function set(target: Target, file: string, isJson: boolean): Promise<string> {
  const body = rulesIn(await readGivenJson(file));
  const answer = await target.server.ask(`${target.path}/faults`, { method: 'PUT', body, about: nameOf(file) });
  if (isJson) return JSON.stringify(answer, undefined, 2);
  // A preset is replaced by the rules that it stands for.
  const total = Number(memberOf(memberOf(answer, 'pagination'), 'total'));
  return `Set ${total} ${total === 1 ? 'rule' : 'rules'} in the sandbox ${target.sandbox}`;
}

async function clear(target: Target, isJson: boolean): Promise<string> {
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
export const command: Command = {
  options: () => options,
  run: async (given, { write }) => {
    const { json, ...values } = readOptions(options, given);
    const file = fileOf(given);
    const target = await targetOf(splitOperands(given.operands).url, values);
    const acts: Readonly<Record<string, () => Promise<string>>> = {
      set: () => set(target, file, json),
      clear: () => clear(target, json),
    };
    writeWhole(write)(`${await (acts[given.action] ?? (() => list(target, json)))()}\n`);
    return 0;
  },
};
