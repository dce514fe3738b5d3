/** Secrets in bodies: JSON at any depth and broken, forms, other types, and where a body is cut. */
import { gzipSync } from 'node:zlib';
import { body } from './plant.mjs';

const nested = (depth, value) => (depth === 0 ? value : { inner: nested(depth - 1, value) });
const json = (secret) => JSON.stringify({ password: secret });
const filler = (bytes) => 'x'.repeat(bytes);

const form = { type: 'application/x-www-form-urlencoded' };
const multipart = { type: 'multipart/form-data; boundary=XX' };
const part = (name, value) => `--XX\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n--XX--\r\n`;

/** @type {readonly import('./plant.mjs').Position[]} */
export const inBodies = [
  body('at the top', (secret) => ({ title: 'x', password: secret })),
  body('in camel case', (secret) => ({ clientSecret: secret, accessToken: 'x' })),
  body('in capitals', (secret) => ({ 'X-API-KEY': secret })),
  body('at depth 5', (secret) => nested(5, { refresh_token: secret })),
  body('at depth 60', (secret) => nested(60, { password: secret })),
  body('at depth 200', (secret) => nested(200, { password: secret })),
  body('below a name of secrets', (secret) => ({ credentials: { anything: [secret, { more: secret }] } })),
  body('in arrays', (secret) => [[[{ api_key: secret }]]]),
  body('as an array', (secret) => ({ passwords: [secret, secret] })),
  body('beside its name', (secret) => ({ fields: [{ name: 'password', value: secret }] })),
  body('with an escaped name', (secret) => `{"pass\\u0077ord":"${secret}"}`),
  body('with an escaped value', (secret) => `{"password":"\\u005a${secret.slice(1)}"}`),
  body('with blanks', (secret) => `{ "password"  :\n\t "${secret}" }`),
  body('twice', (secret) => `{"password":"${secret}","password":"${secret}"}`),
  body('in JSON in a string', (secret) => ({ body: json(secret) })),
  body('in JSON in JSON in a string', (secret) => ({ a: JSON.stringify({ b: json(secret) }) })),
  body('in a URL', (secret) => ({ callback: `https://a.example/cb?access_token=${secret}&x=1` })),
  body('in a URL with a password', (secret) => ({ database: `postgres://ada:${secret}@db.example/app` })),
  body('in a fragment', (secret) => ({ url: `https://a.example/#access_token=${secret}` })),
  body('in a header in a text', (secret) => ({ log: `GET / HTTP/1.1\nAuthorization: Bearer ${secret}\nHost: a` })),
  body('in a form in a string', (secret) => ({ payload: `grant_type=password&password=${secret}` })),
  body('cut off', (secret) => `{"title":"x","password":"${secret}`),
  body('cut off amid an object', (secret) => `{"auth":{"password":"${secret}"},"title":`),
  body('with a comma too much', (secret) => `{"password":"${secret}",}`),
  body('without quotes', (secret) => `{password:"${secret}"}`),
  body('in single quotes', (secret) => `{'password':'${secret}'}`),
  body('after a byte order mark', (secret) => `\ufeff${json(secret)}`),
  body('a private key', (secret) => ({
    note: `-----BEGIN PRIVATE KEY-----\n${secret}\n${secret}\n-----END PRIVATE KEY-----\n`,
  })),
  body('lines of JSON', (secret) => `{"a":1}\n${json(secret)}\n`),
  body('JSON as text', json, { type: 'text/plain' }),
  body('JSON of no type', json, { type: '' }),
  body('JSON of a vendor', json, { type: 'application/vnd.api+json; charset=utf-8' }),
  body('JSON as bytes', json, { type: 'application/octet-stream' }),
  body('JSON in UTF-16', (secret) => Buffer.from(`\ufeff${json(secret)}`, 'utf16le'), {
    type: 'application/json; charset=utf-16',
  }),
  body('JSON that is compressed', (secret) => gzipSync(json(secret)), { headers: { 'content-encoding': 'gzip' } }),
  body('bytes that are no text', (secret) => Buffer.concat([Buffer.from([0xff, 0xfe, 0]), Buffer.from(json(secret))])),

  body('a form', (secret) => `username=ada&password=${secret}`, form),
  body('a form with an encoded name', (secret) => `pass%77ord=${secret}&a=b`, form),
  body('a form of a client', (secret) => `grant_type=client_credentials&client_secret=${secret}`, form),
  body('a form with JSON in it', (secret) => `payload=${encodeURIComponent(json(secret))}`, form),
  body('a form as JSON', (secret) => `username=ada&password=${secret}`),
  body('JSON as a form', json, form),
  body('multipart', (secret) => part('password', secret), multipart),
  body('multipart with JSON in it', (secret) => part('data', json(secret)), multipart),
  body('XML', (secret) => `<user><password>${secret}</password></user>`, { type: 'application/xml' }),
  body('an attribute of XML', (secret) => `<user password="${secret}"/>`, { type: 'text/xml' }),
  body('YAML', (secret) => `user:\n  password: ${secret}\n`, { type: 'application/yaml' }),

  body('beyond what is kept', (secret) => ({ title: filler(70_000), password: secret })),
  body('across the end of what is kept', (secret) => ({ a: filler(64_000 - 35), password: secret })),
  body('across the end in units of 1024', (secret) => ({ a: filler(65_536 - 35), password: secret })),
  body('across the end, in bytes', (secret) => `${'é'.repeat(31_990)}{"password":"${secret}"}`),
  body('in a form across the end', (secret) => `a=${filler(64_000 - 20)}&password=${secret}`, form),
  body('in more than is taken', (secret) => ({ password: secret, title: filler(150_000) })),
];
