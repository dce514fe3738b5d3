/** Which clients a session of a browser is with, of those that want to know when it ends. */
import { sha256 } from '#platform/hash';
import type { OAuthClient } from '@understudy/contract/sandboxes';
import type { BrowserSession } from '../kit/credential.js';
import type { ClientSource } from './clients.js';
import { grants } from './grants.js';
import { registeredClients } from './registered-clients.js';

/** The clients that the sandbox knows more of than their id: those that it lists, then those that registered themselves. */
function knownClients({ records, login: { oauth_clients: listed = [] } }: ClientSource): readonly OAuthClient[] {
  const registered = records.changed(registeredClients);
  if (registered.length === 0) return listed;
  return [...listed, ...registered.map(({ id, metadata }) => ({ client_id: id, ...metadata }))];
}

/** What the sandbox knows of a client; undefined where that is no more than its id. */
export function knownClient(source: ClientSource, id: string): OAuthClient | undefined {
  return knownClients(source).find(({ client_id }) => client_id === id);
}

/** A few characters for a client: a cookie has no room for fifty ids. */
function markOf(clientId: string): string {
  return sha256(clientId).slice(0, 8);
}

/**
 * The session with a client that is given an ID token at once. Nothing is written for it, so that the cookie remembers the
 * client; of any other login there is a grant.
 */
export function withClient(session: BrowserSession, id: string, source: ClientSource): BrowserSession {
  const { clients = [] } = session;
  if (knownClient(source, id) === undefined || clients.includes(markOf(id))) return session;
  return { ...session, clients: [...clients, markOf(id)] };
}

/** A session, and what is known of its clients by others than its grants. */
export interface SessionClients {
  readonly sid: string;
  /** Marks in its cookie. */
  readonly marks?: readonly string[] | undefined;
  /** The client that its ID token was issued to. */
  readonly hinted?: string | undefined;
}

/** The clients of a session, in the order in which the sandbox lists them. */
export function clientsOf(source: ClientSource, { sid, marks = [], hinted }: SessionClients): OAuthClient[] {
  const { records } = source;
  const known = knownClients(source);
  if (known.length === 0) return [];
  const granted = new Set(records.changed(grants).flatMap((one) => (one.sid === sid ? [one.client_id] : [])));
  return known.filter(({ client_id: id }) => granted.has(id) || id === hinted || marks.includes(markOf(id)));
}
