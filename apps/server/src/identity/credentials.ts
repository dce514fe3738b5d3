/** Reads the credential that an operation declares, and refuses a call that lacks it. */
import type { OperationMeta } from '@understudy/contract/kit';
import { API_KEY_PREFIX, type FindApiKey, hashOfApiKey } from '../kit/api-key.js';
import type { AuthenticatedClient, Bearer, BrowserSession, Member, PresentedToken } from '../kit/credential.js';
import { ProblemError } from '../kit/problem-error.js';
import type { Records } from '../kit/records.js';
import { bearerToken, requireBearer, unauthorized } from './bearer.js';
import { readSession } from './browser-session.js';
import { authenticateClient } from './client-authentication.js';
import { type Bearer as FoundBearer, grantOfAccessToken, readAccessToken } from './tokens.js';
import { issuerOf, type Realm } from './realm.js';
import { publicUser } from './users.js';

/** What a call says of who makes it. */
export interface Presented {
  /** Value of the Authorization header, or the empty text. */
  readonly authorization: string;
  /** Value of the Cookie header, or the empty text. */
  readonly cookie: string;
  /** The parsed input: a client may name itself there. */
  readonly input: { readonly client_id?: string | undefined; readonly client_secret?: string | undefined };
  readonly realm: Realm;
  /** Finds the API keys of the domain; undefined where it has none. */
  readonly findApiKey: FindApiKey | undefined;
}

/** A credential, as handlers are given it. */
export type ReadCredential = Bearer | PresentedToken | AuthenticatedClient | BrowserSession | Member | undefined;

/** Handlers see of a bearer what others may see as well. */
function shown({ user, scope, grant }: FoundBearer): Bearer {
  return {
    user: user && publicUser(user),
    scope,
    grant: grant && { id: grant.id, client_id: grant.client_id },
  };
}

async function presentedToken(records: Records, { authorization, realm }: Presented): Promise<ReadCredential> {
  const token = bearerToken(authorization);
  if (token === undefined) return undefined;
  const bearer = await readAccessToken(records, token, realm);
  return { bearer: bearer && shown(bearer), grant: await grantOfAccessToken(records, token, realm) };
}

/** Who reads: nobody in particular, or whom a token stands for. What is no bearer token is a mistake to be told of. */
async function viewerOf(records: Records, { authorization, realm }: Presented): Promise<Bearer | undefined> {
  if (authorization === '') return undefined;
  const token = bearerToken(authorization);
  if (token === undefined) throw unauthorized(true);
  return shown(await requireBearer(records, token, realm));
}

/** Who acts: the user of an access token, or an API key of the domain. */
async function memberOf(
  records: Records,
  { authorization, realm, findApiKey }: Presented,
  isOptional: boolean,
): Promise<Member | undefined> {
  if (authorization === '' && isOptional) return undefined;
  const token = bearerToken(authorization);
  if (token?.startsWith(API_KEY_PREFIX) === true) {
    const key = findApiKey?.({ records, hash: hashOfApiKey(token), now: realm.now });
    if (key === undefined) throw unauthorized(true);
    return { type: 'key', key };
  }
  if (token === undefined) throw unauthorized(authorization !== '');
  const { user, scope } = shown(await requireBearer(records, token, realm));
  if (user !== null) return { type: 'user', user, scope };
  const detail = 'this call needs the access token of a user, and the one that came is that of a client on its own';
  throw new ProblemError('forbidden', { detail });
}

function sessionOf(records: Records, { cookie, realm }: Presented, isOptional: boolean): BrowserSession | undefined {
  const session = readSession(records, { cookie, sandbox: realm.sandbox, now: realm.now });
  if (session !== undefined || isOptional) return session;
  const detail = `this call needs the session of a browser that has logged in at ${issuerOf(realm)}/authorize`;
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
      return shown(await requireBearer(records, bearerToken(presented.authorization), presented.realm));
    case 'client':
      return authenticateClient({ ...presented.input, authorization: presented.authorization });
    case 'viewer':
      return credentialOptional
        ? viewerOf(records, presented)
        : shown(await requireBearer(records, bearerToken(presented.authorization), presented.realm));
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
