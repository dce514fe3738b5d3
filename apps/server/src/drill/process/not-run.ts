/** A command that cannot be run, and why. */
import { existsSync } from 'node:fs';

/** A command that cannot be run; the message is one line. */
export class CommandNotRun extends Error {
  override readonly name = 'CommandNotRun';
}

const isPath = (program: string): boolean => /[\\/]/.test(program);

function reason(program: string, code: string): string {
  if (code === 'EACCES') return 'it is not executable';
  if (code !== 'ENOENT') return code;
  if (!isPath(program)) return 'there is no such command on the PATH';
  return existsSync(program) ? 'the interpreter that its first line names is not there' : 'there is no such file';
}

/** What a failure to start a program means. */
export function notRun(program: string, error: unknown): CommandNotRun {
  const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
  return new CommandNotRun(`cannot run ${JSON.stringify(program)}: ${reason(program, code)}`, { cause: error });
}
