/** Options that decide which API is served: they are read before all others, whose sizes follow from it. */
import { option } from './option.js';
import { flag, json, many, NotAllowed, oneOf } from './parse.js';
import { manyPaths, onePath } from './rebase.js';

function file(value: unknown): string {
  if (typeof value === 'string' && /^[^\0]{1,4000}$/.test(value)) return value;
  throw new NotAllowed('the path of a file, such as ./notes.ts');
}

/**
 * Options that decide which API is served.
 *
 * @param names names of our domains that can be left out
 */
export function apiOptionsFor(names: readonly string[]) {
  return {
    domain: option<readonly string[]>({
      flag: 'domain',
      group: 'What is served',
      rebase: manyPaths,
      variable: 'UNDERSTUDY_DOMAIN',
      placeholder: 'FILE,…',
      help: 'Files with domains of your own to serve as well: TypeScript or JavaScript modules.',
      fallback: [],
      shown: 'none',
      read: many(file),
    }),
    data: option<string | object | undefined>({
      flag: 'data',
      group: 'What is served',
      rebase: onePath,
      variable: 'UNDERSTUDY_DATA',
      placeholder: 'FILE',
      help: 'JSON file to serve as well: each array in it is a collection, each object a single record.',
      fallback: undefined,
      shown: 'none',
      read: json,
    }),
    bare: option<boolean>({
      flag: 'bare',
      group: 'What is served',
      variable: 'UNDERSTUDY_BARE',
      help: 'Answer the records of --data without an envelope, and read the query that json-server reads.',
      fallback: false,
      shown: 'off',
      read: flag,
    }),
    without: option<readonly string[]>({
      flag: 'without',
      group: 'What is served',
      choices: names,
      variable: 'UNDERSTUDY_WITHOUT',
      placeholder: 'NAME,…',
      help: `Domains of Understudy to leave out. Names: ${names.join(', ')}.`,
      fallback: [],
      shown: 'none',
      read: many(oneOf(names)),
    }),
  };
}
