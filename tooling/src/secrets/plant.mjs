/** How a secret is put into a request. */
import { randomBytes } from 'node:crypto';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** So many letters and digits, drawn at random. */
export const chars = (length) => Array.from(randomBytes(length), (byte) => ALPHABET[byte % ALPHABET.length]).join('');

/** A secret that nothing about it gives away. */
const any = () => `Zq${chars(26)}`;

/**
 * @typedef {{ method: string, secret: string, headers: Record<string, string>, query?: string, path?: string | undefined,
 *   body?: string | Buffer }} Planted a request with a secret
 *
 * @typedef {readonly [position: string, make: () => Planted]} Position each request of which has a secret of its own
 */

/**
 * A GET; a secret is in its headers, its query or its path.
 *
 * @param {string} secret
 * @param {{ headers?: Record<string, string>, query?: string, path?: string }} [parts]
 * @returns {Planted}
 */
export const get = (secret, { headers = {}, query = '', path } = {}) => ({
  method: 'GET',
  secret,
  headers,
  query,
  path,
});

/**
 * A POST with a secret in its body.
 *
 * @param {string} secret
 * @param {unknown} body a text or bytes; anything else is sent as JSON
 * @param {{ type?: string, headers?: Record<string, string> }} [how]
 * @returns {Planted}
 */
export function post(secret, body, { type = 'application/json', headers = {} } = {}) {
  const content = typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body);
  return { method: 'POST', secret, headers: { 'content-type': type, ...headers }, body: content };
}

/**
 * A position in a header.
 *
 * @param {string} name
 * @param {(secret: string) => string} [write]
 * @returns {Position}
 */
export const header = (name, write = (secret) => secret) => [
  `header ${name}: ${write('…')}`,
  () => {
    const secret = any();
    return get(secret, { headers: { [name]: write(secret) } });
  },
];

/**
 * A position in the query.
 *
 * @param {(secret: string) => string} write
 * @returns {Position}
 */
export const query = (write) => [
  `query ${write('…')}`,
  () => {
    const secret = any();
    return get(secret, { query: write(secret) });
  },
];

/**
 * A position in a body.
 *
 * @param {string} title
 * @param {(secret: string) => unknown} write
 * @param {{ type?: string, headers?: Record<string, string> }} [how]
 * @returns {Position}
 */
export const body = (title, write, how = {}) => [
  `body: ${title}`,
  () => {
    const secret = any();
    return post(secret, write(secret), how);
  },
];
