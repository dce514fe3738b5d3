/** What a call of an operation needs that no fixed example can give: tokens expire, ids belong to a server. */
import { sampleInput } from './sample-input.mjs';

/** @typedef {(path: string, init?: RequestInit) => Promise<Response>} Ask sends a request to the server under test */

/**
 * @typedef {import('@understudy/contract').Operation} Operation
 *
 * @typedef {{ token?: string, client?: typeof CLIENT }} Credential the token of a bearer, or a client and its secret
 */

/** Placeholders in examples. */
const PLACEHOLDER = /^<([A-Z_]+)>$/;

/** A client that every server knows. */
const CLIENT = { client_id: 'understudy-web', client_secret: 'understudy-secret' };

/**
 * @param {Ask} ask
 * @param {string} path
 * @param {object} body
 */
async function post(ask, path, body) {
  const headers = { 'content-type': 'application/json' };
  const response = await ask(path, { method: 'POST', headers, body: JSON.stringify(body) });
  const { data } = /** @type {{ data: [Record<string, string>] }} */ (await response.json());
  return data[0];
}

/**
 * The tokens of a seeded user, fresh.
 *
 * @param {Ask} ask
 */
export async function logIn(ask) {
  const { access_token = '', refresh_token = '' } = await post(ask, '/api/auth/login', {
    email: 'marcelo.abbott.1@example.com',
    password: 'Passw0rd!',
  });
  return { access_token, refresh_token };
}

/**
 * Inputs that name what the server must have made.
 *
 * @type {Readonly<Record<string, (ask: Ask) => Promise<Record<string, unknown>>>>}
 */
const made = {
  'sandboxes.restoreSnapshot': async (ask) => {
    const response = await ask('/sandboxes/default/snapshot');
    return /** @type {Record<string, unknown>} */ (await response.json());
  },
  'webhooks.deleteRegistration': async (ask) => {
    const { id } = await post(ask, '/api/webhooks/register', { url: 'http://127.0.0.1:3000/sample', events: ['*'] });
    return { registration_id: id };
  },
};

/**
 * The sample input of an operation, with fresh tokens in the place of placeholders.
 *
 * @param {Ask} ask
 * @param {Operation} operation
 * @returns {Promise<Record<string, unknown>>}
 */
export async function freshInput(ask, operation) {
  const input = { ...sampleInput(operation), ...(await made[operation.name]?.(ask)) };
  const placeholders = Object.entries(input).flatMap(([name, value]) => {
    const [, placeholder] = PLACEHOLDER.exec(String(value)) ?? [];
    return placeholder === undefined ? [] : [[name, placeholder.toLowerCase()]];
  });
  if (placeholders.length === 0) return input;
  const tokens = await logIn(ask);
  return { ...input, ...Object.fromEntries(placeholders.map(([name, token]) => [name, tokens[token]])) };
}

/**
 * A credential of the kind that an operation reads, if it reads any.
 *
 * @param {Ask} ask
 * @param {Operation} operation
 * @returns {Promise<Credential>}
 */
export async function credentialFor(ask, { meta }) {
  if (meta.credential === 'client') return { client: CLIENT };
  return meta.credential === 'bearer' ? { token: (await logIn(ask)).access_token } : {};
}

/** @param {Credential} credential */
function headersOf({ client, token }) {
  if (client !== undefined) return { authorization: `Basic ${btoa(`${client.client_id}:${client.client_secret}`)}` };
  return token === undefined ? {} : { authorization: `Bearer ${token}` };
}

/**
 * All that a call of an operation needs.
 *
 * @param {Ask} ask
 * @param {Operation} operation
 * @returns {Promise<{ input: Record<string, unknown>, headers: Record<string, string> }>}
 */
export async function prepareCall(ask, operation) {
  return { input: await freshInput(ask, operation), headers: headersOf(await credentialFor(ask, operation)) };
}
