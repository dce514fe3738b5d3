/** Runs a shell block of curl commands against a server, and compares each status with the one the page names. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { execute } from './execute.mjs';
import { project } from './project.mjs';
import { DOCUMENTED_ORIGIN } from './server.mjs';

const startsCurl = /^(?:\w+=\$\()?curl /;

/** @param {string} code */
export const usesCurl = (code) => code.split('\n').some((line) => startsCurl.test(line));

/** @returns {Promise<boolean>} whether curl blocks can be run here; if not, a message says so, and in CI it is a failure */
export async function hasCurl() {
  const { code } = await execute(['sh', '-c', 'command -v curl'], { cwd: project });
  if (code === 0) return true;
  if (process.env.CI) throw new Error('found no sh with curl');
  console.error('!!! THE CURL BLOCKS ARE NOT RUN: found no sh with curl');
  return false;
}

/**
 * @param {import('./read-pages.mjs').Block} block
 * @param {string} origin of the server that runs
 * @returns {Promise<{ fault?: string, stdout: string }>} what is wrong, and what was printed
 */
export async function runShell({ code }, origin) {
  const commands = commandsIn(code);
  const stranger = commands.find((command) => !startsCurl.test(command));
  if (stranger) return { fault: `a block with curl may have no other commands: ${stranger}`, stdout: '' };
  const input = code.replaceAll(DOCUMENTED_ORIGIN, origin);
  const env = { PATH: [curlWithStatus(), process.env.PATH].join(delimiter) };
  const { code: exit, stdout, stderr } = await execute(['sh', '-eu'], { cwd: project, env, input });
  const shown = stdout.replaceAll(origin, DOCUMENTED_ORIGIN);
  if (exit !== 0) return { fault: `it ended with code ${exit}\n${stderr}`, stdout: shown };
  const statuses = [...stderr.matchAll(/\[status (\d+)\]/g)].map(([, status]) => status);
  const faults = commands.flatMap((command, index) => {
    const [, wanted] = /# (\d{3})\b/.exec(command) ?? [];
    const actual = statuses[index];
    const isExpected = wanted === undefined ? actual?.startsWith('2') : actual === wanted;
    return isExpected
      ? []
      : [`${wanted ?? 'a 2xx status'} was expected, but ${actual ?? 'nothing'} came from\n  ${command}`];
  });
  return { fault: faults.length === 0 ? undefined : `${faults.join('\n')}\n${shown}`, stdout: shown };
}

/** The commands; one goes on over the next line while a quote is open or the line ends with a backslash. */
function commandsIn(code) {
  const commands = [];
  for (const line of code.split('\n').filter((text) => text.trim() !== '' && !text.startsWith('#'))) {
    const last = commands.at(-1);
    if (last !== undefined && (last.endsWith('\\') || last.split("'").length % 2 === 0)) {
      commands[commands.length - 1] = `${last}\n${line}`;
    } else commands.push(line);
  }
  return commands;
}

/** Where the curl of {@link curlWithStatus} is, once it is written. */
let folder;

/**
 * A curl, first on the path, that also prints the status of each answer, and a line end after the body. It is written
 * once: pages are followed side by side, and none may run what another is writing.
 */
function curlWithStatus() {
  if (folder !== undefined) return folder;
  folder = join(project, 'bin');
  mkdirSync(folder, { recursive: true });
  const real = `PATH="\${PATH#*${delimiter}}"`;
  const text = `#!/bin/sh\n${real}\nexec curl -sS "$@" -w '%{stderr}[status %{http_code}]\\n%{stdout}\\n'\n`;
  writeFileSync(join(folder, 'curl'), text, { mode: 0o755 });
  return folder;
}
