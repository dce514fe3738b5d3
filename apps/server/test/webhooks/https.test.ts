/** Delivery over https: the name is what the certificate is held against, though the address is pinned. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { fileURLToPath } from 'node:url';
import { listen, spawnServer } from '@understudy/tooling/server';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { inProcess } from '../support.js';
import { dispatch, register, registrationOf } from './hooks.js';
import { verifyStandard } from './verify.js';
import { long } from '../long.js';

// Servers start here, which takes its time on a busy machine.
/** A certificate that signs itself, for receiver.test and localhost; it serves no other purpose, and lasts until 2126. */
const certificate = fileURLToPath(new URL('certificate/certificate.pem', import.meta.url));
const key = fileURLToPath(new URL('certificate/key.pem', import.meta.url));

let port: number;
let close: () => Promise<void>;
/** Names that clients asked for, before anything was trusted. */
let names: string[];
let received: { readonly headers: Record<string, string | string[] | undefined>; readonly body: Buffer }[];

beforeEach(async () => {
  [names, received] = [[], []];
  const receiver = createServer(
    {
      cert: readFileSync(certificate),
      key: readFileSync(key),
      SNICallback: (name, done) => {
        names.push(name);
        done(null);
      },
    },
    (request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        received.push({ headers: request.headers, body: Buffer.concat(chunks) });
        response.writeHead(204).end();
      });
    },
  );
  port = await listen(receiver);
  close = async () => {
    receiver.closeAllConnections();
    await new Promise((resolve) => receiver.close(resolve));
  };
});
afterEach(() => close());

it('a certificate that nobody trusts is refused, and the reason says what to do', async () => {
  const resolve = async () => [{ address: '127.0.0.1', family: 4 }];
  await using server = await inProcess({ webhookDelivery: 'on', resolve });
  const webhook = await register(server, `https://receiver.test:${port}/hooks`);
  await dispatch(server);
  await server.idle();
  const { attempts } = await registrationOf(server, webhook);
  const reason = 'self-signed certificate; start the server with NODE_EXTRA_CA_CERTS to trust it';
  expect(attempts).toMatchObject([{ status: null, reason, next: expect.any(String) }]);
  expect(names).toEqual(['receiver.test']);
  expect(received).toEqual([]);
});

long('one that the server was configured to trust is good for its own names', async () => {
  const environment = { NODE_EXTRA_CA_CERTS: certificate };
  const server = await spawnServer(['--webhook-delivery', 'on'], { env: environment });
  try {
    const good = await register(server, `https://localhost:${port}/hooks`, { events: ['a.b'] });
    const other = await register(server, `https://127.0.0.1:${port}/hooks`, { events: ['a.b'] });
    await dispatch(server, 'a.b');
    await expect.poll(async () => (await registrationOf(server, good)).attempts).toMatchObject([{ status: 204 }]);
    await expect.poll(async () => (await registrationOf(server, other)).attempts.length).toBeGreaterThan(0);
    const { attempts } = await registrationOf(server, other);
    expect(attempts.at(-1)?.reason).toContain("IP: 127.0.0.1 is not in the cert's list");
    expect(names).toContain('localhost');
    expect(received).toHaveLength(1);
    const [delivery] = received;
    expect(delivery?.headers['host']).toBe(`localhost:${port}`);
    verifyStandard(delivery ?? { headers: {}, body: '' }, good.secret ?? '', 'base64');
  } finally {
    await server.stop();
  }
});
