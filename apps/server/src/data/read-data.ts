/** Reads the data that a server is to serve: a file, or an object that the caller has parsed. */
import { readJson } from '#json-file';
import { DataFault } from './data-fault.js';
import { kindOf } from './given-value.js';

/** What stands at the top level, by name. */
export type Data = ReadonlyMap<string, unknown>;

/**
 * Reads the data.
 *
 * @param given path of a JSON file, or what is in one
 * @throws DataFault where it cannot be read
 */
export function readData(given: string | object): Data {
  const value = readJson(given);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new DataFault(`its top level is ${kindOf(value)}, and must be an object of arrays and objects`);
  }
  return new Map(Object.entries(value));
}
