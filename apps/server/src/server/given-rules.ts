/** Reads the fault rules that a server is started with. */
import type { ProblemFault } from '@understudy/contract/kit';
import { faultRules, type StoredRule } from '@understudy/contract/sandboxes';
import { type Api, meetingFaults } from '../call/api.js';
import { DataFault, kindOf } from '../data/given-value.js';
import { listed } from '../faults/read-faults.js';
import { fingerprinted, type ForServer, readRules } from '../faults/rules.js';
import { addIssues, FaultList, pointer } from '../kit/faults.js';
import type { Platform } from './platform.js';
import { type Named, OptionError, type Settings } from '../options/options.js';

/** The rules as they were given, and the steps to them. */
interface Given {
  readonly rules: unknown;
  readonly path: readonly string[];
}

/** The list of rules: it stands by itself, or as the member that a client sets. */
function listIn(value: unknown): Given {
  if (Array.isArray(value)) return { rules: value, path: [] };
  if (typeof value === 'object' && value !== null && Object.keys(value).join() === 'rules' && 'rules' in value) {
    return { rules: value.rules, path: ['rules'] };
  }
  const found = typeof value === 'object' && value !== null ? 'an object with other members' : kindOf(value);
  throw new DataFault(`its top level is ${found}, and must be an array of rules, or { "rules": […] }`);
}

/** The server that they are given to, and what its options are called there. */
interface Served {
  readonly api: Api;
  readonly named: Named;
  readonly platform: Pick<Platform, 'readJson'>;
}

/** What is wrong with rules, or the rules. */
function checked({ rules, path }: Given, server: ForServer): readonly StoredRule[] | readonly ProblemFault[] {
  const { data, error } = faultRules.safeParse(rules);
  if (error !== undefined) {
    const faults = new FaultList();
    addIssues(faults, error, { input: rules, locate: (steps) => ({ pointer: pointer([...path, ...steps]) }) });
    return faults.toProblem().details.errors ?? [];
  }
  const read = readRules(data, server);
  return 'issues' in read ? listed(read.issues, { path }) : fingerprinted(read.rules);
}

function isRules(read: readonly StoredRule[] | readonly ProblemFault[]): read is readonly StoredRule[] {
  return read.every((one) => 'serial' in one);
}

/**
 * The rules that every sandbox begins with.
 *
 * @throws {@link OptionError} with a line for each rule that is wrong
 */
export function givenRules({ faults, publicUrl }: Settings, { api, named, platform }: Served): readonly StoredRule[] {
  if (faults === undefined) return [];
  const name = named('faults');
  const what = typeof faults === 'string' ? `${name} is ${JSON.stringify(faults)}` : `${name} is given`;
  let read;
  try {
    read = checked(listIn(platform.readJson(faults)), { origin: publicUrl, operations: meetingFaults(api) });
  } catch (error) {
    if (!(error instanceof DataFault)) throw error;
    throw new OptionError(`${what}, but ${error.message}`, { cause: error });
  }
  if (isRules(read)) return read;
  throw new OptionError(read.map(({ pointer: at, detail }) => `${what}, but ${at} ${detail}`).join('\n'));
}
