/** The Playwright kit, in a project of a user: what its report has, and that no two tests share a sandbox. */
import { fileURLToPath } from 'node:url';
import { patient } from '@understudy/tooling/patience';
import { secretsIn } from '@understudy/tooling/secrets';
import { runProgram, spawnServer } from '@understudy/tooling/server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { plantRequests } from './planted-requests.js';

const ADMIN_TOKEN = 'PLANTED-ADMIN-TOKEN';

const root = fileURLToPath(new URL('../..', import.meta.url));
const project = fileURLToPath(new URL('playwright-project', import.meta.url));
const playwright = `${root}node_modules/@playwright/test/cli.js`;

interface Result {
  readonly status: string;
  readonly workerIndex: number;
  readonly annotations: readonly { readonly type: string; readonly description: string }[];
  readonly attachments: readonly { readonly name: string; readonly contentType: string; readonly body?: string }[];
  readonly errors: readonly { readonly message: string }[];
}

interface Suite {
  readonly suites?: readonly Suite[];
  readonly specs: readonly {
    readonly title: string;
    readonly tests: readonly { readonly results: readonly Result[] }[];
  }[];
}

const resultsIn = ({ suites = [], specs }: Suite): { title: string; result: Result }[] => [
  ...suites.flatMap(resultsIn),
  ...specs.flatMap(({ title, tests }) => tests.flatMap(({ results }) => results.map((result) => ({ title, result })))),
];

const { env: planted, secrets } = plantRequests('playwright');

let server: Awaited<ReturnType<typeof spawnServer>>;

/** Runs the project, and gives all that it wrote and the result of each try. */
async function run(...flags: readonly string[]) {
  const env = { ...planted, UNDERSTUDY_URL: server.origin, UNDERSTUDY_ADMIN_TOKEN: ADMIN_TOKEN };
  const { code, stdout, stderr } = await runProgram(
    [process.execPath, playwright, 'test', '--config', `${project}/playwright.config.ts`, ...flags],
    { cwd: project, env, limitMs: patient(90_000) },
  );
  if (!stdout.startsWith('{')) throw new Error(stdout + stderr);
  const { suites }: { suites: Suite[] } = JSON.parse(stdout);
  return { code, stdout, tries: suites.flatMap(resultsIn) };
}

/** One run of all that is looked at below, which starts its workers once. */
let told: ReturnType<typeof run> | undefined;
const tell = (title: RegExp) => {
  told ??= run('--grep', 'fails|sends secrets|is kept in silence|is shown although|test 1 sees');
  return told.then(({ tries, ...ended }) => ({ ...ended, tries: tries.filter((one) => title.test(one.title)) }));
};

const sandboxes = async (): Promise<string[]> => {
  const answer = await server.fetch('/sandboxes', { headers: { authorization: `Bearer ${ADMIN_TOKEN}` } });
  const { data }: { data: { name: string }[] } = await answer.json();
  return data.map(({ name }) => name);
};

beforeAll(async () => {
  server = await spawnServer(['--admin-token', ADMIN_TOKEN]);
}, patient(30_000));
afterAll(async () => {
  await server.stop();
});

describe('the Playwright kit', () => {
  test(
    'two workers, repetitions and retries share nothing, and leave nothing',
    async () => {
      const { code, tries } = await run('--grep', 'sees its own', '--repeat-each', '2', '--retries', '1');
      expect(code).toBe(0);
      // Each repetition of the second fails at its first try.
      expect(tries.map(({ result }) => result.status).toSorted()).toEqual([
        ...Array.from({ length: 2 }, () => 'failed'),
        ...Array.from({ length: 4 }, () => 'passed'),
      ]);
      const begins = tries.flatMap(({ result }) => result.annotations.map(({ description }) => description));
      const [names, befores] = [begins.map((text) => text.split(' ')[0]), begins.map((text) => text.split(' ').at(-1))];
      expect(new Set(names).size).toBe(6);
      expect(new Set(befores).size).toBe(1);
      expect(new Set(tries.map(({ result }) => result.workerIndex)).size).toBeGreaterThan(1);
      expect(await sandboxes()).toEqual(['default']);
    },
    patient(120_000),
  );

  test(
    'a failed test has what was sent in its report, and no secret',
    async () => {
      const { code, stdout, tries } = await tell(/fails/);
      expect(code).toBe(1);
      const [{ result }] = tries as [(typeof tries)[number]];
      const [{ message }] = result.errors as [{ message: string }];
      expect(message).toContain('Expected sandbox fails-and-shows-what-was-sent-');
      expect(message).toContain('body.course_id');
      expect(message).toContain('→ 500 (fault server_error by first)');

      const decoded = result.attachments.map(({ name, contentType, body = '' }) => {
        return { name, contentType, text: Buffer.from(body, 'base64').toString() };
      });
      const text = decoded.find(({ name }) => name === 'understudy-requests.txt');
      expect(text?.contentType).toBe('text/plain');
      expect(text?.text).toContain('received 2 requests');
      expect(text?.text).toContain('#1 POST /api/education/enrollments → 500 (fault server_error by first)');
      expect(text?.text).toContain('"course_id": "crs_0001"');
      expect(text?.text).toContain('Conduct: 1 verdict of severity error or warning.\n\nerror retried_unsafe: POST');
      expect(text?.text).toContain(`\n  ${server.origin}/conduct/retried_unsafe\n`);
      const har = decoded.find(({ name }) => name === 'understudy-requests.har');
      expect(har?.contentType).toBe('application/json');
      expect(JSON.parse(har?.text ?? '')).toMatchObject({
        log: { version: '1.2', entries: [{ response: { status: 500 } }, { request: { method: 'POST' } }] },
      });
      const all = stdout + decoded.map((one) => one.text).join('');
      for (const secret of [ADMIN_TOKEN, 'PLANTED-TOKEN', 'PLANTED-PASSWORD']) expect(all).not.toContain(secret);
    },
    patient(90_000),
  );

  test(
    'a failed test has none of the secrets that were sent in its report, wherever they stood',
    async () => {
      const { stdout, tries } = await tell(/sends secrets/);
      const attached = tries.flatMap(({ result }) =>
        result.attachments.map(({ body = '' }) => Buffer.from(body, 'base64').toString()),
      );
      expect(secrets.length).toBeGreaterThanOrEqual(40);
      expect(attached[0]).toContain(`received ${secrets.length} requests`);
      expect(attached.map((text) => text.slice(0, 8))).toContain('{"log":{');
      expect(secretsIn([stdout, ...attached], secrets)).toEqual(new Set());
    },
    patient(60_000),
  );

  test(
    'options say when requests are attached, and whether a sandbox is kept',
    async () => {
      const { tries } = await tell(/is kept in silence|is shown although/);
      const attached = tries.map(({ title, result }) => [
        title,
        result.status,
        result.attachments.map(({ name }) => name).filter((name) => name.startsWith('understudy-')),
      ]);
      expect(attached.toSorted()).toEqual([
        ['is kept in silence', 'failed', []],
        ['is shown although it passes', 'passed', ['understudy-requests.txt', 'understudy-requests.har']],
      ]);
      expect(await sandboxes()).toEqual(['default', expect.stringMatching(/^is-kept-in-silence-/)]);
    },
    patient(60_000),
  );

  test(
    'a test that passes has no attachment, and one without a server says what to set',
    async () => {
      const { tries } = await tell(/test 1 sees/);
      expect(tries.flatMap(({ result }) => result.attachments)).toEqual([]);
      const { stdout } = await runProgram(
        [process.execPath, playwright, 'test', '--config', `${project}/playwright.config.ts`, '--grep', 'test 1 sees'],
        { cwd: project, limitMs: patient(60_000) },
      );
      expect(stdout).toContain('set understudyUrl, or the variable UNDERSTUDY_URL');
    },
    patient(60_000),
  );
});
