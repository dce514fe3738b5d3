/** Runs a program to its end, and gives what it wrote. */
import { spawn } from 'node:child_process';
import { plainEnvironment } from './plain-environment.mjs';

/**
 * @typedef {{ code: number | null, stdout: string, stderr: string }} Ended how a program ended; its code is null where a
 *   signal has ended it, or it could not be started
 */

/**
 * @param {readonly string[]} command the program and its parameters
 * @param {object} [options]
 * @param {string} [options.cwd] where to run it
 * @param {Readonly<Record<string, string | undefined>>} [options.env] variables beside the plain environment
 * @param {string} [options.input] what it is given on standard input
 * @param {number} [options.limitMs] ends it after that time
 * @returns {Promise<Ended>}
 */
export function runProgram([program = '', ...parameters], { cwd, env = {}, input, limitMs } = {}) {
  // npm and pnpm are scripts on Windows, which only a shell can start.
  const shell = process.platform === 'win32' && /^p?npm$/.test(program);
  const child = spawn(program, parameters, {
    shell,
    cwd,
    env: { ...plainEnvironment(), ...env },
    stdio: 'pipe',
    timeout: limitMs,
  });
  let [stdout, stderr] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text) => (stderr += text));
  // It may have ended before it has read it all.
  child.stdin.on('error', () => undefined).end(input ?? '');
  return new Promise((resolve) => {
    child.on('error', (error) => resolve({ code: null, stdout, stderr: error.message }));
    child.on('close', (code) => resolve({ code, stdout, stderr }));
  });
}
