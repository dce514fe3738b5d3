/** The file that `understudy client` writes compiles under strict settings, and types and runs the domains in it. */
import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createUnderstudy } from '@understudy/server';
import { domainsFile } from '@understudy/server/generate';
import { patient } from '@understudy/tooling/patience';
import { beforeAll, expect, test } from 'vitest';
import { oddDocument } from './odd-document.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const workspace = fileURLToPath(new URL('../../..', import.meta.url));
const scratch = `${root}.cache/generated-file/`;
const run = promisify(execFile);

/** Uses what is odd about the odd domains; a server answers by script. */
const oddProgram = `
import { createClient, isApiError, type ErrorKind, type Job } from '@understudy/client';
import { domains, type BlogPost, type Record_ } from './odd.js';

const sent: string[] = [];
const answer = { data: [{ id: 1 }], pagination: { page: 1, perPage: 1, total: 1, totalPages: 1 }, meta: { delayMs: 0 } };
const api = createClient({
  baseUrl: 'http://understudy.local',
  domains,
  fetch: async (url, init) => {
    const request = new Request(url, init);
    sent.push(\`\${request.method} \${new URL(request.url).pathname} \${request.headers.get('if-match') ?? ''} \${request.headers.get('accept-language') ?? ''}\`.trim());
    if (request.method === 'DELETE') return new Response(null, { status: 204 });
    if (request.method === 'PUT') {
      return Response.json({ kind: 'already_done', status: 409, title: 'Done', detail: 'It is done.' }, { status: 409 });
    }
    return Response.json(answer, request.method === 'GET' ? {} : { status: 202, headers: { location: '/there' } });
  },
});
const posts = api['blog-posts'];
for await (const post of posts.list({ state: 'a-rather-long-choice-1' }, { paginationStyle: 'page' })) {
  console.log(post.id.toFixed(), (post satisfies BlogPost).parent?.['first name'] ?? 'none');
}
console.log(await posts.delete({ 'post-id': 'p-1' }) satisfies undefined);
await posts.update({ 'post-id': 'p-1', title: 'T', locale: 'de' }, { ifMatch: '"1-0"', idempotencyKey: 'k' });
const job: Job<Record_> = await posts.printWithARatherLongNameThatNoLineOfCodeWillHold({ 'post-id': 'p-1' });
console.log(job.location, 'state' in job.record);
try {
  await api.settings.put();
} catch (error) {
  if (isApiError(error, 'already_done')) console.log(error.kind satisfies 'already_done' satisfies ErrorKind);
}
console.log(sent.join('; '));
// @ts-expect-error there is no such choice
void (() => posts.list({ state: 'none' }));
// @ts-expect-error a member is missing
void (() => posts.create({ title: 'T' }));
// @ts-expect-error it has no versions
void (() => api.settings.list({}, { ifMatch: '*' }));
export const own = (error: ErrorKind): boolean => error === 'paper-out';
`;

/** Uses the domains of Understudy through the file, against a real server. */
const ownProgram = `
import { createClient } from '@understudy/client';
import { createUnderstudy } from '@understudy/server';
import { domains, type Course } from './own.js';

const understudy = createUnderstudy({ clock: '2026-01-01T00:00:00Z', log: 'off' });
const api = createClient({ baseUrl: 'http://understudy.local', fetch: understudy.fetch, domains });
const courses: Course[] = await api.education.listCourses({ per_page: 50 }).toArray({ limit: 120 });
const { data, location } = await api.education
  .createEnrollment({ student_id: 'stu_0001', course_id: 'crs_0001' }, { scenario: ['ok'] })
  .withResponse();
console.log(courses.length, data.enrolled_at, location);
await understudy.close();
`;

const files = async () => {
  const understudy = createUnderstudy({ log: 'off' });
  const document = await (await understudy.fetch('/openapi.json')).json();
  await understudy.close();
  return {
    'odd.ts': domainsFile(oddDocument),
    'odd-program.ts': oddProgram,
    'own.ts': domainsFile(document, { domains: 'all' }),
    'own-program.ts': ownProgram,
  };
};

const compilerOptions = {
  target: 'es2023',
  lib: ['es2023', 'esnext.disposable', 'dom', 'dom.iterable'],
  module: 'nodenext',
  types: ['node'],
  outDir: 'out',
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  verbatimModuleSyntax: true,
  isolatedModules: true,
  isolatedDeclarations: true,
  declaration: true,
  erasableSyntaxOnly: true,
  noUnusedLocals: true,
  // The declarations of the server name packages that it alone has.
  skipLibCheck: true,
};

beforeAll(async () => {
  rmSync(scratch, { recursive: true, force: true });
  for (const [name, target] of Object.entries({
    '@understudy/client': root,
    '@understudy/server': `${root}node_modules/@understudy/server`,
    '@types/node': `${root}node_modules/@types/node`,
  })) {
    const link = `${scratch}node_modules/${name}`;
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(target, link, 'junction');
  }
  writeFileSync(`${scratch}package.json`, JSON.stringify({ private: true, type: 'module' }));
  // As a project has it that turns on what finds faults.
  const categories = { correctness: 'error', suspicious: 'error', perf: 'error', style: 'off' };
  writeFileSync(
    `${scratch}lint.json`,
    JSON.stringify({ plugins: ['eslint', 'typescript', 'unicorn', 'oxc', 'import'], categories }),
  );
  writeFileSync(`${scratch}tsconfig.json`, JSON.stringify({ compilerOptions, include: ['*.ts'] }));
  for (const [name, text] of Object.entries(await files())) writeFileSync(scratch + name, text);
});

test(
  'it compiles, and programs that use it run',
  async () => {
    const tsc = `${root}node_modules/typescript/bin/tsc`;
    const compiled = await run(process.execPath, [tsc, '--singleThreaded', '-p', scratch]).catch(
      (error: { stdout: string }) => error,
    );
    expect(compiled.stdout).toBe('');
    const { stdout } = await run(process.execPath, [`${scratch}out/odd-program.js`]);
    expect(stdout.split('\n')).toEqual([
      '1 none',
      'undefined',
      'http://understudy.local/there false',
      'already_done',
      [
        'GET /api/blog-posts',
        'DELETE /api/blog-posts/p-1',
        'PATCH /api/blog-posts/p-1 "1-0" de',
        'POST /api/blog-posts/p-1/prints',
        'PUT /api/settings',
      ].join('; '),
      '',
    ]);
    const own = await run(process.execPath, [`${scratch}out/own-program.js`]);
    expect(own.stdout).toBe('120 2026-01-01T00:00:00.000Z undefined\n');
  },
  patient(60_000),
);

test.each(['odd.ts', 'own.ts'])(
  'the formatter and the linter would change nothing in %s',
  async (name) => {
    const before = readFileSync(scratch + name, 'utf8');
    const config = ['-c', `${workspace}.oxfmtrc.json`];
    await run(process.execPath, [`${workspace}node_modules/oxfmt/bin/oxfmt`, ...config, scratch + name]);
    expect(readFileSync(scratch + name, 'utf8')).toBe(before);
    const rules = ['-c', `${scratch}lint.json`];
    const linted = run(process.execPath, [`${workspace}node_modules/oxlint/bin/oxlint`, ...rules, scratch + name]);
    expect((await linted).stdout).toContain('Found 0 warnings and 0 errors');
  },
  patient(30_000),
);

test('the same document gives the same text', () => {
  expect(domainsFile(structuredClone(oddDocument))).toBe(domainsFile(oddDocument));
});
