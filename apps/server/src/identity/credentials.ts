/** Reads the credential that an operation declares, and refuses a call that lacks it. */
import { keyOf } from '#platform/runtime';
import { userClaims } from '@understudy/contract/auth';
import type { OperationMeta } from '@understudy/contract/kit';
import {
  API_KEY_PREFIX,
  type AuthenticatedClient,
  type Bearer,
  type BrowserSession,
  type FindApiKey,
  hashOfApiKey,
  type Member,
  type PresentedProof,
  type PresentedToken,
  type Registration,
} from '../kit/credential.js';
import type { LoginSettings } from '../kit/logins.js';
import { ProblemError } from '../kit/problem-error.js';
import type { Records } from '../kit/records.js';
import type { UsedByCall } from '../kit/replay-guard.js';
import { checkBinding, requireBearer, sentToken, unauthorized } from './bearer.js';
import { readSession } from './sessions.js';
import { authenticateClient, type NamedClient } from './client-authentication.js';
import { isRegistrationToken, registeredClients } from './clients.js';
import { type Bearer as FoundBearer, grantOfAccessToken, readAccessToken } from './tokens.js';
import { providerUrl, type Realm } from './realm.js';
import { publicUser } from './users.js';

/** What a call says of who makes it. */
export interface Presented {
  /** Value of the Authorization header, or the empty text. */
  readonly authorization: string;
  /** Value of the Cookie header, or the empty text. */
  readonly cookie: string;
  /** Its proof of possession, if it has one. */
  readonly proof: PresentedProof;
  /** The parsed input: a client may name itself there. */
  readonly input: NamedClient & { readonly registration?: string };
  readonly realm: Realm;
  /** What the sandbox says of logins. */
  readonly login: LoginSettings;
  /** What is used up by the call is added here. */
  readonly uses: UsedByCall[];
  /** Finds the API keys of the domain; undefined where it has none. */
  readonly findApiKey: FindApiKey | undefined;
}

/** A credential, as handlers are given it. */
type ReadCredential =
  | Bearer
  | PresentedToken
  | AuthenticatedClient
  | Registration
  | BrowserSession
  | Member
  | undefined;

/** Handlers see of a bearer what others may see as well. */
function shown({ user, scope, grant }: FoundBearer): Bearer {
  return {
    user: user && publicUser(user),
    scope,
    grant: grant && { id: grant.id, client_id: grant.client_id },
  };
}

async function presentedToken(records: Records, presented: Presented): Promise<ReadCredential> {
  const { authorization, realm } = presented;
  const sent = sentToken(authorization);
  if (sent === undefined) return undefined;
  await checkBinding(records, sent, presented);
  const bearer = await readAccessToken(records, sent.token, realm);
  return { bearer: bearer && shown(bearer), grant: await grantOfAccessToken(records, sent.token, realm) };
}

/** Who reads: nobody in particular, or whom a token stands for. What is no bearer token is a mistake to be told of. */
async function viewerOf(records: Records, presented: Presented): Promise<Bearer | undefined> {
  const { authorization } = presented;
  if (authorization === '') return undefined;
  if (sentToken(authorization) === undefined) throw unauthorized(true);
  return shown(await requireBearer(records, presented));
}

/** Who acts: the user of an access token, or an API key of the domain. */
async function memberOf(records: Records, presented: Presented, isOptional: boolean): Promise<Member | undefined> {
  const { authorization, realm, findApiKey } = presented;
  if (authorization === '' && isOptional) return undefined;
  const sent = sentToken(authorization);
  if (sent?.scheme === 'Bearer' && sent.token.startsWith(API_KEY_PREFIX)) {
    const key = findApiKey?.({ records, hash: hashOfApiKey(sent.token), now: realm.now });
    if (key === undefined) throw unauthorized(true);
    return { type: 'key', key };
  }
  if (sent === undefined) throw unauthorized(authorization !== '');
  const { user, scope } = shown(await requireBearer(records, presented));
  if (user !== null) return { type: 'user', user, scope };
  const detail = 'this call needs the access token of a user, and the one that came is that of a client on its own';
  throw new ProblemError('forbidden', { detail });
}

/** The client whose registration a token is for. Whether it is there is told to nobody else (RFC 7592 §2.1). */
function registrationOf(records: Records, { authorization, input, realm: { sandbox } }: Presented): Registration {
  const sent = sentToken(authorization);
  const client = records.get(registeredClients, input.registration ?? '');
  const isBearer = sent?.scheme === 'Bearer' && client !== undefined;
  if (isBearer && isRegistrationToken(records, client, { token: sent.token, sandbox })) return { id: client.id };
  throw new ProblemError('unauthorized', {
    ...unauthorized(sent !== undefined).details,
    detail: 'this call needs the registration_access_token of this client: Authorization: Bearer <token>',
  });
}

function sessionOf(records: Records, { cookie, realm }: Presented, isOptional: boolean): BrowserSession | undefined {
  const session = readSession(records, { cookie, sandbox: realm.sandbox, now: realm.now });
  if (session !== undefined || isOptional) return session;
  const detail = `this call needs the session of a browser that has logged in at ${providerUrl(realm)}/authorize`;
  throw new ProblemError('unauthorized', { detail });
}

/**
 * Reads the credential that an operation declares, on the records that its handler sees.
 *
 * @throws {@link ProblemError} 401 where it is declared and not optional, and the call has none that is valid
 */
export async function readCredential(
  records: Records,
  { credential, credentialOptional }: Pick<OperationMeta, 'credential' | 'credentialOptional'>,
  presented: Presented,
): Promise<ReadCredential> {
  switch (credential) {
    case 'bearer':
      if (credentialOptional) return presentedToken(records, presented);
      return shown(await requireBearer(records, presented));
    case 'client':
      return authenticateClient(records, presented);
    case 'registration':
      return registrationOf(records, presented);
    case 'viewer':
      return credentialOptional ? viewerOf(records, presented) : shown(await requireBearer(records, presented));
    case 'member':
      return memberOf(records, presented, credentialOptional);
    case 'session':
      return sessionOf(records, presented, credentialOptional);
    case 'admin':
    case 'none':
      return undefined;
    default:
      return credential satisfies never;
  }
}

/** What a server needs that has users: a bundle for browsers holds it only with the domain auth. */
export interface Users {
  readonly readCredential: typeof readCredential;
  /** What claims of a user must be. */
  readonly claims: typeof userClaims;
  /** Derives a key from a password. */
  readonly keyOf: typeof keyOf;
}

export const users: Users = { readCredential, claims: userClaims, keyOf };
