/** Runs `understudy drill` on a command, and reads the lines of JSON that it writes. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const understudy = fileURLToPath(new URL('main.js', import.meta.resolve('@understudy/server')));

/** Longest time that a client may take under a plan, in seconds. */
const LIMIT_S = 300;

/**
 * @typedef {{ type: 'verdict', plan: string, rule: string, severity: string, detail: string, requests: number[] }} Verdict
 * @typedef {{ type: 'plan', plan: string, requests: number, faults: number, failures: string[] }} Plan
 * @typedef {{ verdicts: Verdict[], plans: Plan[] }} Drilled
 */

/**
 * @param {readonly string[]} command
 * @param {{ plans: string, seed: string, limitS?: number, failOn?: string, options?: readonly string[] }} options `plans` as its option has it; empty means all
 * @returns {Promise<Drilled>}
 */
export function drill(command, { plans, seed, limitS = LIMIT_S, failOn = 'never', options: own = [] }) {
  const chosen = plans === '' ? [] : ['--plans', plans];
  const options = [...chosen, '--seed', seed, '--fail-on', failOn, '--timeout', String(limitS), ...own];
  const parameters = [understudy, 'drill', ...options, '--', ...command];
  return new Promise((resolve, reject) => {
    execFile(process.execPath, parameters, { maxBuffer: 1 << 26 }, (error, stdout, stderr) => {
      const lines = stdout.split('\n').filter((line) => line !== '');
      const read = lines.map((line) => /** @type {Verdict | Plan} */ (JSON.parse(line)));
      const plansRun = read.filter((line) => line.type === 'plan');
      if (plansRun.length === 0) reject(error ?? new Error(stderr));
      else resolve({ verdicts: read.filter((line) => line.type === 'verdict'), plans: plansRun });
    });
  });
}
