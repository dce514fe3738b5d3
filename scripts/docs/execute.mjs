/** Runs a program to its end, within a time limit, and gives its output. */
import { spawn } from 'node:child_process';
import { plainEnvironment } from './server.mjs';

const PATIENCE_MS = 30_000;

/**
 * @param {string[]} command
 * @param {{ cwd: string, env?: Record<string, string>, input?: string }} options
 * @returns {Promise<{ code: number | null, stdout: string, stderr: string }>} how it ended
 */
export function execute([program, ...parameters], { cwd, env = {}, input }) {
  const stdin = input === undefined ? 'ignore' : 'pipe';
  const child = spawn(program, parameters, {
    cwd,
    env: { ...plainEnvironment, ...env },
    stdio: [stdin, 'pipe', 'pipe'],
    timeout: PATIENCE_MS,
  });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text) => (stderr += text));
  child.stdin?.end(input);
  return new Promise((resolve) => {
    child.on('error', (error) => resolve({ code: null, stdout, stderr: error.message }));
    child.on('close', (code) => resolve({ code, stdout, stderr }));
  });
}
