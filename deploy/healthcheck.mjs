/** Whether the server of this container answers: `node healthcheck.mjs [/readyz]`. It reads what the server reads. */
import { get as getPlain } from 'node:http';
import { get as getSecure } from 'node:https';

const { PORT = '4010', UNDERSTUDY_BASE_PATH = '', UNDERSTUDY_TLS = 'off', UNDERSTUDY_TLS_CERT } = process.env;
const get = UNDERSTUDY_TLS !== 'off' || UNDERSTUDY_TLS_CERT ? getSecure : getPlain;
const path = UNDERSTUDY_BASE_PATH.replace(/\/$/, '') + (process.argv[2] ?? '/healthz');
const where = {
  host: '127.0.0.1',
  port: Number(PORT),
  path,
  timeout: 2500,
  // It asks itself: the certificate need not name this address.
  rejectUnauthorized: false,
};
const request = get(where, (response) => process.exit(response.statusCode === 200 ? 0 : 1));
request.on('timeout', () => request.destroy(new Error('no answer')));
request.on('error', ({ message }) => {
  console.error(`${path}: ${message}`);
  process.exit(1);
});
