/** Reads the fault rules and the claims that a server is started with. */
import type { ProblemFault } from '@understudy/contract/kit';
import { faultRules, type StoredRule } from '@understudy/contract/sandboxes';
import { type Api, faultableOperations } from '../call/api.js';
import { DataFault, kindOf } from '../data/given-value.js';
import { listed } from '../faults/read-faults.js';
import { fingerprinted, type ForServer, readRules } from '../faults/rules.js';
import { addIssues, FaultList, pointer } from '../kit/faults.js';
import type { Platform } from './parts.js';
import { type Named, OptionError, type Settings } from '../options/options.js';
import { z } from 'zod';
import type { ClaimsByUser } from '../kit/dataset.js';
import type { Users } from '../identity/credentials.js';
import { EVERYBODY } from '../identity/claims.js';
import { hasUsers } from './served-api.js';

/** What JSON comes to, or what is wrong with it, each fault with the pointer to it. */
type Checked<T> = { readonly value: T } | { readonly faults: readonly string[] };

/** What the options of a server are called, and what reads their files. */
interface Reading {
  readonly named: Named;
  readonly platform: Pick<Platform, 'readJson'>;
}

/**
 * Does something with what an option gives; a path is shown in a message, what is in a file is not.
 *
 * @throws {@link OptionError} saying what is wrong with it
 */
export function withOption<Result>(option: string, value: string | object, use: () => Result): Result {
  try {
    return use();
  } catch (error) {
    if (!(error instanceof DataFault)) throw error;
    const given = typeof value === 'string' ? JSON.stringify(value) : 'given';
    throw new OptionError(`${option} is ${given}, but ${error.message}`, { cause: error });
  }
}

/**
 * Reads what an option gives, as JSON or as the path of a file.
 *
 * @throws {@link OptionError} naming the option, with a line for each fault
 */
function readOption<T>(
  field: string,
  given: string | object,
  { named, platform }: Reading,
  check: (json: unknown) => Checked<T>,
): T {
  const name = named(field);
  // A path is shown, what is in a file is not.
  const what = typeof given === 'string' ? `${name} is ${JSON.stringify(given)}` : `${name} is given`;
  const found = withOption(name, given, () => check(platform.readJson(given)));
  if ('value' in found) return found.value;
  throw new OptionError(found.faults.map((fault) => `${what}, but ${fault}`).join('\n'));
}

const linesOf = (faults: readonly ProblemFault[] = []): string[] =>
  faults.map(({ pointer: at, detail }) => `${at} ${detail}`);

/** What a schema finds wrong. */
function schemaFaults(error: z.ZodError, input: unknown, path: readonly string[] = []): string[] {
  const faults = new FaultList();
  addIssues(faults, error, { input, locate: (steps) => ({ pointer: pointer([...path, ...steps]) }) });
  return linesOf(faults.toProblem().details.errors);
}

/** The list of rules, and the steps to it: it stands by itself, or as the member that a client sets. */
function listIn(value: unknown): { readonly rules: unknown; readonly path: readonly string[] } {
  if (Array.isArray(value)) return { rules: value, path: [] };
  if (typeof value === 'object' && value !== null && 'rules' in value) {
    // An editor completes by the schema that a file names.
    const others = Object.keys(value).filter((key) => key !== '$schema' && key !== 'rules');
    if (others.length === 0) return { rules: value.rules, path: ['rules'] };
  }
  const found = typeof value === 'object' && value !== null ? 'an object with other members' : kindOf(value);
  throw new DataFault(`its top level is ${found}, and must be an array of rules, or { "rules": […] }`);
}

function checkRules(json: unknown, server: ForServer): Checked<readonly StoredRule[]> {
  const { rules, path } = listIn(json);
  const { data, error } = faultRules.safeParse(rules);
  if (error !== undefined) return { faults: schemaFaults(error, rules, path) };
  const read = readRules(data, server);
  return 'issues' in read ? { faults: linesOf(listed(read.issues, { path })) } : { value: fingerprinted(read.rules) };
}

/**
 * The rules that every sandbox begins with.
 *
 * @throws {@link OptionError} with a line for each rule that is wrong
 */
export function initialRules(
  { faults, publicUrl }: Settings,
  { api, ...reading }: Reading & { readonly api: Api },
): readonly StoredRule[] {
  if (faults === undefined) return [];
  const server = { origin: publicUrl, operations: faultableOperations(api) };
  return readOption('faults', faults, reading, (json) => checkRules(json, server));
}

/** Most users that claims are given for. */
const MAX_USERS = 10_000;

/** Faults that are said at once. */
const MAX_LINES = 20;

const KEY = /^(?:\*|usr_[a-z0-9]{1,40}|[^\s@]+@[^\s@]+)$/;

/** What is wrong with the keys of users, which are looked at beside their claims so that all faults are said at once. */
function keyFaults(keys: readonly string[]): string[] {
  const seen = new Set<string>();
  return keys.flatMap((key) => {
    const isThere = seen.has(key.toLowerCase());
    seen.add(key.toLowerCase());
    if (isThere) return [`${pointer([key])} is there twice: the case of an e-mail address is ignored`];
    if (KEY.test(key)) return [];
    const must = `must be the id of a user, such as usr_0001, an e-mail address, or ${EVERYBODY} for all users`;
    return [`${pointer([key])} ${must}`];
  });
}

function checkClaims(read: unknown, { domains }: Api, users: Users | undefined): Checked<ClaimsByUser> {
  if (typeof read !== 'object' || read === null || Array.isArray(read)) {
    const what = 'and must be an object with the claims of each user by id or e-mail address';
    throw new DataFault(`its top level is ${kindOf(read)}, ${what}`);
  }
  const keys = Object.keys(read);
  if (keys.length > MAX_USERS) throw new DataFault(`it names ${keys.length} users, and must name at most ${MAX_USERS}`);
  // A bundle may hold the users of a page that serves them nowhere.
  const schema = hasUsers(domains) ? users?.claims : undefined;
  if (schema === undefined) throw new DataFault('there are no users; serve the domain auth as well, or give no claims');
  const { data = {}, error } = z.record(z.string(), schema).safeParse(read);
  const faults = [...keyFaults(keys), ...(error === undefined ? [] : schemaFaults(error, read))];
  if (faults.length > 0) return { faults: faults.slice(0, MAX_LINES) };
  return { value: new Map(Object.entries(data).map(([key, claims]) => [key.toLowerCase(), claims])) };
}

/**
 * The claims that users begin with, by id or e-mail address in lower case.
 *
 * @throws {@link OptionError} with a line for each claim that is wrong
 */
export function initialClaims(
  { claims }: Pick<Settings, 'claims'>,
  { api, ...reading }: { readonly api: Api; readonly named: Named; readonly platform: Platform },
): ClaimsByUser | undefined {
  if (claims === undefined) return undefined;
  return readOption('claims', claims, reading, (json) => checkClaims(json, api, reading.platform.users));
}
