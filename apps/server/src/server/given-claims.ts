/** Reads the claims that users of a server begin with. */
import type { UserClaims } from '@understudy/contract/auth';
import { z } from 'zod';
import type { Api } from '../call/api.js';
import { DataFault, kindOf } from '../data/given-value.js';
import type { Users } from '../identity/credentials.js';
import { EVERYBODY } from '../identity/claims.js';
import { addIssues, FaultList, pointer } from '../kit/faults.js';
import { type Named, OptionError, type Settings } from '../options/options.js';
import type { Platform } from './platform.js';
import { hasUsers } from './optional-domains.js';

/** Most users that claims are given for. */
const MAX_USERS = 10_000;

/** Faults that are said at once. */
const MAX_LINES = 20;

const KEY = /^(?:\*|usr_[a-z0-9]{1,40}|[^\s@]+@[^\s@]+)$/;

function keyFault(key: string, seen: ReadonlySet<string>): string | undefined {
  if (seen.has(key.toLowerCase())) return 'is there twice: the case of an e-mail address is ignored';
  if (KEY.test(key)) return undefined;
  return `must be the id of a user, such as usr_0001, an e-mail address, or ${EVERYBODY} for all users`;
}

/** What is wrong with the keys of users, which are looked at beside their claims so that all faults are said at once. */
function keyFaults(keys: readonly string[]): string[] {
  const seen = new Set<string>();
  return keys.flatMap((key) => {
    const fault = keyFault(key, seen);
    seen.add(key.toLowerCase());
    return fault === undefined ? [] : [`${pointer([key])} ${fault}`];
  });
}

/** What is wrong with claims: a line for each fault, with the pointer to it. */
function claimFaults(error: z.ZodError | undefined, input: object): string[] {
  if (error === undefined) return [];
  const faults = new FaultList();
  addIssues(faults, error, { input, locate: (steps) => ({ pointer: pointer(steps) }) });
  return (faults.toProblem().details.errors ?? []).map(({ pointer: at, detail }) => `${at} ${detail}`);
}

function isFaults(read: Readonly<Record<string, UserClaims>> | readonly string[]): read is readonly string[] {
  return Array.isArray(read);
}

function checked(
  read: unknown,
  { domains }: Api,
  users: Users | undefined,
): Readonly<Record<string, UserClaims>> | readonly string[] {
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
  const faults = [...keyFaults(keys), ...claimFaults(error, read)];
  return faults.length > 0 ? faults : data;
}

/**
 * The claims that users begin with, by id or e-mail address in lower case.
 *
 * @throws {@link OptionError} with a line for each claim that is wrong
 */
export function givenClaims(
  { claims }: Pick<Settings, 'claims'>,
  { api, named, platform }: { readonly api: Api; readonly named: Named; readonly platform: Platform },
): ReadonlyMap<string, UserClaims> | undefined {
  if (claims === undefined) return undefined;
  const name = named('claims');
  const what = typeof claims === 'string' ? `${name} is ${JSON.stringify(claims)}` : `${name} is given`;
  let read;
  try {
    read = checked(platform.readJson(claims), api, platform.users);
  } catch (error) {
    if (!(error instanceof DataFault)) throw error;
    throw new OptionError(`${what}, but ${error.message}`, { cause: error });
  }
  if (!isFaults(read)) return new Map(Object.entries(read).map(([key, given]) => [key.toLowerCase(), given]));
  const lines = read.slice(0, MAX_LINES).map((fault) => `${what}, but ${fault}`);
  throw new OptionError(lines.join('\n'));
}
