/** Passwords, kept as salted scrypt hashes only (RFC 7914). */
import { createHash, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify<string, string, number, object, Buffer>(scrypt);

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

/** Hashes a password; the salt follows from what it is for, so that the same history gives the same bytes. */
export async function hashPassword(password: string, owner: readonly string[]): Promise<PasswordHash> {
  const salt = createHash('sha256').update(JSON.stringify(owner)).digest('base64url').slice(0, 22);
  const hash = await derive(password, salt, BYTES, COST);
  return { salt, hash: hash.toString('base64url') };
}

/** Whether a password is the one that was hashed. Without a hash it takes as long, and is wrong. */
export async function verifyPassword(password: string, kept: PasswordHash | undefined): Promise<boolean> {
  const { salt, hash } = kept ?? seededHash;
  const given = await derive(password, salt, BYTES, COST);
  const same = timingSafeEqual(given, Buffer.from(hash, 'base64url'));
  return same && kept !== undefined;
}
