/** The command as a user runs it: options from flags and environment, clear refusals, a graceful end. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { isExhaustive } from '@understudy/tooling/sample';
import { freePort, listen, runServer, SERVER_MAIN, spawnServer } from '@understudy/tooling/server';
import { describe, expect, it } from 'vitest';
import { optionsFor } from '../../src/options/options.js';
import manifest from '../../package.json' with { type: 'json' };
import { api, inProcess } from '../support.js';
import { runHere } from './in-process.js';
import { long } from '../long.js';
import { eventually } from '../eventually.js';

describe('options', () => {
  it.each([
    [['--port', 'x'], '--port is "x", but must be a whole number from 0 to 65535'],
    [['--port', '70000'], '--port is "70000", but must be a whole number from 0 to 65535'],
    [['--seed', ''], '--seed is "", but must be a text of 1 to 200 characters'],
    [['--size', 'planets=3'], '--size is "planets=3", but must be name=number'],
    [['--size', 'students=-1'], '--size is "students=-1", but must be name=number'],
    [['--size', 'students'], '--size is "students", but must be name=number'],
    [['--clock', 'noon'], '--clock is "noon", but must be real, or an ISO 8601 instant'],
    [['--clock', '2026-13-01T00:00:00Z'], '--clock is "2026-13-01T00:00:00Z", but must be'],
    [['--public-url', 'ftp://x'], '--public-url is "ftp://x", but must be an http or https origin'],
    [['--public-url', 'http://x/path'], '--public-url is "http://x/path", but must be an http or https origin'],
    [['--cors-allow', 'https://a.example,nope'], '--cors-allow is "https://a.example,nope", but must be'],
    [['--log', 'loud'], '--log is "loud", but must be one of pretty, json, off'],
    [['--log-level', 'loud'], '--log-level is "loud", but must be one of debug, info, warn, error'],
    [['--max-body', '1TB'], '--max-body is "1TB", but must be a size'],
    [['--sandbox-ttl', '0'], '--sandbox-ttl is "0", but must be never, or a time'],
    [['--trust-proxy', 'yes'], '--trust-proxy is "yes", but must be a whole number from 0 to 10'],
    [['--rate-limit', '600'], '--rate-limit is "600", but must be none, or a number in a time of up to a day'],
    [['--rate-limit', '0/1m'], '--rate-limit is "0/1m", but must be none, or a number'],
    [['--rate-limit', '1/2d'], '--rate-limit is "1/2d", but must be none, or a number'],
    [
      ['--allow-host', 'a.internal,http://b.internal'],
      '--allow-host is "a.internal,http://b.internal", but must be a host',
    ],
    [['--allow-host', 'a.internal:4010'], '--allow-host is "a.internal:4010", but must be a host'],
    // Nobody could ever send it.
    [['--admin-token', 'two words'], '--admin-token is ***, but must be a text of 1 to 200 visible ASCII characters'],
    [['--admin-token', 'Schlüssel'], '--admin-token is ***, but must be a text of 1 to 200 visible ASCII characters'],
    [['--nope'], '--nope'],
    [['fly'], 'unknown command "fly"'],
    [['db.json'], 'unknown command "db.json"; serve a file with --data or --openapi'],
    [['serve', 'db.json'], 'understudy serve does not take "db.json"; serve a file with --data or --openapi'],
  ])('refuses %j with one line', async (flags, message) => {
    // In this process, since all of them end the same way; the next test starts one.
    const { code, stdout, stderr } = await runHere(flags);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(message);
    expect(stderr.trim().split('\n').length).toBe(1);
  });

  it('ends with 2 where it refuses', async () => {
    const { code, stdout, stderr } = await runServer(['--port', 'x']);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toBe('understudy: --port is "x", but must be a whole number from 0 to 65535\n');
  });

  it.each([
    [[], /^.*choose another with --seed.*\n$/],
    [['--seed', 'of-our-own'], /^$/],
  ])('says that the default seed is no secret to whoever lets others reach it, with %j', async (flags, said) => {
    const server = await spawnServer(['--host', '0.0.0.0', ...flags]);
    expect(await server.stop()).toBe(0);
    expect(server.complaints()).toMatch(said);
  });

  it('names the variable where the value came from one', async () => {
    const { code, stderr } = await runHere([], { env: { UNDERSTUDY_CLOCK: 'noon' } });
    expect(code).toBe(2);
    expect(stderr).toContain('UNDERSTUDY_CLOCK is "noon", but must be real');
  });

  it('lists every option with its variable and default in the help', async () => {
    const { code, stdout } = await runHere(['serve', '--help']);
    expect(code).toBe(0);
    for (const { flag, variable } of Object.values(optionsFor(api.sizes))) {
      expect(stdout).toContain(`--${flag}`);
      expect(stdout).toContain(`[${variable}; default: `);
    }
  });

  it.each([
    [['help'], 'Usage: understudy [COMMAND] [options]'],
    [['serve', '--help'], 'Usage: understudy serve [options]'],
    [['help', 'serve'], 'Serves the API until it is stopped.'],
  ])('helps with %j', async (words, line) => {
    const { code, stdout, stderr } = await runHere(words);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain(line);
  });

  it('prints its version', async () => {
    const { code, stdout } = await runServer(['--version']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^understudy \d+\.\d+\.\d+\S* \(API 1\.0\.0\)\n$/);
    const [, version = ''] = stdout.split(' ');
    expect(manifest.version).toBe(version);
    // One version everywhere; that of the document is the API's, and says so.
    await using server = await inProcess();
    expect(await (await server.fetch('/healthz')).json()).toMatchObject({ version, api_version: '1.0.0' });
    const page = await (await server.fetch('/', { headers: { accept: 'text/html' } })).text();
    expect(page).toContain(`version ${version}`);
    const { info } = (await (await server.fetch('/openapi.json')).json()) as {
      info: { version: string; description: string };
    };
    expect(info.version).toBe('1.0.0');
    expect(info.description).toContain('The version of this document is that of the API.');
  });

  it('lets a flag win over its variable, and reads lists and sizes', async () => {
    const server = await spawnServer(['--seed', 'by-flag', '--size', 'students=3', '--size', 'courses=4'], {
      env: { UNDERSTUDY_SEED: 'by-variable', UNDERSTUDY_CLOCK: '2030-01-01T00:00:00Z' },
    });
    const answer = await server.fetch('/sandboxes/default');
    expect(await answer.json()).toMatchObject({
      data: {
        seed: 'by-flag',
        sizes: { ...api.sizes, courses: 4, students: 3 },
        clock: { now: '2030-01-01T00:00:00.000Z' },
      },
    });
    expect(await server.stop()).toBe(0);
  });

  it('says who listens there already, and names a port that is free', async () => {
    const other = createServer();
    const port = await listen(other);
    const { code, stdout, stderr } = await runServer(['serve', '--port', String(port)]);
    other.close();
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(
      new RegExp(`^understudy: --port is ${port}, but .* already listens there; try --port \\d+\\n$`),
    );
    // Where the system tells it. This process has a name of its own, which the system cuts off.
    if (process.platform === 'linux')
      expect(stderr).toMatch(new RegExp(`, but .+ \\(process ${process.pid}\\) already`));
    const [, free = ''] = /try --port (\d+)/.exec(stderr) ?? [];
    const next = await spawnServer(['--port', free]);
    expect(next.origin).toBe(`http://127.0.0.1:${free}`);
    expect(await next.stop()).toBe(0);
  });

  it('says where the port came from, and when this machine has no such address', async () => {
    const other = createServer();
    const port = await listen(other);
    const byVariable = await runHere([], { env: { PORT: String(port) } });
    other.close();
    expect(byVariable).toMatchObject({ code: 1, stderr: expect.stringContaining(`PORT is ${port}, but `) });
    const nowhere = await runHere(['--host', '192.0.2.1']);
    expect(nowhere.code).toBe(1);
    expect(nowhere.stderr).toBe('understudy: --host is "192.0.2.1", but this machine does not have that address\n');
  });

  it.skipIf(!isExhaustive || process.platform !== 'linux')(
    'opens the start page by the opener of the system, not by a shell',
    async () => {
      const bin = mkdtempSync(join(tmpdir(), 'understudy-open-'));
      const opened = join(bin, 'opened');
      writeFileSync(join(bin, 'xdg-open'), `#!/bin/sh\nprintf '%s|' "$@" > ${opened}\n`, { mode: 0o755 });
      const server = await spawnServer(['--open', '--host', '0.0.0.0', '--seed', 'own'], {
        env: { PATH: `${bin}${delimiter}${process.env['PATH']}` },
      });
      const shown = await eventually(() => {
        const text = readFileSync(opened, 'utf8');
        expect(text).not.toBe('');
        return text;
      });
      expect(shown).toBe(`http://127.0.0.1:${new URL(server.origin).port}|`);
      expect(await server.stop()).toBe(0);
      // Where there is none, it says so and serves.
      const without = await spawnServer(['--open'], { env: { PATH: '' } });
      await eventually(() => expect(without.complaints()).toContain('no browser could be opened'));
      expect((await without.fetch('/healthz')).status).toBe(200);
      expect(await without.stop()).toBe(0);
      rmSync(bin, { recursive: true });
    },
  );

  long('runs in a folder that it may only read, with files of its own there', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'understudy-read-only-'));
    writeFileSync(join(folder, 'understudy.config.ts'), "export default { data: 'db.json' as string };");
    writeFileSync(join(folder, 'db.json'), '{ "todos": [{ "id": 1, "title": "Buy chalk" }] }');
    chmodSync(folder, 0o555);
    const server = await spawnServer([], { cwd: folder, asAnyone: true });
    expect(await (await server.fetch('/api/todos/1')).json()).toMatchObject({ data: { title: 'Buy chalk' } });
    expect(await server.stop()).toBe(0);
    chmodSync(folder, 0o755);
    expect(readdirSync(folder).toSorted()).toEqual(['db.json', 'understudy.config.ts']);
    rmSync(folder, { recursive: true });
  });
});

describe('the log', () => {
  long('may lose its reader', async () => {
    const server = await spawnServer(['--log', 'json', '--log-level', 'debug']);
    server.stopReading();
    // Longer than lines are held back: those of the first request are written before the second is answered.
    expect((await server.fetch('/healthz')).status).toBe(200);
    expect((await server.fetch('/api/education/courses?delay=0.3')).status).toBe(200);
    expect((await server.fetch('/healthz')).status).toBe(200);
    expect(await server.stop()).toBe(0);
  });

  it.skipIf(!isExhaustive || !existsSync('/dev/full'))('may be on a disk that is full', async () => {
    const port = await freePort();
    const full = openSync('/dev/full', 'w');
    const flags = ['serve', '--port', String(port), '--log', 'json', '--log-level', 'debug'];
    const child = spawn(process.execPath, [SERVER_MAIN, ...flags], { stdio: ['ignore', full, 'inherit'] });
    const exit = once(child, 'exit');
    const ask = async (path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).status;
    await eventually(async () => expect(await ask('/healthz')).toBe(200));
    expect(await ask('/api/education/courses?delay=0.3')).toBe(200);
    expect(await ask('/healthz')).toBe(200);
    child.kill('SIGTERM');
    expect(await exit).toEqual([0, null]);
    closeSync(full);
  });
});

describe('the end', () => {
  it.each([
    ['SIGTERM', []],
    // It drains for no load balancer.
    ['SIGINT', ['--drain', '5m']],
  ] as const)('lets running requests finish on %s, and ends with 0', async (signal, flags) => {
    const server = await spawnServer(flags);
    const running = server.fetch('/api/education/courses?delay=1.5');
    // The next answer shows that the server has taken the slow request before it.
    await server.fetch('/healthz');
    const code = server.stop(signal);
    const { status, headers } = await running;
    // Nothing more is sent on a connection that ends.
    expect([status, headers.get('connection')]).toEqual([200, 'close']);
    expect(await code).toBe(0);
    await expect(server.fetch('/healthz')).rejects.toThrow();
  });

  it('answers on SIGTERM what was to wait for longer than a stop may take', async () => {
    const server = await spawnServer();
    const delayed = server.fetch('/api/education/courses?fault=delay;ms=60000');
    const held = server.fetch('/trpc/education.listCourses?fault=delay;ms=60000');
    await server.fetch('/healthz');
    const code = server.stop('SIGTERM');
    expect([(await delayed).status, (await held).status]).toEqual([200, 200]);
    expect(await code).toBe(0);
  });

  it('drains: health checks fail, and everything else is answered until it stops', async () => {
    const server = await spawnServer(['--drain', '1s']);
    const since = performance.now();
    const code = server.stop('SIGTERM');
    await eventually(async () => expect((await server.fetch('/healthz')).status).toBe(503));
    const [health, ready, answer] = await Promise.all(
      ['/healthz', '/readyz', '/api/education/courses'].map((path) => server.fetch(path)),
    );
    expect([health?.status, ready?.status, answer?.status]).toEqual([503, 503, 200]);
    expect(health?.headers.get('retry-after')).toBe('1');
    expect(await health?.json()).toMatchObject({ kind: 'service_unavailable', simulated: false });
    expect(await code).toBe(0);
    expect(performance.now() - since).toBeGreaterThan(990);
  });

  it('leaves a connection open for half a second on SIGTERM, for what a load balancer sends on it', async () => {
    const server = await spawnServer();
    const { hostname, port } = new URL(server.origin);
    const socket = connect(Number(port), hostname);
    socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n');
    await once(socket, 'data');
    const since = performance.now();
    const code = server.stop('SIGTERM');
    await once(socket, 'close');
    // A timer may be early by a fraction of a ms, and a slow machine only makes it later.
    expect(performance.now() - since).toBeGreaterThan(490);
    expect(await code).toBe(0);
    // Where nobody else can reach it, the default seed is no matter.
    expect(server.complaints()).toBe('');
  });
});
