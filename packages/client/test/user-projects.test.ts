/** Programs of users, compiled against the built package as an installed one, under the settings that users have. */
import { execFile } from 'node:child_process';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { problemKinds } from '@understudy/contract';
import { patient } from '@understudy/tooling/patience';
import { isExhaustive } from '@understudy/tooling/sample';
import { beforeAll, describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const scratch = `${root}.cache/user-projects/`;
const newest = `${root}node_modules/typescript/bin/tsc`;
/** The oldest TypeScript that docs/installing.md names. */
const oldest = `${root}node_modules/typescript-oldest/bin/tsc`;

/** Everything a program may do, and nothing of it annotated. */
const program = `
import { createClient, isApiError } from '@understudy/client';

const api = createClient({ baseUrl: 'http://127.0.0.1:4010', retry: { limit: 1 }, timeoutMs: false });
export const titles = async (q?: string) => (await api.education.listCourses({ q })).data.map((course) => course.title.trim());
export const first = async () => {
  const all = await api.education.listStudents({ per_page: 50 }, { paginationStyle: 'cursor' }).toArray({ limit: 5 });
  return all.map(({ name, gpa }) => name + (gpa?.toFixed(1) ?? ''));
};
export const hours = async () => {
  let sum = 0;
  for await (const { duration_hours } of api.education.listCourses()) sum += duration_hours;
  return sum;
};
const created = await api.education.createCourse(
  { title: 'T', category: 'C', difficulty: 'expert', instructor: 'I', duration_hours: 3 },
  { scenario: ['rate_limit', 'ok'], signal: AbortSignal.timeout(1000), idempotencyKey: undefined },
);
export const year: string = created.created_at.slice(0, 4);
const { data, response, attempts } = await api.education.getCourse({ course_id: created.id }).withResponse();
export const seen = [data.lesson_count.toFixed(), response.status.toFixed(), attempts[0]?.status?.toFixed()];
const session = await api.auth.login({ email: 'a@example.com', password: 'p' });
export const mine = api.withSession(session, ({ refresh_token }) => console.log(refresh_token.length)).with({ delay: 1 });
const results = await api.auth.runBatch({ operations: [{ op: 'login', email: 'a', password: 'b' }, { op: 'logout' }] });
export const failed = results.filter(({ ok }) => !ok).map(({ error }) => error?.kind.length);
try {
  await api.with({ sandbox: 'a' }).events.listEvents();
} catch (error) {
  if (isApiError(error, 'rate_limit')) console.log(error.kind satisfies 'rate_limit', error.retryAfterMs?.toFixed());
}
`;

/** What a project without exactOptionalPropertyTypes must not be able to do either. */
const mistakes = `
import { createClient } from '@understudy/client';

const api = createClient({ baseUrl: 'http://127.0.0.1:4010' });
// @ts-expect-error a member is missing
void api.education.createCourse({ title: 'T' });
// @ts-expect-error the option is called timeoutMs
createClient({ baseUrl: '', timeout: 1 });
// @ts-expect-error there is no such step
void api.education.listCourses({}, { scenario: ['oops'] });
// @ts-expect-error a list has no such member
void (await api.education.listCourses()).items;
// @ts-expect-error an operation of a batch has the members of its own route
void api.auth.runBatch({ operations: [{ op: 'register', email: 'a' }] });
`;

const testing = `
import { createClient, type Validator } from '@understudy/client';
import { assertPagingStylesAgree, corsFetch, matchers } from '@understudy/client/testing';
import { validator } from '@understudy/client/validate';
import { expect } from 'vitest';

const validate: Validator = validator('throw');
const api = createClient({ baseUrl: 'http://127.0.0.1:4010', fetch: corsFetch('https://a.example'), validate });
expect.extend(matchers);
await assertPagingStylesAgree((controls) => api.events.listEvents({ per_page: 5 }, controls), { limit: 50 });
await expect(api.events.listEvents()).rejects.toBeApiError('network');
expect(await api.events.listEvents().withResponse()).toHaveAttempts([429, 'ok']);
await expect(api).toHaveReceived({ path: /events$/, times: 2 });
await expect(api).toHaveBehaved();
// @ts-expect-error there is no such kind
expect(1).toBeApiError('oops');
`;

/** A runner each, as users have one; what one of them adds to the types is not in the way of another. */
const kits = {
  vitestKit: `
import { understudyFixtures, understudyTest, type TestSandbox } from '@understudy/client/vitest';
import { test as base } from 'vitest';

const test = understudyTest({ url: 'http://127.0.0.1:4010', sandbox: { clock: '2026-01-01T00:00:00Z' } });
test.concurrent('a', async ({ understudy, expect }) => {
  const { name, baseUrl, api }: TestSandbox = understudy;
  await api.sandboxes.putFaults({ name, rules: [{ times: 1, fault: 'server_error' }] });
  await fetch(baseUrl);
  await expect(understudy).toHaveReceived({ body: { a: [expect.any(Number), /x/] }, query: { page: 2 }, times: { max: 2 } });
  await expect(api).not.toHaveReceived({ fault: null, headers: { Accept: /json/, 'x-none': undefined } });
  await expect(understudy).toHaveBehaved();
  await expect(api).not.toHaveBehaved({ severity: 'advice', except: ['no_user_agent'], settle: 0 });
  // @ts-expect-error there is no such rule
  await expect(api).toHaveBehaved({ except: ['no_agent'] });
  // @ts-expect-error there is no such member
  await expect(api).toHaveReceived({ bodi: {} });
  // @ts-expect-error nor one such in times
  await expect(api).toHaveReceived({ times: { least: 1 } });
});
base.extend({ user: 'ada' }).extend(understudyFixtures())('b', ({ understudy, user }) => [understudy.name, user.trim()]);
// @ts-expect-error there is no such option
understudyTest({ uri: '' });
`,
  playwrightKit: `
import { defineConfig, mergeTests, test as base } from '@playwright/test';
import { expect, routeApi, test, type UnderstudyOptions } from '@understudy/client/playwright';

export default defineConfig<object, UnderstudyOptions>({ use: { understudyUrl: 'http://127.0.0.1:4010', understudyKeep: true } });
mergeTests(base.extend<{ user: string }>({ user: 'ada' }), test)('a', async ({ page, understudy, user }) => {
  await routeApi(page, 'https://api.example.com', understudy);
  await page.goto(understudy.baseUrl + user.trim());
  await expect(page.getByRole('status')).toHaveText('a');
  await expect(understudy).toHaveReceived({ body: { id: expect.any(String) }, status: 200, within: 100 });
  await expect(understudy.api).not.toHaveReceived({ method: 'PUT' });
  await expect(understudy).toHaveBehaved({ severity: 'error' });
  // @ts-expect-error there is no such severity
  await expect(understudy.api).not.toHaveBehaved({ severity: 'warn' });
  // @ts-expect-error there is no such member
  await expect(understudy).toHaveReceived({ bodi: {} });
});
// @ts-expect-error there is no such option
test.use({ understudyUri: '' });
`,
  jest: `
import { matchers } from '@understudy/client/testing';
import { expect } from 'expect';

expect.extend(matchers);
await expect({}).toHaveReceived({ path: /x/, body: expect.objectContaining({ a: 1 }) });
await expect({}).not.toHaveReceived({ times: 2 });
await expect({}).toHaveBehaved({ except: ['retried_unsafe'] });
// @ts-expect-error there is no such member
await expect({}).not.toHaveBehaved({ times: 2 });
// @ts-expect-error there is no such member
await expect({}).toHaveReceived({ bodi: {} });
`,
};

const kinds = [...Object.keys(problemKinds), 'network', 'aborted', 'validation', 'unexpected_status', 'pagination'];

/** What a program does with the declarations of the contract. */
const contract = `
import { createClient } from '@understudy/client';
import { contract } from '@understudy/contract';

const api = createClient({ baseUrl: 'http://127.0.0.1:4010', domains: { meetings: contract.events } });
export const titles = async () => (await api.meetings.listEvents({ per_page: 5 })).data.map(({ title }) => title.trim());
`;

/** A switch over some kinds, which the compiler takes only if they are all. */
const switchOver = (cases: readonly string[], expectation = '') => `
  switch (error.kind) {
    ${cases.map((kind) => `case '${kind}':`).join(' ')}
      return 'known';
    default: {
      ${expectation}
      const missed: never = error.kind;
      return missed;
    }
  }`;
const exhaustive = `
import type { ApiError } from '@understudy/client';

export function ofAll(error: ApiError): string {${switchOver(kinds)}
}
${kinds
  .map(
    (kind) => `export function without_${kind}(error: ApiError): string {${switchOver(
      kinds.filter((other) => other !== kind),
      `// @ts-expect-error ${kind} is missed`,
    )}
}`,
  )
  .join('\n')}
`;

const strict = { strict: true, noUncheckedIndexedAccess: true };
const projects = {
  strict: { compilerOptions: strict, files: { program, mistakes, exhaustive, testing } },
  exact: {
    compilerOptions: { ...strict, exactOptionalPropertyTypes: true },
    files: { program, mistakes, exhaustive, testing },
  },
  kits: { compilerOptions: strict, files: { testing, ...kits } },
  bundled: { compilerOptions: { strict: true, module: 'esnext', moduleResolution: 'bundler' }, files: { program } },
  'for the oldest TypeScript': { compilerOptions: strict, files: { program, mistakes, contract }, tsc: oldest },
};

beforeAll(() => {
  rmSync(scratch, { recursive: true, force: true });
  for (const [name, target] of Object.entries({
    '@understudy/client': root,
    '@understudy/contract': `${root}node_modules/@understudy/contract`,
    '@types/node': `${root}node_modules/@types/node`,
    '@playwright/test': `${root}node_modules/@playwright/test`,
    expect: `${root}node_modules/expect`,
    vitest: `${root}node_modules/vitest`,
  })) {
    const link = `${scratch}node_modules/${name}`;
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(target, link, 'junction');
  }
});

describe.each(Object.entries(projects))('a project that is %s', (name, { compilerOptions, files, ...beside }) => {
  // Each takes seconds of a compiler.
  test.runIf(isExhaustive || name === 'strict')(
    'compiles',
    async () => {
      const folder = `${scratch}${name}/`;
      mkdirSync(folder, { recursive: true });
      writeFileSync(`${folder}package.json`, JSON.stringify({ private: true, type: 'module' }));
      for (const [file, text] of Object.entries(files)) writeFileSync(`${folder}${file}.ts`, text);
      // The declarations of vitest are not ours to check.
      const skipLibCheck = 'testing' in files;
      const base = {
        target: 'es2023',
        lib: ['es2023', 'esnext.disposable', 'dom'],
        module: 'nodenext',
        types: ['node'],
      };
      const config = { compilerOptions: { ...base, noEmit: true, skipLibCheck, ...compilerOptions } };
      writeFileSync(`${folder}tsconfig.json`, JSON.stringify(config));
      const tsc = 'tsc' in beside ? [beside.tsc] : [newest, '--singleThreaded'];
      const run = promisify(execFile)(process.execPath, [...tsc, '-p', folder]);
      const { stdout } = await run.catch((error: { stdout: string }) => error);
      expect(stdout).toBe('');
    },
    patient(60_000),
  );
});
