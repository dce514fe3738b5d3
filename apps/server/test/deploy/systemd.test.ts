/** deploy/understudy.service, as systemd itself reads it where it is installed. */
import { spawnSync } from 'node:child_process';
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { useFolder } from '../use.js';

const unit = fileURLToPath(new URL('../../../../deploy/understudy.service', import.meta.url));
const text = readFileSync(unit, 'utf8');

const folder = useFolder();

function analyze(...words: string[]) {
  const { status, stdout, stderr } = spawnSync('systemd-analyze', words, { encoding: 'utf8' });
  return { status, said: (stdout + stderr).trim() };
}

/** The unit with something changed. */
function changed(from: string, to: string): string {
  expect(text).toContain(from);
  const path = join(folder, 'understudy.service');
  writeFileSync(path, text.replace(from, to));
  return path;
}

/** How much a service is exposed, from 0 to 10, in tenths. */
const MOST_EXPOSED = 15;
const judge = (path: string) => analyze('security', '--offline=yes', `--threshold=${MOST_EXPOSED}`, path);

const isThere = analyze('--version').status === 0;
if (!isThere && process.env['CI'] === 'true') throw new Error('systemd-analyze is not installed');
if (!isThere) process.stderr.write('\n!!! THE UNIT IS NOT READ BY systemd: systemd-analyze is not installed\n\n');

describe.skipIf(!isThere)('systemd', () => {
  it('has nothing to say against it', () => {
    const path = join(folder, 'understudy.service');
    copyFileSync(unit, path);
    expect(analyze('verify', path)).toEqual({ status: 0, said: '' });
  });

  it('says so where a name is wrong', () => {
    expect(analyze('verify', changed('ProtectSystem=', 'ProtectSystems=')).said).toContain('ProtectSystems');
  });

  it('finds it well protected', () => {
    const { status, said } = judge(unit);
    expect(said).toMatch(/Overall exposure level for understudy.service: [01]\.\d OK/);
    expect(status).toBe(0);
  });

  it('finds it less so without its system call filter', () => {
    expect(
      judge(changed('SystemCallFilter=@system-service\nSystemCallFilter=~@privileged @resources\n', '')).status,
    ).toBe(1);
  });
});

it('waits for longer than a server takes to stop, and starts none again whose options are wrong', () => {
  expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(text)?.[1])).toBeGreaterThan(12.5);
  expect(text).toMatch(/^RestartPreventExitStatus=2$/m);
  // Five starts in 10 s would be the last ones.
  expect(text).toMatch(/^StartLimitIntervalSec=0$/m);
  expect(text).toMatch(/^RestartSec=[1-9]/m);
});

it('keeps its database in the folder that it may write to', () => {
  const [, state] = /^StateDirectory=(\w+)$/m.exec(text) ?? [];
  expect(text).toContain(`UNDERSTUDY_STORE=sqlite:/var/lib/${state}/`);
});
