/** `--write`: changes go back into the file, and what somebody else has written there is never lost. */
import {
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { patient } from '@understudy/tooling/patience';
import { runServer, type SpawnedServer, spawnServer } from '@understudy/tooling/server';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { eventually } from '../eventually.js';

const text = `{
  "posts": [
    { "id": 1, "title": "first" }
  ],
  "profile": { "name": "typicode" }
}
`;

let folder = '';
let server: SpawnedServer | undefined;
const file = (name = 'db.json') => join(folder, name);
const read = () => readFileSync(file('data/real.json'), 'utf8');
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'understudy-write-')));
  const data = mkdtempSync(file('data'));
  renameSync(data, file('data'));
  writeFileSync(file('data/real.json'), text, { mode: 0o640 });
  symlinkSync('data/real.json', file());
});
afterEach(async () => {
  await server?.stop();
  server = undefined;
  rmSync(folder, { recursive: true, force: true });
});

const start = async (...more: string[]) => {
  server = await spawnServer(['--data', 'db.json', '--write', '--bare', ...more], { cwd: folder });
};

const ask = async (line: string, body?: object): Promise<unknown> => {
  const [method = '', path = ''] = line.split(' ');
  const sent = { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const answer = await fetch(`${server?.origin}${path}`, { method, ...(body && sent) });
  return answer.json();
};

const complains = (of: RegExp) => eventually(() => expect(server?.complaints()).toMatch(of));

it(
  'writes each change of the default sandbox back, as the file is written, and what it takes up by --watch is not its own',
  async () => {
    await start('--watch');
    await ask('POST /api/posts', { title: 'second' });
    const second = text.replace('"first" }', '"first" },\n    { "id": 2, "title": "second" }');
    // Before the answer, where nothing was written just now.
    expect(read()).toBe(second);
    expect([lstatSync(file()).isSymbolicLink(), lstatSync(file('data/real.json')).mode % 0o1000]).toEqual([
      true,
      0o640,
    ]);
    expect(readdirSync(file('data'))).toEqual(['real.json']);
    await ask('PUT /sandboxes/other/api/posts/1', { title: 'of a sandbox' });
    await ask('PATCH /api/profile', { age: 7 });
    await eventually(() => expect(read()).toBe(second.replace('"typicode"', '"typicode", "age": 7')));
    // By hand: it is served, and written on.
    writeFileSync(file('data/real.json'), text.replace('first', 'by hand'));
    await complains(/db\.json changed; serving anew/);
    expect(server?.complaints()).toMatch(
      /^(?:understudy: the sandbox \w+ begins anew: .*\n)*understudy: db\.json changed;.*\n$/,
    );
    await ask('DELETE /api/posts/1');
    await eventually(() => expect(read()).toBe(text.replace(/\[[^]*\]/, '[]')));
    await ask('DELETE /sandboxes/default');
    await eventually(() => expect(read()).toBe(text.replace('first', 'by hand')));
    // None of its own changes has had it start anew.
    expect(server?.complaints().match(/serving anew/g)).toHaveLength(1);
  },
  patient(30_000),
);

it(
  'overwrites no change of another program, and loses none of its own',
  async () => {
    await start();
    writeFileSync(file('data/real.json'), text.replace('first', 'by hand'));
    await ask('POST /api/posts', { title: 'second' });
    await complains(/db\.json was changed by another program, and is not overwritten; changes stay in memory/);
    expect(read()).toBe(text.replace('first', 'by hand'));
    const { complaints } = server as SpawnedServer;
    await server?.stop();
    const [, other = ''] = /the data as it was at the end is in (\S+)/.exec(complaints()) ?? [];
    expect(JSON.parse(readFileSync(other, 'utf8'))).toMatchObject({ posts: [{ title: 'first' }, { title: 'second' }] });
    rmSync(other);
  },
  patient(30_000),
);

it(
  'says that the file cannot be written, and writes it once it can be',
  async () => {
    await start();
    renameSync(file('data'), file('away'));
    expect(await ask('POST /api/posts', { title: 'second' })).toEqual({ id: 2, title: 'second' });
    await complains(/db\.json is gone \(ENOENT\); changes stay in memory/);
    renameSync(file('away'), file('data'));
    await complains(/db\.json is written again/);
    expect(read()).toContain('second');
  },
  patient(30_000),
);

it.each([
  [['--write'], '--write is on, but --data names no file that it could write'],
  [['--data', 'db.json', '--write', '--store', 'sqlite:x.db'], '--write is on, but --store saves changes already'],
  [['--data', 'none.json', '--write'], '--data is "none.json", but there is no such file'],
])(
  'refuses %j',
  async (options, message) => {
    const { code, stderr } = await runServer(options);
    expect([code, stderr]).toEqual([2, `understudy: ${message}\n`]);
  },
  patient(30_000),
);
