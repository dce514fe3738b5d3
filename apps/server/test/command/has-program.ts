/** Programs that a test needs, and that not every machine has. */
import { runProgram } from '@understudy/tooling/server';

/**
 * Whether a program is here. If not, a message says so; in CI it is a failure.
 *
 * @param what cannot be tried without it
 */
export async function hasProgram(program: string, what: string): Promise<boolean> {
  const { code } = await runProgram([program, '--version']);
  if (code === 0) return true;
  const missing = `${what} is not tried with ${program}, which this machine does not have`;
  if (process.env['CI'] === 'true' || process.env['CI'] === '1') throw new Error(missing);
  process.stderr.write(`!!! ${missing}\n`);
  return false;
}
