/** Reads JSON that a command is given: from a file, or from standard input. */
import { DataFault } from '../data/given-value.js';
import { parseJson, readJson } from '../data/json-file.js';
import { OptionError } from '../options/option.js';

/** The name that standard input has, and standard output. */
export const STANDARD = '-';

/** A file as messages name it. */
export const nameOf = (file: string): string => (file === STANDARD ? 'standard input' : file);

async function standardInput(): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(Buffer.from(chunk as Uint8Array));
  return Buffer.concat(chunks).toString();
}

/**
 * Reads JSON.
 *
 * @throws {@link OptionError} where it cannot be read
 */
export async function readGivenJson(file: string): Promise<unknown> {
  try {
    return file === STANDARD ? parseJson(await standardInput()) : readJson(file);
  } catch (error) {
    if (!(error instanceof DataFault)) throw error;
    throw new OptionError(`${nameOf(file)}: ${error.message}`, { cause: error });
  }
}
