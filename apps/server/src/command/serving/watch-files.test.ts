/** Watched files: whatever happens to one is told, and told again the next time. */
import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { patient } from '@understudy/tooling/patience';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type WatchedFiles, watchFiles } from './watch.js';

let folder: string;
let watched: WatchedFiles | undefined;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'understudy-watched-'));
});
afterEach(async () => {
  watched?.close();
  rmSync(folder, { recursive: true, force: true });
});

const at = (name: string): string => join(folder, name);

/** Puts another version of everything in a folder beside, and has the link lead there at once, as Kubernetes does. */
function swap(version: string): void {
  mkdirSync(at(version));
  writeFileSync(at(`${version}/db.json`), version);
  symlinkSync(version, at('next'));
  renameSync(at('next'), at('..data'));
}

/** Makes changes one after the other, and expects each to be told. */
async function told(name: string, changes: readonly (() => void)[]): Promise<void> {
  const onChange = vi.fn<(changed: readonly string[]) => void>();
  watched = watchFiles([at(name), at('never-there/other')], onChange);
  for (const [index, change] of changes.entries()) {
    change();
    await vi.waitFor(() => expect(onChange).toHaveBeenCalledTimes(index + 1), {
      timeout: patient(5000),
      interval: 20,
    });
    expect(onChange).toHaveBeenLastCalledWith([at(name)]);
  }
}

it.each<[string, () => readonly (() => void)[]]>([
  ['is written', () => ['b', 'c'].map((text) => () => writeFileSync(at('db.json'), text))],
  [
    'is replaced by another',
    () =>
      ['b', 'c'].map((text) => () => {
        writeFileSync(at('new'), text);
        renameSync(at('new'), at('db.json'));
      }),
  ],
  [
    'is removed, and made again',
    () => [
      () => unlinkSync(at('db.json')),
      () => writeFileSync(at('db.json'), 'b'),
      () => unlinkSync(at('db.json')),
      () => writeFileSync(at('db.json'), 'c'),
    ],
  ],
  [
    'is removed and made again at once',
    () =>
      ['b', 'c'].map((text) => () => {
        unlinkSync(at('db.json'));
        writeFileSync(at('db.json'), text);
      }),
  ],
  [
    'is gone with its folder, which comes back',
    () => [() => renameSync(folder, `${folder}-away`), () => renameSync(`${folder}-away`, folder)],
  ],
])('tells of a file that %s', async (_what, changes) => {
  writeFileSync(at('db.json'), 'a');
  await told('db.json', changes());
});

it('tells of a file behind a link that leads elsewhere now, and of that there', async () => {
  swap('v1');
  symlinkSync('..data/db.json', at('db.json'));
  await told('db.json', [
    () => swap('v2'),
    () => {
      rmSync(at('v1'), { recursive: true });
      swap('v3');
    },
    () => writeFileSync(at('v3/db.json'), 'changed'),
  ]);
});

it('tells of a file that was not there', async () => {
  await told('db.json', [() => writeFileSync(at('db.json'), 'a')]);
});

it('tells of those alone that are watched instead', async () => {
  const onChange = vi.fn<(changed: readonly string[]) => void>();
  watched = watchFiles([at('first')], onChange);
  writeFileSync(at('second'), 'a');
  watched.replace([at('second')]);
  writeFileSync(at('first'), 'a');
  await vi.waitFor(
    () => {
      writeFileSync(at('second'), `${performance.now()}`);
      expect(onChange).toHaveBeenCalled();
    },
    { timeout: patient(5000), interval: 350 },
  );
  expect(onChange.mock.calls.flat(2)).not.toContain(at('first'));
});
