/** The client over https: in a process that trusts the CA of a server with a certificate of its own. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { patient } from '@understudy/tooling/patience';
import { runProgram, spawnServer } from '@understudy/tooling/server';
import { expect, it } from 'vitest';

const CLIENT = fileURLToPath(new URL('../dist/index.js', import.meta.url));

const PROGRAM = `
import { createClient } from '${CLIENT}';
const api = createClient({ baseUrl: process.env.BASE_URL });
const rules = ['reset', 'rate_limit'].map((fault, after) => ({ after, times: 1, fault }));
await api.sandboxes.putFaults({ name: 'default', rules });
const { attempts, data } = await api.education.listCourses({ q: 'sql' }).withResponse();
console.log(JSON.stringify([attempts.map(({ status }) => status ?? null), data.length > 0]));
`;

it(
  'asks over https, and asks again',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'understudy-tls-'));
    const server = await spawnServer(['--tls', 'self-signed', '--tls-dir', folder]);
    const env = { BASE_URL: server.origin, NODE_EXTRA_CA_CERTS: join(folder, 'ca.pem') };
    const { stdout, stderr } = await runProgram([process.execPath, '--input-type=module', '-e', PROGRAM], { env });
    await server.stop();
    rmSync(folder, { recursive: true });
    expect([stdout.trim(), stderr]).toEqual(['[[null,429,200],true]', '']);
  },
  patient(20_000),
);
