/** Passwords, kept as salted scrypt hashes only (RFC 7914). */
import { fromBase64, toBase64url } from '#platform/bytes';
import { sha256, timingSafeEqual } from '#platform/hash';
import type { keyOf } from '#platform/scrypt';
import type { KeyRequest, PasswordHash, PasswordKeys } from '../kit/credential.js';

/** Cheap on purpose: these users are made up, and tests log in a lot. */
const COST = { N: 4096, r: 8, p: 1 };
const BYTES = 32;

/** Hash of `Passw0rd!`, which all seeded users have, as the documentation says; they share its salt, so that none needs hashing. */
export const seededHash: PasswordHash = {
  salt: 'understudy-seeded',
  hash: 'B4CskCOJHgAr0WM5Q1lvY-J32DVP9nq6HwnlaYuztVU',
};

/** The salt of a password; it follows from what it is for, so that the same history gives the same bytes. */
export function saltFor(owner: readonly string[]): string {
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
    // A restored snapshot may hold what no password has.
    return found.length === right.length && timingSafeEqual(found, right);
  }

  /** @throws MissingKey */
  #key(request: KeyRequest): Uint8Array {
    const key = this.#keys.get(JSON.stringify([request.salt, request.password]));
    if (key === undefined) throw new MissingKey(request);
    return key;
  }
}
