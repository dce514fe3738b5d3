/** What tests open: one for all of them, one for each, or one that ends with the test that runs. */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { patient } from '@understudy/tooling/patience';
import { afterAll, afterEach, beforeAll, beforeEach, onTestFinished, vi } from 'vitest';

/** Something that is open until it is ended. */
type Open = { readonly close: () => unknown } | { readonly stop: () => unknown } | { readonly remove: () => unknown };

const end = async (open: Open): Promise<void> =>
  void (await ('close' in open ? open.close() : 'stop' in open ? open.stop() : open.remove()));

/** Has something end with the test that runs, also where that fails; what was begun last ends first. */
export function ending<Opened extends Open>(opened: Opened): Opened {
  onTestFinished(() => end(opened));
  return opened;
}

/** Stands for what is opened later; its members are those of what is open when they are read. */
function standIn<Opened extends Open>(current: () => Opened | undefined): Opened {
  const opened = (): Opened => {
    const now = current();
    if (now === undefined) throw new Error('it is open in hooks and tests alone');
    return now;
  };
  return new Proxy({} as Opened, {
    get: (_, name) => {
      const value: unknown = Reflect.get(opened(), name);
      return typeof value === 'function' ? value.bind(opened()) : value;
    },
    set: (_, name, value) => Reflect.set(opened(), name, value),
    // What is spread has the members of what is open.
    ownKeys: () => Reflect.ownKeys(opened()),
    getOwnPropertyDescriptor: (_, name) => {
      const found = Reflect.getOwnPropertyDescriptor(opened(), name);
      return found && { ...found, configurable: true };
    },
  });
}

/** Opens something before each test that stands beside the call, and ends it after it; what was opened last ends first. */
export function openEach<Opened extends Open>(open: () => Opened | Promise<Opened>): Opened {
  let current: Opened | undefined;
  beforeEach(async () => {
    // What a test has left running meets the one before, which has ended.
    current = ending(await open());
  }, patient(60_000));
  return standIn(() => current);
}

/** Opens something before all tests that stand beside the call, and ends it after them. */
export function openOnce<Opened extends Open>(open: () => Opened | Promise<Opened>): Opened {
  let current: Opened | undefined;
  beforeAll(async () => {
    current = await open();
  }, patient(60_000));
  afterAll(async () => {
    // Where it could not be opened there is nothing to end.
    if (current !== undefined) await end(current);
  }, patient(60_000));
  return standIn(() => current);
}

/** Makes a folder, which goes after the tests that stand beside the call. */
export function useFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'understudy-test-')));
  afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  return folder;
}

/** Has the clock of the machine stand at an instant in each test; timers run as ever. */
export function useClock(now: string): void {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(now) }));
  afterEach(() => void vi.useRealTimers());
}
