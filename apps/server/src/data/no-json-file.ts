/** Stands where files with JSON are read, on platforms that have none. */
import { DataFault } from './data-fault.js';
import { copied } from './given-value.js';

/**
 * Copies JSON.
 *
 * @param given what would be in a file
 * @throws DataFault where it is the path of one
 */
export function readJson(given: string | object): unknown {
  if (typeof given === 'object') return copied(given);
  throw new DataFault('a browser reads no files; give what is in it instead');
}
