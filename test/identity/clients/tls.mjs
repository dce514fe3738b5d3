/** A server behind TLS, for clients that refuse http: https on loopback, with a certificate made for this run. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { createServer } from 'node:https';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listen, spawnServer } from '../../../tooling/src/server/index.mjs';
import { folder } from './packages.mjs';

/** Made with a package that comes with those of the clients. */
async function makeCertificate() {
  const { generate } = createRequire(join(folder, 'package.json'))('selfsigned');
  const names = [
    { type: 2, value: 'localhost' },
    { type: 7, ip: '127.0.0.1' },
  ];
  const extensions = [{ name: 'subjectAltName', altNames: names }];
  return generate([{ name: 'commonName', value: 'localhost' }], { extensions });
}

/** Passes a request on as it is. */
const passTo = (origin) => (incoming, outgoing) => {
  const { method, headers, url } = incoming;
  const asking = request(origin() + url, { method, headers }, (answer) => {
    answer.pipe(outgoing.writeHead(answer.statusCode, answer.headers));
  });
  asking.on('error', (error) => outgoing.destroy(error));
  incoming.pipe(asking);
};

/** @returns the server's public address, the variable by which Node trusts it, and how to stop it */
export async function startBehindTls() {
  const { private: key, cert } = await makeCertificate();
  const directory = mkdtempSync(join(tmpdir(), 'understudy-tls-'));
  const authority = join(directory, 'authority.pem');
  writeFileSync(authority, cert);
  let target = '';
  const front = createServer(
    { key, cert },
    passTo(() => target),
  );
  const origin = `https://localhost:${await listen(front)}`;
  const server = await spawnServer(['--public-url', origin]);
  target = server.origin;
  const stop = async () => {
    front.closeAllConnections();
    front.close();
    await server.stop();
    rmSync(directory, { recursive: true });
  };
  return { origin, env: { NODE_EXTRA_CA_CERTS: authority }, stop };
}
