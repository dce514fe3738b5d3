/** What a server is started with as its caller has it, a value instead of the file with its JSON, and what is wrong with it. */

/** Data that cannot be served. Its message reads on from `--data is "db.json", but`. */
export class DataFault extends Error {
  override readonly name = 'DataFault';
}

/** Longest name of a value, in characters. */
const MAX_NAME = 80;

/** The name of a value in the data, such as `posts[3].author`; a very long one is cut. */
export function nameIn(path: readonly (string | number)[]): string {
  const name = path
    .map((step, index) => (typeof step === 'number' ? `[${step}]` : `${index === 0 ? '' : '.'}${step}`))
    .join('');
  return name.length > MAX_NAME ? `${name.slice(0, MAX_NAME)}…` : name;
}

/**
 * A copy of what the caller has, as JSON has it; what the caller does with it later changes nothing.
 *
 * @throws DataFault where JSON cannot hold it
 */
export function copied(given: object): unknown {
  try {
    return JSON.parse(
      JSON.stringify(given, (name, value: unknown) => {
        if (typeof value !== 'number' || Number.isFinite(value)) return value;
        throw new DataFault(`${name} is ${value}, which JSON does not have`);
      }),
    );
  } catch (error) {
    if (error instanceof DataFault) throw error;
    if (error instanceof RangeError) throw new DataFault('it is nested too deep', { cause: error });
    // A circle, or a bigint.
    throw new DataFault('JSON cannot hold it', { cause: error });
  }
}

/** Whether a value is an object of members. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What a value is, such as `an array`. */
export function kindOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'an array' : `a ${typeof value}`;
}
