/** The vitest kit, in a project of a user: in process and over a socket. */
import { fileURLToPath } from 'node:url';
import { patient } from '@understudy/tooling/patience';
import { runProgram, spawnServer } from '@understudy/tooling/server';
import { secretsIn } from '@understudy/tooling/secrets';
import { expect, test } from 'vitest';
import { plantRequests } from './planted-requests.js';

const ADMIN_TOKEN = 'PLANTED-ADMIN-TOKEN';

const root = fileURLToPath(new URL('../..', import.meta.url));
const cwd = fileURLToPath(new URL('vitest-project', import.meta.url));

const { env: planted, secrets } = plantRequests('vitest');

/** Vitest in one worker, which loads the server once for all files. */
const command = [
  process.execPath,
  `${root}node_modules/vitest/vitest.mjs`,
  'run',
  '--no-color',
  '--no-isolate',
  '--maxWorkers=1',
];

async function run(env: Record<string, string>) {
  const { stdout, stderr } = await runProgram(command, { cwd, env: { ...planted, ...env }, limitMs: patient(60_000) });
  return stdout + stderr;
}

/** What a run says, wherever its server is. */
function check(output: string): void {
  expect(output).toMatch(/Tests +3 failed \| 6 passed \(9\)/);
  // What vitest prints beside the test, and not only in the message of the matcher.
  expect(output).toContain('Sandbox fails-and-shows-what-was-sent-r0-');
  expect(output).toContain('#1 POST /api/education/enrollments');
  expect(output).toContain('"course_id": "crs_0001"');
  expect(output).toContain('Expected sandbox fails-and-shows');
  // What its client did wrong, although nothing was expected of that.
  expect(output).toContain('Conduct: 1 verdict of severity error or warning.');
  expect(output).toMatch(/error retried_unsafe: .+\n {2}#1 POST \/api\/education\/enrollments → 500 /);
  expect(output).toMatch(/https?:\/\/\S+\/conduct\/retried_unsafe\n/);
  expect(output).not.toContain('Sandbox fails-in-silence');
  // A try that was to fail shows what it sent as well; one that passes is silent.
  expect(output).not.toContain('Sandbox test-');
  expect(output).toContain(`received ${secrets.length} requests`);
  expect(secretsIn([output], secrets)).toEqual(new Set());
  for (const secret of [ADMIN_TOKEN, 'PLANTED-TOKEN', 'PLANTED-PASSWORD']) expect(output).not.toContain(secret);
}

test('in process', async () => check(await run({})), patient(60_000));

test(
  'over a socket, with an admin token; nothing is left but what is kept',
  async () => {
    const server = await spawnServer(['--admin-token', ADMIN_TOKEN]);
    check(await run({ UNDERSTUDY_URL: server.origin, UNDERSTUDY_ADMIN_TOKEN: ADMIN_TOKEN }));
    const answer = await server.fetch('/sandboxes', { headers: { authorization: `Bearer ${ADMIN_TOKEN}` } });
    const { data }: { data: { name: string }[] } = await answer.json();
    expect(data.map(({ name }) => name)).toEqual(['default', expect.stringMatching(/^fails-in-silence-r0-/)]);
    await server.stop();
  },
  patient(60_000),
);
