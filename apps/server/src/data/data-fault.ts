/** What is wrong with a file of data: said in a sentence that goes on from the name of the option. */

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
