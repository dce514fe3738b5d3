/** API keys: what makes one, and how its domain finds it again by a hash. */
import { sha256 } from '#platform/runtime';
import type { Records, WritableRecords } from './records.js';
import { nextInSequence } from './sequences.js';

/** What API keys begin with, so that tools find them where they do not belong, and nobody takes one for an access token. */
export const API_KEY_PREFIX = 'usk_';

/** An API key that is valid, as its domain knows it. */
export interface ApiKey {
  readonly id: string;
  /** Whom it acts for, such as the id of an organization. */
  readonly owner: string;
  readonly scopes: readonly string[];
}

/** What an API key is found by. */
export interface SoughtKey {
  readonly records: Records;
  /** SHA-256 of the key, in hex: the key itself is kept nowhere. */
  readonly hash: string;
  /** The present by the sandbox's clock, in ms since 1970. */
  readonly now: number;
}

/** Finds the API key with a hash; undefined where none has it, or the one that has it is revoked or has expired. */
export type FindApiKey = (sought: SoughtKey) => ApiKey | undefined;

/** SHA-256 of an API key, in hex. */
export function hashOfApiKey(secret: string): string {
  return sha256(secret, 'hex');
}

/**
 * A new API key: no other call of the sandbox gets the same. Only its hash is to be kept.
 *
 * @param made what makes it itself: the sandbox, the instant and whom it is for. Two sandboxes with the same history have
 * keys of their own by that, and a sandbox that was reset knows those from before no more
 */
export function newApiKey(
  records: WritableRecords,
  made: readonly unknown[],
): { readonly secret: string; readonly hash: string } {
  const number = nextInSequence(records, 'api_keys');
  const random = sha256(JSON.stringify([records.dataset.seed, 'api_keys', number, made]));
  const secret = `${API_KEY_PREFIX}${random.replaceAll(/[_-]/g, '').slice(0, 32)}`;
  return { secret, hash: hashOfApiKey(secret) };
}
