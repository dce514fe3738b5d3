/** The server with https, for clients that refuse http: with a CA of its own, made for this run. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawnServer } from '../../../tooling/src/server/index.mjs';

/** @returns the server's address, the variables by which Node, Python and what uses OpenSSL trust it, and how to stop it */
export async function startWithTls() {
  const folder = mkdtempSync(join(tmpdir(), 'understudy-tls-'));
  const server = await spawnServer(['--tls', 'self-signed', '--tls-dir', folder, '--webhook-delivery', 'on']);
  const authority = join(folder, 'ca.pem');
  const env = { NODE_EXTRA_CA_CERTS: authority, REQUESTS_CA_BUNDLE: authority, SSL_CERT_FILE: authority };
  const stop = async () => {
    await server.stop();
    rmSync(folder, { recursive: true });
  };
  return { origin: server.origin.replace('127.0.0.1', 'localhost'), env, stop };
}
