/** Credentials: API keys by their hashes, and proofs of possession as they came (RFC 9449 §4.3). */
import { sha256 } from '#platform/runtime';
import { nextInSequence, type Records, type WritableRecords } from './records.js';
import type { User } from '@understudy/contract/auth';
import type { Credential } from '@understudy/contract/kit';

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

/** A proof of possession, and its request. All calls of one request share it. */
export interface PresentedProof {
  /** Value of the DPoP header; null where none came. */
  readonly header: string | null;
  /** Method of the request. */
  readonly method: string;
  /** Address of the request, without its query. */
  readonly url: string;
}

/** The login that a token came of. */
export interface Login {
  readonly id: string;
  readonly client_id: string;
}

/** Who a valid access token stands for (RFC 6750). */
export interface Bearer {
  /** The user; null for a client on its own. */
  readonly user: User | null;
  /** Scopes, separated by spaces. */
  readonly scope: string;
  /** The login it came of; null for the opaque tokens that anyone may have from authorize. */
  readonly grant: Login | null;
}

/** An access token where an operation can do without: it may be of no use any more. */
export interface PresentedToken {
  /** Who it stands for; undefined where it is not valid. */
  readonly bearer: Bearer | undefined;
  /** Id of the login that it came of, ended or not; undefined where it is no token of this sandbox. */
  readonly grant: string | undefined;
}

/** The client of a token request, authenticated (RFC 6749 §2.3). */
export interface AuthenticatedClient {
  readonly id: string;
  /** False for one that sent no secret: it must prove itself by PKCE. */
  readonly isConfidential: boolean;
  /** Thumbprint of the key that its proof of possession is of; undefined where none came (RFC 9449 §5). */
  readonly jkt?: string | undefined;
}

/** A client that has registered itself, by the token that it was given for that (RFC 7592 §1.2). */
export interface Registration {
  /** Id of the client. */
  readonly id: string;
}

/** The session of a browser at the issuer, by its cookie. */
export interface BrowserSession {
  /** The user, who is active. */
  readonly user: User;
  /** When they logged in, in seconds since 1970. */
  readonly authTime: number;
  readonly sid: string;
  /** Number of the next token when the user logged in: suspending the user ends what has a lower one. */
  readonly number: number;
  /** Marks of the clients that were given ID tokens at once, and want to know when it ends. */
  readonly clients?: readonly string[] | undefined;
}

/** A user who shows an access token. */
export interface MemberUser {
  readonly type: 'user';
  readonly user: User;
  /** Scopes of the token, separated by spaces. */
  readonly scope: string;
}

/** A program that shows an API key. */
export interface MemberKey {
  readonly type: 'key';
  readonly key: ApiKey;
}

/** Who acts in a domain that has API keys. */
export type Member = MemberUser | MemberKey;

/** What a handler is given for each credential that an operation may require. */
interface Required {
  readonly none: undefined;
  /** The admin token is checked by the server, and says no more than that the call may go on. */
  readonly admin: undefined;
  readonly bearer: Bearer;
  readonly client: AuthenticatedClient;
  readonly registration: Registration;
  readonly session: BrowserSession;
  readonly viewer: Bearer;
  readonly member: Member;
}

/** The same where it is optional. A client has other ways to name itself than the credential, and always does. */
interface Optional extends Pick<Required, 'none' | 'admin' | 'client' | 'registration'> {
  readonly bearer: PresentedToken | undefined;
  readonly session: BrowserSession | undefined;
  /** Undefined where no token came. */
  readonly viewer: Bearer | undefined;
  readonly member: Member | undefined;
}

/** What a handler is given for a declared credential. */
export type CredentialOf<Declared extends Credential, IsOptional extends boolean> = IsOptional extends false
  ? Required[Declared]
  : Optional[Declared];

/** A password as it is kept. */
export interface PasswordHash {
  readonly salt: string;
  readonly hash: string;
}

/** A key to derive from a password. */
export interface KeyRequest {
  readonly password: string;
  readonly salt: string;
}

/** The keys that a handler needs: to hold a password against its hash then takes no time. */
export interface PasswordKeys {
  /** The hash of a password. */
  hash(request: KeyRequest): PasswordHash;
  /** Whether a password is the one that was hashed. */
  isRight(password: string, hash: PasswordHash): boolean;
}
