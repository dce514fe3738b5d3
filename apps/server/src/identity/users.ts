/** Users and their passwords. */
import { type User, user } from '@understudy/contract/auth';
import { z } from 'zod';
import { type Collection, nowhere, range } from '../kit/collection.js';
import { createdId, seededId } from '../kit/random.js';
import { drawEmail, drawName, type Dataset, EPOCH } from '../kit/dataset.js';
import type { KeyRequest, PasswordHash, PasswordKeys } from '../kit/credential.js';
import type { Records } from '../kit/records.js';
import { claimsAtFirst } from './claims.js';
import { fromBase64, toBase64url, sha256, timingSafeEqual, type keyOf } from '#platform/runtime';

/** Cheap on purpose: these users are made up, and tests log in a lot. */
const COST = { N: 4096, r: 8, p: 1 };
const BYTES = 32;

/** Hash of `Passw0rd!`, which all seeded users have, as the documentation says; they share its salt, so that none needs hashing. */
const seededHash: PasswordHash = {
  salt: 'understudy-seeded',
  hash: 'B4CskCOJHgAr0WM5Q1lvY-J32DVP9nq6HwnlaYuztVU',
};

/** The salt of a password; it follows from what it is for, so that the same history gives the same bytes. */
function saltFor(owner: readonly string[]): string {
  return sha256(JSON.stringify(owner)).slice(0, 22);
}

/** Thrown where a key was not derived in advance; once it is, what asked for it may run again. */
export class MissingKey extends Error {
  override readonly name = 'MissingKey';
  readonly request: KeyRequest;

  constructor(request: KeyRequest) {
    super('a key was not derived in advance');
    this.request = request;
  }
}

/** The keys that were derived for one call: to hold a password against its hash then takes no time. */
export class DerivedKeys implements PasswordKeys {
  readonly #keys = new Map<string, Uint8Array>();
  readonly #keyOf: typeof keyOf | undefined;

  /** @param keyOfPassword derives one; left out where there are no users, who alone have passwords */
  constructor(keyOfPassword: typeof keyOf | undefined) {
    this.#keyOf = keyOfPassword;
  }

  /** Derives a key, unless it is there. */
  async derive(request: KeyRequest): Promise<void> {
    const id = JSON.stringify([request.salt, request.password]);
    if (this.#keys.has(id)) return;
    if (this.#keyOf === undefined) throw new TypeError('nobody derives keys from passwords');
    this.#keys.set(id, await this.#keyOf(request, BYTES, COST));
  }

  /** Those of some requests that are not there, each once. */
  missing(requests: readonly KeyRequest[]): KeyRequest[] {
    const byId = new Map(requests.map((request) => [JSON.stringify([request.salt, request.password]), request]));
    return [...byId].flatMap(([id, request]) => (this.#keys.has(id) ? [] : [request]));
  }

  /** The hash of a password. */
  hash(request: KeyRequest): PasswordHash {
    const { salt } = request;
    return { salt, hash: toBase64url(this.#key(request)) };
  }

  /** Whether a password is the one that was hashed. */
  isRight(password: string, { salt, hash }: PasswordHash): boolean {
    const [found, right] = [this.#key({ password, salt }), fromBase64(hash)];
    return timingSafeEqual(found, right);
  }

  /** @throws MissingKey */
  #key(request: KeyRequest): Uint8Array {
    const key = this.#keys.get(JSON.stringify([request.salt, request.password]));
    if (key === undefined) throw new MissingKey(request);
    return key;
  }
}

/** A user as it is kept: the password only as a hash. */
export interface UserRecord extends User {
  readonly password: PasswordHash;
  /** Grants, codes and sessions numbered below this have ended: the user was suspended or deactivated since. */
  readonly grants_from: number;
}

const PREFIX = 'usr';
const DAY_MS = 86_400_000;

/** Of ten seeded users most are active, and each other state is there; the first one is active. */
const STATES: readonly User['status'][] = [
  'active',
  'active',
  'active',
  'pending',
  'active',
  'active',
  'suspended',
  'active',
  'deactivated',
  'active',
];

function seeded(dataset: Dataset, index: number): UserRecord {
  const random = dataset.random('users', index);
  const name = drawName(random);
  const created = EPOCH - random.int(30, 1000) * DAY_MS + random.int(0, DAY_MS / 1000) * 1000;
  const updated = Math.min(EPOCH - DAY_MS, created + random.int(0, 300) * DAY_MS);
  const id = seededId(PREFIX, index);
  const email = drawEmail(random, name, index);
  const claims = claimsAtFirst(dataset, { id, email });
  return {
    id,
    email,
    name: `${name.first} ${name.last}`,
    status: STATES[index % STATES.length] ?? 'active',
    created_at: new Date(created).toISOString(),
    updated_at: new Date(updated).toISOString(),
    ...(claims === undefined ? {} : { claims }),
    password: seededHash,
    grants_from: 0,
  };
}

/** The address carries the index of a seeded user, so that finding one needs no scan. */
function byEmail(dataset: Dataset, email: string) {
  const index = Number(/\.(\d{1,8})@/.exec(email)?.[1] ?? 0) - 1;
  if (index < 0 || index >= dataset.size('users')) return nowhere;
  return seeded(dataset, index).email === email ? range(index, index + 1) : nowhere;
}

/** The users. */
export const users: Collection<UserRecord> = {
  name: 'users',
  prefix: PREFIX,
  noun: 'user',
  schema: user.extend({
    password: z.object({ salt: z.string(), hash: z.string() }),
    grants_from: z.int(),
  }),
  defaultSize: 50,
  count: (dataset) => dataset.size('users'),
  seeded,
  lookup: { email: byEmail },
};

/** Id of a user who registers: an address can register once. */
export function userId(records: Records, email: string): string {
  return createdId(PREFIX, [records.dataset.seed, 'user', email.toLowerCase()]);
}

/** The user with an e-mail address, in any case. */
export function findByEmail(records: Records, email: string): UserRecord | undefined {
  const lower = email.toLowerCase();
  const position = byEmail(records.dataset, lower)[0];
  const id = position === undefined ? userId(records, lower) : seededId(PREFIX, position);
  return records.get(users, id);
}

/**
 * The key that a password is held against the hash of its user with. For an address that nobody has it is the one that
 * registering would need, so that a wrong address takes as long as a wrong password.
 */
export function passwordKey(records: Records, { email, password }: { email: string; password: string }): KeyRequest {
  const known = findByEmail(records, email)?.password.salt;
  return { password, salt: known ?? saltFor([records.dataset.seed, userId(records, email)]) };
}

/** The user that a login hint names: by e-mail address or by id. */
export function findByHint(records: Records, hint: string): UserRecord | undefined {
  return hint.includes('@') ? findByEmail(records, hint) : records.get(users, hint);
}

/** What others may see of a user. */
export function publicUser(record: UserRecord): User {
  const { password: _password, grants_from: _from, ...shown } = record;
  return shown;
}
