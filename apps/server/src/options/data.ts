import { MAX_SEEDED } from '@understudy/contract/sandboxes';
import type { Sizes } from '../kit/dataset.js';
import { documentPaths, manyPaths, onePath, option, storePath } from './option.js';
import { clock, many, NotAllowed, oneOf, sizes, store, text, path } from './parse.js';
import { choice, configured, jsonFile, list, number, optional, setting, toggle } from './setting.js';

/** Options about the seeded data, the store and the clock. */
export const dataOptions = {
  ...configured('Data and clock', {
    seed: setting<string>({
      placeholder: 'TEXT',
      help: 'Seed of the generated data; the same seed gives the same records.',
      fallback: 'understudy',
      read: text,
    }),
    store: setting<string>({
      rebase: storePath,
      placeholder: 'STORE',
      help: 'Where writes are stored: memory, sqlite:PATH, or postgres://… for many replicas.',
      fallback: 'memory',
      read: store,
    }),
    clock: setting<'real' | number>({
      placeholder: 'INSTANT',
      help: 'Clock that sandboxes start with: real, or an ISO 8601 time at which it stands still.',
      fallback: 'real',
      read: clock,
    }),
  }),
  ...configured('Behaviour', {
    strict: toggle('Refuse unknown query names and body members, instead of only listing them in the journal.'),
    idempotencyInUse: choice<'wait' | 'conflict'>(['wait', 'conflict'], {
      help: 'What happens to a request while another with its Idempotency-Key has no answer: it waits, or is a 409.',
      fallback: 'wait',
    }),
    faults: jsonFile('JSON file with the fault rules that every sandbox begins with.'),
  }),
  ...configured('Logins', {
    claims: jsonFile('JSON file with the claims of users, such as groups and roles, by id or e-mail address.'),
  }),
};

/** The option of the sizes that the domains of a server have. */
export function sizeOption(defaults: Sizes) {
  const names = Object.keys(defaults);
  return option<Sizes>({
    flag: 'size',
    group: 'Data and clock',
    variable: 'UNDERSTUDY_SIZE',
    placeholder: 'NAME=NUMBER,…',
    help: `Number of seeded records, such as ${names[0] ?? 'name'}=1000000. Names: ${names.join(', ')}.`,
    fallback: defaults,
    shown: Object.entries(defaults)
      .map(([name, size]) => `${name}=${size}`)
      .join(', '),
    read: sizes(defaults, MAX_SEEDED),
  });
}

const file = path('the path of a file, such as ./notes.ts');

function memberName(value: unknown): string {
  if (typeof value === 'string' && /^[a-z_$][\w$-]{0,63}$/i.test(value)) return value;
  throw new NotAllowed('the name of a member, such as _id');
}

/** Most records of a collection of a document that are seeded. */
const MAX_DOCUMENT_SIZE = 1000;

/** Documents: paths of files, or what is in them. */
function documents(value: unknown): readonly (string | object)[] {
  const isOne = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isOne
    ? [value]
    : many((one): string | object => (typeof one === 'object' && one !== null ? one : file(one)))(value);
}

/** Options about OpenAPI documents that are served. */
const openapiOptionsFor = (names: readonly string[]) => ({
  ...configured('What is served', {
    openapi: setting<readonly (string | object)[]>({
      rebase: documentPaths,
      placeholder: 'FILE,…',
      help: 'OpenAPI documents to serve instead of our domains; NAME=FILE serves one below /NAME.',
      fallback: [],
      shown: 'none',
      read: documents,
    }),
    openapiWith: jsonFile('OpenAPI Overlay that corrects what is read of --openapi, such as with x-understudy.'),
    openapiRoot: optional(
      'FOLDER',
      'The folder that files named in --openapi are read from, and none outside of it.',
      file,
      { rebase: onePath, shown: 'that of the document' },
    ),
    openapiSize: number('Records that each collection of --openapi begins with.', 20, [0, MAX_DOCUMENT_SIZE]),
    openapiIds: choice<'seeded' | 'any'>(['seeded', 'any'], {
      help: 'What an id is that no record of --openapi has: 404, or that of a record which is made for it.',
      fallback: 'seeded',
    }),
    openapiJudge: choice<'refuse' | 'only'>(['refuse', 'only'], {
      help: 'What becomes of a request that --openapi does not allow: it is refused, or answered, and a verdict only.',
      fallback: 'refuse',
    }),
    with: list('NAME,…', `Domains of Understudy to serve as well. Names: ${names.join(', ')}.`, oneOf(names), {
      choices: names,
    }),
  }),
});

/**
 * Options that decide which API is served.
 *
 * @param names names of our domains that can be left out
 */
export function apiOptionsFor(names: readonly string[]) {
  return {
    ...openapiOptionsFor(names),
    ...configured('What is served', {
      domain: list('FILE,…', 'Files with your own domains to serve instead of ours: TypeScript or JavaScript.', file, {
        rebase: manyPaths,
      }),
      data: jsonFile(
        'JSON file to serve instead of our domains: each array in it is a collection, each object a single record.',
      ),
      bare: toggle('Answer the records of --data without an envelope, and read the query that json-server reads.'),
      id: setting<string>({
        placeholder: 'NAME',
        help: 'The member that is the id of a record of --data, such as _id.',
        fallback: 'id',
        read: memberName,
      }),
      readOnly: toggle('Refuse to write the records of --data.'),
      routes: jsonFile('JSON file with rules that rewrite paths, such as {"/api/v1/*": "/$1"}.'),
      static: optional('FOLDER', 'Folder whose files are served as well; its index.html is the start page.', file, {
        rebase: onePath,
      }),
      without: list('NAME,…', `Domains of Understudy to leave out. Names: ${names.join(', ')}.`, oneOf(names), {
        choices: names,
      }),
    }),
  };
}
