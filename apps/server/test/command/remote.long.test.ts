/** The commands that ask a running server: what they print, and what they say where they cannot. */
import { createServer } from 'node:http';
import { createServer as createTcpServer } from 'node:net';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort, listen, runServer } from '@understudy/tooling/server';
import { describe, expect, it } from 'vitest';
import { version } from '../../src/server/version.js';
import { jsonRequest, NOW, overSocket } from '../support.js';
import { runHere } from './in-process.js';
import { openOnce, useFolder } from '../use.js';

const folder = useFolder();

const server = openOnce(overSocket);
const closed = openOnce(() => overSocket({ adminToken: 'geheim' }));

const ask = (path: string, init?: RequestInit) => server.fetch(path, init);

/** A file of this folder. */
function file(name: string, value: unknown): string {
  const path = join(folder, name);
  writeFileSync(path, typeof value === 'string' ? value : JSON.stringify(value));
  return path;
}

const enroll = (sandbox: string) =>
  ask(
    `/sandboxes/${sandbox}/api/education/enrollments`,
    jsonRequest('POST', { student_id: 'stu_0001', course_id: 'crs_0001' }),
  );

describe('understudy status', () => {
  it('says that a server is up, its version, store and clock', async () => {
    const { code, stdout, stderr } = await runHere(['status', server.origin]);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toBe(`Understudy ${version} (API 1.0.0) at ${server.origin} is up
  store     memory
  sandbox   default
  clock     frozen, ${NOW}
  seed      understudy
  revision  0
`);
  });

  it('gives the same as JSON, and takes the sandbox from an address', async () => {
    await enroll('asked');
    const { stdout } = await runHere(['status', `${server.origin}/sandboxes/asked`, '--json']);
    const status = { url: server.origin, version, store: 'memory', ready: true, sandbox: 'asked', revision: 1 };
    expect(JSON.parse(stdout)).toMatchObject({ ...status, clock: { mode: 'frozen', now: NOW } });
  });

  it.each([
    ['by a flag', (url: string) => ['status', '--url', url], () => ({})],
    ['by a variable', () => ['status'], (url: string) => ({ UNDERSTUDY_URL: url })],
    ['by the port that serve would listen on', () => ['status'], (url: string) => ({ PORT: new URL(url).port })],
  ])('finds the server %s', async (_, words, env) => {
    const { code, stdout } = await runHere(words(server.origin), { env: env(server.origin) });
    expect(code).toBe(0);
    expect(stdout).toContain(`at ${server.origin} is up`);
  });

  it('says what the admin token hides', async () => {
    const without = await runHere(['status', closed.origin]);
    expect(without).toMatchObject({ code: 0, stdout: expect.stringContaining('clock    unknown: ') });
    const withIt = await runHere(['status', closed.origin], { env: { UNDERSTUDY_ADMIN_TOKEN: 'geheim' } });
    expect(withIt.stdout).toContain(`clock     frozen, ${NOW}`);
  });
});

describe('understudy faults', () => {
  const rules = [
    { id: 'slow', fault: 'delay;ms=1', when: { path: '/api/**' } },
    { id: 'tea', answer: { status: 418 }, enabled: false },
  ];

  it('sets rules, lists them with what they struck, and clears them', async () => {
    const set = await runHere(['faults', 'set', file('rules.json', rules), server.origin, '--sandbox', 'ruled']);
    expect(set).toEqual({ code: 0, stdout: 'Set 2 rules in the sandbox ruled\n', stderr: '' });
    await ask('/sandboxes/ruled/api/education/courses');
    const list = await runHere(['faults', 'list', `${server.origin}/sandboxes/ruled`]);
    expect(list.stdout).toBe(`id         matched  struck  meets       when
slow  on   1        1       delay;ms=1  {"path":"/api/**"}
tea   off  0        0       answer 418  {}
`);
    expect(await runHere(['faults', 'clear', server.origin, '--sandbox', 'ruled'])).toMatchObject({ code: 0 });
    const none = await runHere(['faults', 'list', server.origin, '--sandbox', 'ruled', '--json']);
    expect(JSON.parse(none.stdout)).toEqual([]);
  });

  it('takes what it lists, also more than a page of it, from standard input', async () => {
    const many = Array.from({ length: 60 }, (_, index) => ({ id: `rule-${index}`, fault: 'server_error' }));
    await runHere(['faults', 'set', file('many.json', { rules: many }), server.origin, '--sandbox', 'many']);
    const { stdout } = await runHere(['faults', 'list', server.origin, '--sandbox', 'many', '--json']);
    const set = await runServer(['faults', 'set', '-', server.origin, '--sandbox', 'copied'], { input: stdout });
    expect(set).toEqual({ code: 0, stdout: 'Set 60 rules in the sandbox copied\n', stderr: '' });
  });

  it('shows no character of a server that a terminal would obey', async () => {
    await ask(
      '/sandboxes/odd/faults',
      jsonRequest('PUT', { rules: [{ fault: 'server_error', when: { path: '/\u001B[2J' } }] }),
    );
    const { stdout } = await runHere(['faults', 'list', server.origin, '--sandbox', 'odd']);
    expect(stdout).not.toContain('\u001B');
  });

  it('names each rule that is wrong', async () => {
    const wrong = file('wrong.json', [{ fault: 'server_eror' }, { fault: 'delay;ms=-1' }]);
    const { code, stderr } = await runHere(['faults', 'set', wrong, server.origin]);
    expect(code).toBe(1);
    const lines = stderr.trim().split('\n');
    expect(lines[0]).toContain(
      `understudy: ${wrong}: #/rules/0/fault has the unknown fault "server_eror"; did you mean`,
    );
    expect(lines[1]).toContain(`understudy: ${wrong}: #/rules/1/fault`);
  });
});

describe('understudy snapshot', () => {
  it('saves a sandbox to a file that only its owner reads, and restores it', async () => {
    await enroll('saved');
    const to = join(folder, 'saved.json');
    const saved = await runHere(['snapshot', 'save', to, server.origin, '--sandbox', 'saved']);
    expect(saved).toMatchObject({ code: 0, stderr: '' });
    expect(saved.stdout).toMatch(/^Saved the sandbox saved to .*saved\.json: \d changed records\n$/);
    expect(statSync(to).mode & 0o777).toBe(0o600);
    const restored = await runHere(['snapshot', 'restore', to, server.origin, '--sandbox', 'restored']);
    expect(restored.stdout).toContain('Restored the sandbox restored from ');
    const read = async (name: string) =>
      (await ask(`/sandboxes/${name}/api/education/enrollments?per_page=1`)).json() as Promise<{ data: unknown }>;
    expect((await read('restored')).data).toEqual((await read('saved')).data);
    // Printed, it is the same.
    const printed = await runHere(['snapshot', 'save', '-', server.origin, '--sandbox', 'saved']);
    expect(printed.stdout).toBe(readFileSync(to, 'utf8'));
  });

  it('leaves what is there as it was where it cannot write', async () => {
    const kept = mkdtempSync(join(folder, 'kept-'));
    writeFileSync(join(kept, 'kept.json'), 'mine');
    chmodSync(kept, 0o555);
    const words = ['snapshot', 'save', join(kept, 'kept.json'), server.origin];
    const { code, stderr } = await runServer(words, { asAnyone: true });
    chmodSync(kept, 0o755);
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: `understudy: ${join(kept, 'kept.json')} cannot be written: EACCES\n`,
    });
    expect(readdirSync(kept)).toEqual(['kept.json']);
    expect(readFileSync(join(kept, 'kept.json'), 'utf8')).toBe('mine');
  });

  it('restores nothing from a file that is no snapshot', async () => {
    const wrong = await runHere(['snapshot', 'restore', file('no.json', { format: 1 }), server.origin]);
    expect(wrong.code).toBe(1);
    expect(wrong.stderr).toContain('no.json: #/');
    const unread = await runHere(['snapshot', 'restore', file('half.json', '{ "format":'), server.origin]);
    expect(unread.code).toBe(2);
    expect(unread.stderr).toContain('half.json: it is not valid JSON');
  });
});

describe('what is served', () => {
  const data = () => file('db.json', { todos: [{ id: 1, title: 'Buy chalk' }] });

  it('is listed of a server', async () => {
    const { code, stdout } = await runHere(['domains', server.origin]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^education +\/api\/education +10 +Courses, lessons, students/m);
  });

  it('is listed of options, without a server', async () => {
    const { stdout } = await runHere([
      'domains',
      '--data',
      data(),
      '--without',
      'realestate',
      '--base',
      '/v1',
      '--json',
    ]);
    const domains = JSON.parse(stdout) as { name: string; path: string; operations: number }[];
    expect(domains.find(({ name }) => name === 'todos')).toMatchObject({ path: '/v1/todos', operations: 6 });
    expect(domains.map(({ name }) => name)).not.toContain('realestate');
  });

  it('is the same document of a server and of its options', async () => {
    const [ofServer, ofOptions] = [await runHere(['openapi', server.origin]), await runHere(['openapi'])];
    const ofServerText = ofServer.stdout.replaceAll(server.origin, 'http://127.0.0.1:4010');
    expect(JSON.parse(ofServerText)).toEqual(JSON.parse(ofOptions.stdout));
    expect(JSON.parse(ofOptions.stdout)).toMatchObject({ servers: [{ url: 'http://127.0.0.1:4010' }] });
    const ofSandbox = await runHere(['openapi', `${server.origin}/sandboxes/shop`]);
    expect(JSON.parse(ofSandbox.stdout)).toMatchObject({ servers: [{ url: `${server.origin}/sandboxes/shop` }] });
  });
});

describe('a server that cannot be asked', () => {
  it.each([
    ['asks for a token', [], 'asks for its admin token; give it by --admin-token or UNDERSTUDY_ADMIN_TOKEN'],
    ['refuses the token', ['--admin-token', 'wrong'], 'refuses this admin token; give it by --admin-token or'],
  ])('%s', async (_, flags, message) => {
    const { code, stdout, stderr } = await runHere(['faults', 'list', closed.origin, ...flags]);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toBe(
      `understudy: the server at ${closed.origin} ${message.replace(/or$/, 'or UNDERSTUDY_ADMIN_TOKEN')}\n`,
    );
  });

  it('is not there', async () => {
    const url = `http://127.0.0.1:${await freePort()}`;
    for (const words of [['status'], ['faults', 'list'], ['snapshot', 'save', '-'], ['domains'], ['openapi']]) {
      expect(await runHere([...words, url])).toEqual({
        code: 1,
        stdout: '',
        stderr: `understudy: no server answers at ${url}: nothing listens there; understudy serve starts a server\n`,
      });
    }
  });

  it('is another server, which is given no token', async () => {
    const tokens: (string | undefined)[] = [];
    const other = createServer((request, response) => {
      tokens.push(request.headers.authorization);
      response.end('<h1>Hello</h1>');
    });
    const url = `http://127.0.0.1:${await listen(other)}`;
    const { code, stderr } = await runHere(['faults', 'list', url, '--admin-token', 'geheim']);
    other.close();
    expect([code, stderr]).toEqual([
      1,
      `understudy: what answers at ${url} is not an Understudy server, or not its base URL\n`,
    ]);
    expect(tokens).toEqual([undefined]);
  });

  it('speaks no HTTP', async () => {
    const other = createTcpServer((socket) => socket.end('220 mail.example ESMTP\r\n'));
    const url = `http://127.0.0.1:${await listen(other)}`;
    const { code, stderr } = await runHere(['status', url]);
    other.close();
    expect([code, stderr]).toEqual([
      1,
      `understudy: no server answers at ${url}: what listens there does not speak HTTP\n`,
    ]);
  });

  it.each([
    ['status nowhere', 'the URL is "nowhere", but must be the http or https address of a server'],
    ['status http://me:secret@host', 'the URL is "http://me:***@host", but must be'],
    ['status --sandbox Shop', '--sandbox is "Shop", but must be 1 to 64 of a-z'],
    ['faults set', 'faults set needs a FILE with rules, or - for standard input'],
    ['faults list rules.json', 'faults list takes no file and at most one URL'],
    ['faults', 'understudy faults needs one of list, set, clear after it'],
    ['faults lst', 'understudy faults does not take "lst"; did you mean list?'],
    ['snapshot save', 'snapshot save needs one FILE, or -, and at most one URL'],
    ['snapshot restore no-such.json', 'no-such.json: there is no such file'],
  ])('%s is wrong use', async (line, message) => {
    const { code, stdout, stderr } = await runHere(line.split(' '), { env: { UNDERSTUDY_URL: server.origin } });
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(message);
    expect(stderr.trim().split('\n')).toHaveLength(1);
  });
});
