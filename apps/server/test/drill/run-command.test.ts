/** Commands as they end, hang, leave children behind or are not there: nothing of them is left running. */
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { patient } from '@understudy/tooling/patience';
import { plainEnvironment } from '@understudy/tooling/server';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { runCommand, type RunOptions } from '../../src/drill/process/run-command.js';
import { running } from './processes.js';
import { useFolder } from '../use.js';

const folder = useFolder();

const LONG_MS = patient(60_000);

const run = (command: readonly string[], options: Partial<RunOptions> = {}) =>
  runCommand(command, {
    environment: plainEnvironment(),
    limitMs: LONG_MS,
    signal: new AbortController().signal,
    graceMs: 200,
    ...options,
  });

/** A script of Node, in a process of its own. */
const node = (code: string): string[] => [process.execPath, '-e', code];

/** Expects of the processes whose ids it printed that none runs any more. */
async function expectNoneLeft(output: string, count: number): Promise<void> {
  const pids = [...output.matchAll(/pid (\d+)/g)].map(([, pid]) => Number(pid));
  expect(pids).toHaveLength(count);
  await expect.poll(() => pids.filter((pid) => running().has(pid))).toEqual([]);
}

/** A script of the shell, which starts at once also where the machine is busy. */
const shell = (code: string): string[] => ['sh', '-c', code];

it('gives the exit code and the last lines of the output', async () => {
  const { code, signal, isTimedOut, left, output } = await run(
    node('console.log("out"); console.error("\\u001b[31merr\\u001b[0m"); process.exitCode = 3;'),
  );
  expect([code, signal, isTimedOut, left]).toEqual([3, null, false, 0]);
  expect(output.lines(10).split('\n').toSorted()).toEqual(['err', 'out']);
});

it('keeps the end of a long output, in whole lines', async () => {
  const { output } = await run(node('for (let i = 0; i < 50_000; i++) console.log("line " + i);'));
  expect(output.lines(2)).toBe('line 49998\nline 49999');
  const all = output.lines(1e6);
  expect(all.length).toBeLessThan(200_000);
  expect(all).toMatch(/^line \d+\n/);
});

it('passes output on while it comes', async () => {
  const chunks: string[] = [];
  await run(node('console.log("hello")'), { onOutput: (chunk) => chunks.push(String(chunk)) });
  expect(chunks.join('')).toBe('hello\n');
});

it('gives it the environment, and nothing on standard input', async () => {
  const environment = { ...plainEnvironment(), UNDERSTUDY_URL: 'http://127.0.0.1:1' };
  const { output } = await run(
    node('process.stdin.on("data", () => {}).on("end", () => console.log(process.env.UNDERSTUDY_URL))'),
    { environment },
  );
  expect(output.lines(1)).toBe('http://127.0.0.1:1');
});

describe('a command that cannot be run', () => {
  function file(name: string, text: string, mode: number): string {
    const path = join(folder, name);
    writeFileSync(path, text);
    chmodSync(path, mode);
    return path;
  }

  it.each([
    ['is not there', () => 'no-such-command', 'there is no such command on the PATH'],
    ['is no file', () => './no/such/file', 'there is no such file'],
  ])('%s', async (_, command, reason) => {
    await expect(run([command()])).rejects.toThrow(`cannot run ${JSON.stringify(command())}: ${reason}`);
  });

  it.skipIf(process.platform === 'win32').each([
    ['is not executable', () => file('plain.sh', 'echo hi\n', 0o644), 'it is not executable'],
    ['is a folder', () => folder, 'it is not executable'],
    [
      'needs what is not there',
      () => file('strange', '#!/no/such/interpreter\n', 0o755),
      'the interpreter that its first line names is not there',
    ],
  ])('%s', async (_, command, reason) => {
    await expect(run([command()])).rejects.toThrow(reason);
  });
});

/** What lets the time of a command pass once it has printed the ids of so many processes. */
function overAt(count: number): Partial<RunOptions> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  let printed = '';
  const onOutput = (chunk: Buffer): void => {
    printed += String(chunk);
    if (printed.split('pid ').length > count) vi.advanceTimersByTime(LONG_MS);
  };
  return { onOutput };
}

describe.skipIf(process.platform === 'win32')('nothing is left', () => {
  afterEach(() => vi.useRealTimers());

  it('of a command that hangs', async () => {
    const { code, signal, isTimedOut, output } = await run(shell('echo pid $$; sleep 1000'), overAt(1));
    expect([code, signal, isTimedOut]).toEqual([null, 'SIGTERM', true]);
    await expectNoneLeft(output.lines(10), 1);
  });

  it('of one that will not end, with a child that will not either', async () => {
    const command = shell('trap "" TERM; sleep 1000 & echo pid $!; echo pid $$; while :; do sleep 1000; done');
    const { signal, isTimedOut, output } = await run(command, overAt(2));
    expect([signal, isTimedOut]).toEqual(['SIGKILL', true]);
    await expectNoneLeft(output.lines(10), 2);
  });

  it('of children that outlive it and hold its output', async () => {
    const { code, left, output } = await run(shell('trap "" TERM; sleep 1000 & echo pid $!'));
    expect([code, left]).toEqual([0, 1]);
    await expectNoneLeft(output.lines(10), 1);
  });

  it.runIf(process.platform === 'linux')('of daemons, which leave its process group', async () => {
    // It is alive once it has printed, in a session of its own.
    const begun = join(folder, 'daemon');
    const daemon = `setsid sh -c 'echo pid $$; touch ${begun}; exec sleep 1000'`;
    const { code, left, output } = await run(shell(`${daemon} & until [ -e ${begun} ]; do sleep 0.01; done`));
    expect([code, left]).toEqual([0, 1]);
    await expectNoneLeft(output.lines(10), 1);
  });

  it('when somebody ends it', async () => {
    const controller = new AbortController();
    const { signal, isTimedOut, output } = await run(shell('echo pid $$; sleep 1000'), {
      signal: controller.signal,
      onOutput: () => controller.abort('SIGINT'),
    });
    expect([signal, isTimedOut]).toEqual(['SIGTERM', false]);
    await expectNoneLeft(output.lines(10), 1);
  });
});
