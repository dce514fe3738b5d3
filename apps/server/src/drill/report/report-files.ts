/** Writes the reports of a drill into files. */
import { access, constants, mkdir, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { ReportFile } from '../../options/commands.js';
import { OptionError } from '../../options/options.js';
import type { DrillResult } from '../result.js';
import { drillPage } from './html/page.js';
import { jsonLines } from './json-lines.js';
import { junit } from './junit.js';

/** Makes the text of a report. */
type MakeReport = (result: DrillResult) => string;

const makers: Readonly<Record<ReportFile['kind'], MakeReport>> = { junit, html: drillPage, jsonl: jsonLines };

const codeOf = (error: unknown): string =>
  error instanceof Error ? ('code' in error ? String(error.code) : error.message) : String(error);

/** Why a file cannot be written, as the user of an option reads it. */
function unwritable(file: string, flag: string, error: unknown): OptionError {
  const code = codeOf(error);
  const why = code === 'ENOSPC' || code === 'EDQUOT' ? 'there is no room left on its disk' : code;
  return new OptionError(`${flag} is ${file}, but it cannot be written: ${why}`, { cause: error });
}

/**
 * Makes sure that a file can be written, before anything is run for it: its folder is made, the file is not.
 *
 * @param flag the option that names it
 * @throws {@link OptionError} where it cannot
 */
export async function checkWritable(file: string, flag: string): Promise<void> {
  try {
    await mkdir(dirname(file), { recursive: true });
    const found = await stat(file).catch(() => undefined);
    await access(found === undefined ? dirname(file) : file, constants.W_OK);
    if (found?.isDirectory() === true) throw new TypeError('it is a folder');
  } catch (error) {
    throw unwritable(file, flag, error);
  }
}

/**
 * Writes a file that an option names.
 *
 * @param flag the option that names it
 * @throws {@link OptionError} where it cannot, such as on a disk that is full
 */
export async function writeTo(file: string, flag: string, text: string): Promise<void> {
  try {
    await writeFile(file, text);
  } catch (error) {
    throw unwritable(file, flag, error);
  }
}

/** Writes the reports. */
export async function writeReports(files: readonly ReportFile[], result: DrillResult): Promise<void> {
  for (const { kind, file } of files) await writeTo(file, '--report', makers[kind](result));
}
