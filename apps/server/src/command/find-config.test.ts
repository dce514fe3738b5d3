/** The configuration file of a user whom no list of users names: a service of systemd, a container under any id. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { findConfig } from './config-file.js';

vi.mock('node:os', async (original) => ({
  ...(await original<object>()),
  // As Node says it without HOME and an entry in /etc/passwd.
  homedir: () => {
    throw new Error('A system error occurred: uv_os_homedir returned ENOENT');
  },
}));

it('is looked for all the same', () => {
  const folder = mkdtempSync(join(tmpdir(), 'understudy-home-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  expect(findConfig(folder)).toEqual({ path: undefined });
});
