/** The clients that behave, each with the command that does its job. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** @typedef {{ name: string, command: string[] }} DrilledClient */

const files = {
  '@understudy/client': 'understudy.mjs',
  ky: 'ky.mjs',
  got: 'got.mjs',
  'axios-retry': 'axios-retry.mjs',
  undici: 'undici.mjs',
  octokit: 'octokit.mjs',
  openai: 'openai.mjs',
  urllib3: 'urllib3_retry.py',
};

/** Names of all clients. */
export const clientNames = Object.keys(files);

/** Whether this machine has Python's urllib3 2, with which Debian and others have it as python3-urllib3. */
const hasUrllib3 = () => spawnSync('python3', ['-c', 'from urllib3 import Retry']).status === 0;

/**
 * Those of some names that this machine has; what it has not is skipped loudly, and fails in CI.
 *
 * @param {readonly string[]} names
 * @returns {DrilledClient[]}
 */
export function openClients(names) {
  const wanted = Object.entries(files).filter(([name]) => names.includes(name));
  return wanted.flatMap(([name, file]) => {
    const path = fileURLToPath(new URL(`clients/${file}`, import.meta.url));
    if (!file.endsWith('.py')) return [{ name, command: [process.execPath, path] }];
    if (hasUrllib3()) return [{ name, command: ['python3', path] }];
    const what = `${name} was not drilled: this machine has no python3 with urllib3`;
    if (process.env['CI'] === 'true' || process.env['CI'] === '1') throw new Error(what);
    console.error(`\n!!! CLIENTS ARE SKIPPED: ${what}\n`);
    return [];
  });
}
