/** Reads JSON that a server is started with: a file, or what the caller has parsed. */
import { fileText } from '#platform/files';
import { jsonFault } from '../kit/json-fault.js';
import { brackets, MAX_LEVELS } from '../kit/json-levels.js';
import { DataFault } from './data-fault.js';

/** Largest file, in bytes: parsed, it takes some five times as much memory. */
const MAX_BYTES = 100_000_000;

function readText(path: string): string {
  try {
    // Editors on Windows put a byte order mark before the text (RFC 8259 §8.1).
    return fileText(path, MAX_BYTES).replace(/^\uFEFF/, '');
  } catch (error) {
    throw new DataFault(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

/**
 * Parses JSON.
 *
 * @throws DataFault saying where it is wrong
 */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const { isTooDeep, end } = brackets(text, MAX_LEVELS);
    const where = isTooDeep ? '' : jsonFault(text.slice(0, end));
    throw new DataFault(text.trim() === '' ? 'it is empty' : `it is not valid JSON${where}`, { cause: error });
  }
}

/** A copy of what the caller has, as JSON has it; what the caller does with it later changes nothing. */
function copied(given: object): unknown {
  try {
    return JSON.parse(
      JSON.stringify(given, (name, value: unknown) => {
        if (typeof value !== 'number' || Number.isFinite(value)) return value;
        throw new DataFault(`${name} is ${value}, which JSON does not have`);
      }),
    );
  } catch (error) {
    if (error instanceof DataFault) throw error;
    // A circle, or a bigint.
    throw new DataFault('JSON cannot hold it', { cause: error });
  }
}

/**
 * Reads JSON.
 *
 * @param given path of a JSON file, or what is in one
 * @throws DataFault where it cannot be read
 */
export function readJson(given: string | object): unknown {
  return typeof given === 'string' ? parseJson(readText(given)) : copied(given);
}

/** What a value is, such as `an array`. */
export function kindOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'an array' : `a ${typeof value}`;
}
