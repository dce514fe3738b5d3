/** `understudy snapshot`: saves the state of a sandbox to a file, and restores it. */
import { rename, rm, writeFile } from 'node:fs/promises';
import { OptionError } from '../options/option.js';
import { readOptions } from '../options/options.js';
import { sandboxOption, serverOptions } from '../options/commands.js';
import { writeWhole } from './write-whole.js';
import type { Command } from './command.js';
import { Failure } from './failure.js';
import { nameOf, readGivenJson, STANDARD } from './given-json.js';
import { plain } from './terminal.js';
import { memberOf, splitOperands, type Target, targetOf } from './remote-server.js';

const options = { ...sandboxOption, ...serverOptions };

/** Writes a file whole or not at all. Only its owner may read it: a snapshot has password hashes and secrets. */
async function writeSecret(file: string, text: string): Promise<void> {
  const beside = `${file}.${process.pid}.tmp`;
  try {
    await writeFile(beside, text, { mode: 0o600, flag: 'wx' });
    await rename(beside, file);
  } catch (error) {
    await rm(beside, { force: true });
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    throw new Failure(`${file} cannot be written: ${code}`, { cause: error });
  }
}

/** How much a snapshot holds. */
function contents(snapshot: unknown): string {
  const records = memberOf(snapshot, 'records');
  const count = Array.isArray(records) ? records.length : 0;
  return `${count} changed ${count === 1 ? 'record' : 'records'}`;
}

async function save({ server, sandbox, path }: Target, file: string): Promise<string> {
  const snapshot = await server.ask(`${path}/snapshot`);
  const text = `${JSON.stringify(snapshot)}\n`;
  if (file === STANDARD) return text;
  await writeSecret(file, text);
  return `Saved the sandbox ${sandbox} to ${file}: ${contents(snapshot)}\n`;
}

async function restore({ server, sandbox, path }: Target, file: string): Promise<string> {
  const body = await readGivenJson(file);
  const answer = await server.ask(`${path}/snapshot`, { method: 'PUT', body, about: nameOf(file) });
  const [restored] = [memberOf(answer, 'data')].flat();
  return `Restored the sandbox ${sandbox} from ${nameOf(file)}: ${contents(body)}, revision ${plain(memberOf(restored, 'revision'))}\n`;
}

/** `understudy snapshot`. */
export const command: Command = {
  options: () => options,
  run: async (given, { write }) => {
    const values = readOptions(options, given);
    const { url, others } = splitOperands(given.operands);
    const [file, tooMuch] = others;
    if (file === undefined || tooMuch !== undefined) {
      throw new OptionError(`snapshot ${given.action} needs one FILE, or ${STANDARD}, and at most one URL`);
    }
    const target = await targetOf(url, values);
    writeWhole(write)(await (given.action === 'save' ? save(target, file) : restore(target, file)));
    return 0;
  },
};
