/** `understudy check FILE` as a user runs it, on files with and without faults. */
import { fileURLToPath } from 'node:url';
import { patient } from '@understudy/tooling/patience';
import { runServer } from '@understudy/tooling/server';
import { describe, expect, it } from 'vitest';

const file = (name: string): string => fileURLToPath(new URL(`domains/${name}.mjs`, import.meta.url));
const check = (name: string, ...flags: string[]) => runServer(['check', file(name), ...flags]);

interface Shown {
  readonly checks: readonly { readonly name: string; readonly subjects: number }[];
  readonly findings: readonly { readonly check: string; readonly subject: string; readonly actual: string }[];
  readonly skipped: readonly string[];
}

/** The findings of a run with `--json`. */
async function findings(name: string, ...flags: string[]) {
  const { code, stdout } = await check(name, '--json', ...flags);
  const shown = JSON.parse(stdout) as Shown;
  return { code, shown, found: shown.findings.map(({ check: by, subject }) => `${by} ${subject}`) };
}

describe('understudy check', { timeout: patient(60_000) }, () => {
  it('ends with 0 where nothing is found, and prints the same but the time', async () => {
    const runs = await Promise.all([check('good', '--only', 'answers'), check('good', '--only', 'answers')]);
    const [one, other] = runs.map(({ stdout }) => stdout.replace(/in [\d.]+ s$/m, ''));
    expect(runs.map(({ code }) => code)).toEqual([0, 0]);
    expect(one).toBe(other);
    expect(one).toContain('✓ answers                     2  ok\n- SKIPPED ');
    expect(one).toContain('1 check over 2 cases: no findings, 1 skipped, ');
  });

  it('finds what differs between two processes, with the line of curl that shows it', async () => {
    const { code, stdout } = await check('per-process', '--only', 'equal-bytes,two-processes');
    expect(code).toBe(1);
    expect(stdout).toContain('✓ equal-bytes ');
    expect(stdout).toContain('✗ two-processes               2  1 finding\n');
    expect(stdout).toContain("asked:    curl 'http://127.0.0.1:4010/api/lamps/lamp_0001'");
  });

  it('goes on after a handler that never comes back', async () => {
    const { code, shown, found } = await findings('loops', '--only', 'answers,paging-styles', '--call-limit', '1');
    expect([code, found]).toEqual([1, ['answers lamps.getLamp']]);
    expect(shown.findings[0]?.actual).toBe('no answer within 1 s');
    expect(shown.checks.map(({ subjects }) => subjects)).toEqual([2, 1]);
    expect(shown.skipped.at(-1)).toContain('lamps.getLamp');
  });

  it('goes on after a handler that ends the process', async () => {
    const { code, found, shown } = await findings('exits', '--only', 'answers,paging-styles');
    expect([code, found]).toEqual([1, ['answers lamps.getLamp']]);
    expect(shown.findings[0]?.actual).toBe('the process ended with 0');
  });

  it('checks one operation', async () => {
    const { shown } = await findings('good', '--operation', 'lamps.getLamp', '--only', 'answers,seeds-fit');
    expect(shown.checks.map(({ name, subjects }) => [name, subjects])).toEqual([
      ['seeds-fit', 0],
      ['answers', 1],
    ]);
  });

  it.each([
    [['check'], 'check needs a FILE'],
    [['check', file('no-domain')], 'exports no domain'],
    [['check', file('nowhere')], 'nowhere.mjs'],
    [['check', file('good'), '--only', 'nope'], '--only names nope; the checks are seeds-fit, '],
    [['check', file('good'), '--operation', 'lamps.nope'], '--operation names lamps.nope, which'],
    [['check', file('good'), '--postgres', 'mysql://me:secret@x'], '--postgres is ***, but must be postgres://…'],
  ])('refuses %j with one line', async (flags, message) => {
    const { code, stdout, stderr } = await runServer(flags);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(message);
    expect(stderr.trim().split('\n')).toHaveLength(1);
  });
});
