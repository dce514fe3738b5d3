/** Passwords, kept as salted scrypt hashes only (RFC 7914). */
import { createHash, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const scryptOf = promisify<string, string, number, object, Buffer>(scrypt);

/** Cheap on purpose: these users are made up, and tests log in a lot. */
const COST = { N: 4096, r: 8, p: 1 };
const BYTES = 32;

/** A password as it is kept. */
export interface PasswordHash {
  readonly salt: string;
  readonly hash: string;
}

/** Hash of `Passw0rd!`, which all seeded users have, as the documentation says; they share its salt, so that none needs hashing. */
export const seededHash: PasswordHash = {
  salt: 'understudy-seeded',
  hash: 'B4CskCOJHgAr0WM5Q1lvY-J32DVP9nq6HwnlaYuztVU',
};

/** The input that a password came in. */
export interface Given {
  readonly password: string;
}

/** What was derived for an input, by salt: where another writer came first its handler runs again, on the same input. */
const derived = new WeakMap<Given, Map<string, Promise<Buffer>>>();

function derive(given: Given, salt: string): Promise<Buffer> {
  const bySalt = derived.get(given) ?? new Map<string, Promise<Buffer>>();
  derived.set(given, bySalt);
  const key = bySalt.get(salt) ?? scryptOf(given.password, salt, BYTES, COST);
  bySalt.set(salt, key);
  return key;
}

/** Hashes a password; the salt follows from what it is for, so that the same history gives the same bytes. */
export async function hashPassword(given: Given, owner: readonly string[]): Promise<PasswordHash> {
  const salt = createHash('sha256').update(JSON.stringify(owner)).digest('base64url').slice(0, 22);
  const hash = await derive(given, salt);
  return { salt, hash: hash.toString('base64url') };
}

/** Whether a password is the one that was hashed. Without a hash it takes as long, and is wrong. */
export async function verifyPassword(given: Given, kept: PasswordHash | undefined): Promise<boolean> {
  const { salt, hash } = kept ?? seededHash;
  const found = await derive(given, salt);
  const same = timingSafeEqual(found, Buffer.from(hash, 'base64url'));
  return same && kept !== undefined;
}
