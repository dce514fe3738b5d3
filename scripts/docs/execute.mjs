/** Runs a program to its end, within a time limit, and gives its output. */
import { patient } from '../../tooling/src/patience.mjs';
import { runProgram } from '../../tooling/src/server/index.mjs';

const LIMIT_MS = patient(30_000);

/**
 * @param {string[]} command
 * @param {{ cwd: string, env?: Record<string, string>, input?: string }} options
 */
export function execute(command, options) {
  return runProgram(command, { ...options, limitMs: LIMIT_MS });
}
