/** The file of the journals beside a SQLite database: damaged, foreign, lost, and held by somebody else. */
import { mkdirSync, mkdtempSync, readFileSync, existsSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import Database from 'libsql';
import { beforeEach, describe, expect, it, test } from 'vitest';
import type { JournalStore } from '../../src/journal/journal-store.js';
import { machineNow, openSqliteJournals } from '../../src/store/stores/sqlite/journal/sqlite-journals.js';
import { OptionError } from '../../src/options/options.js';
import { opened, settingsOf } from '../support.js';
import { bodyOf, entriesOf, idsIn, LIMITS } from './journals.js';
import { ending, useFolder } from '../use.js';

const folder = useFolder();
let database: string;
let file: string;
let warnings: string[];
beforeEach(() => {
  database = join(mkdtempSync(join(folder, 'journal-')), 'state.db');
  file = `${database}.requests`;
  warnings = [];
});

async function open(newAt?: number): Promise<JournalStore> {
  return ending(await openSqliteJournals(database, { limits: LIMITS, newAt, warn: (line) => warnings.push(line) }));
}

const body = bodyOf('x'.repeat(5000));

/** Overwrites the middle of the file, and leaves its head. */
function damage(): void {
  const bytes = readFileSync(file);
  bytes.fill(0xa5, 200);
  rmSync(`${file}-wal`, { force: true });
  writeFileSync(file, bytes);
}

it('survives the end of its process, and is of no use to a database that came later', async () => {
  const first = await open();
  await first.append(entriesOf(['r1', 'r2']));
  await first.close();
  expect(await idsIn(await open())).toEqual(['r1', 'r2']);
  expect(await idsIn(await open(machineNow()))).toEqual([]);
  expect(warnings).toEqual([]);
});

it('keeps what another process has written that started on the same new database', async () => {
  const before = machineNow();
  const first = await open(before);
  await first.append(entriesOf(['r1']));
  const second = await open(before);
  await second.append(entriesOf(['r2']));
  expect(await idsIn(first)).toEqual(['r1', 'r2']);
  expect(await idsIn(second)).toEqual(['r1', 'r2']);
});

it('begins anew where it is damaged, and says so', async () => {
  const first = await open();
  await first.append(entriesOf(['r1', 'r2', 'r3'], { body }));
  await first.close();
  damage();
  const second = await open();
  expect(warnings).toEqual([
    expect.stringMatching(/request journal in .*state\.db\.requests was damaged .* begins anew/),
  ]);
  expect(await idsIn(second)).toEqual([]);
  await second.append(entriesOf(['r4']));
  expect(await idsIn(second)).toEqual(['r4']);
});

it('begins anew where it was damaged or deleted while it was open, on all processes', async () => {
  const [here, there] = [await open(), await open()];
  await here.append(entriesOf(['r1'], { body }));
  for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true });
  await there.append(entriesOf(['r2']));
  await here.append(entriesOf(['r3']));
  expect(await idsIn(here)).toEqual(['r2', 'r3']);
  expect(await idsIn(there)).toEqual(['r2', 'r3']);
});

it('gives no number of a file again that is gone', async () => {
  const [here, there] = [await open(), await open()];
  await here.append(entriesOf(['r1', 'r2', 'r3']));
  expect(await idsIn(there)).toEqual(['r1', 'r2', 'r3']);
  for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true });
  await there.append(entriesOf(['r4']));
  expect(await here.read('a', 3)).toMatchObject({ entries: [{ sequence: 4 }], last: 4, dropped: 0 });
});

it('is made where there is an empty file', async () => {
  writeFileSync(file, '');
  const store = await open();
  await store.append(entriesOf(['r1']));
  expect(await idsIn(store)).toEqual(['r1']);
});

describe('a file that is not ours', () => {
  const cases: readonly (readonly [string, () => void])[] = [
    ['a text', () => writeFileSync(file, 'notes of mine')],
    ['a folder', () => mkdirSync(file)],
    [
      'a database of another program',
      () => {
        const other = new Database(file);
        other.exec('create table t (x); insert into t values (1)');
        other.close();
      },
    ],
  ];
  test.each(cases)('%s stops the start with a line that names it, and stays as it is', async (_what, make) => {
    make();
    const before = existsSync(join(file, '.')) && _what === 'a folder' ? undefined : readFileSync(file);
    const failure = await opened(settingsOf({ store: `sqlite:${database}` }), { sink: () => undefined }).catch(
      (error: unknown) => error,
    );
    expect(failure).toBeInstanceOf(OptionError);
    expect(String(failure)).toContain(`${file}, where the request journal is kept, cannot be used`);
    if (before !== undefined) expect(readFileSync(file).equals(before)).toBe(true);
  });

  it('is no concern of a server without a journal', async () => {
    writeFileSync(file, 'notes of mine');
    const app = await opened(settingsOf({ store: `sqlite:${database}`, maxJournal: 0 }), { sink: () => undefined });
    await app.close();
    expect(readFileSync(file, 'utf8')).toBe('notes of mine');
  });
});

it('begins anew where an earlier release has written it, in another form', async () => {
  const first = await open();
  await first.append(entriesOf(['r1', 'r2']));
  await first.close();
  const other = new Database(file);
  other.exec(`pragma user_version = 0; drop table understudy_journal_rows; create table understudy_journal_rows (old)`);
  other.close();
  const store = await open();
  expect(await idsIn(store)).toEqual([]);
  await store.append(entriesOf(['r3']));
  expect(await idsIn(store)).toEqual(['r3']);
  expect(warnings).toEqual([]);
});

it('is refused where a newer release has written it', async () => {
  await (await open()).close();
  const other = new Database(file);
  other.exec('pragma user_version = 99');
  other.close();
  await expect(open()).rejects.toThrow('newer release');
  truncateSync(file, 0);
});

it('waits for others without holding up everybody else', async () => {
  const store = await open();
  const other = new Database(file);
  other.exec('begin immediate');
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  const appended = store.append(entriesOf(['r1']));
  for (let turns = 0; turns < 20; turns++) await new Promise((resolve) => setImmediate(resolve));
  other.exec('commit');
  await appended;
  delay.disable();
  expect(await idsIn(store)).toEqual(['r1']);
  // In ns; SQLite itself would have waited for two seconds.
  expect(delay.max).toBeLessThan(1.5e9);
  other.close();
});
