import { MAX_SEEDED } from '@understudy/contract/sandboxes';
import type { Sizes } from '../kit/dataset.js';
import { documentPaths, manyPaths, onePath, option, storePath } from './option.js';
import { clock, flag, json, many, NotAllowed, oneOf, sizes, store, text, whole } from './parse.js';

/** Options about the seeded data, the store and the clock. */
export const dataOptions = {
  seed: option<string>({
    flag: 'seed',
    group: 'Data and clock',
    variable: 'UNDERSTUDY_SEED',
    placeholder: 'TEXT',
    help: 'Seed of the generated data; the same seed gives the same records.',
    fallback: 'understudy',
    read: text,
  }),
  store: option<string>({
    flag: 'store',
    group: 'Data and clock',
    rebase: storePath,
    variable: 'UNDERSTUDY_STORE',
    placeholder: 'STORE',
    help: 'Where writes are stored: memory, sqlite:PATH, or postgres://… for many replicas.',
    fallback: 'memory',
    read: store,
  }),
  clock: option<'real' | number>({
    flag: 'clock',
    group: 'Data and clock',
    variable: 'UNDERSTUDY_CLOCK',
    placeholder: 'INSTANT',
    help: 'Clock that sandboxes start with: real, or an ISO 8601 time at which it stands still.',
    fallback: 'real',
    read: clock,
  }),
  strict: option<boolean>({
    flag: 'strict',
    group: 'Behaviour',
    variable: 'UNDERSTUDY_STRICT',
    help: 'Refuse unknown query names and body members, instead of only listing them in the journal.',
    fallback: false,
    shown: 'off',
    read: flag,
  }),
  idempotencyInUse: option<'wait' | 'conflict'>({
    flag: 'idempotency-in-use',
    group: 'Behaviour',
    choices: ['wait', 'conflict'],
    variable: 'UNDERSTUDY_IDEMPOTENCY_IN_USE',
    placeholder: 'wait|conflict',
    help: 'What happens to a request while another with its Idempotency-Key has no answer: it waits, or is a 409.',
    fallback: 'wait',
    read: oneOf(['wait', 'conflict']),
  }),
  faults: option<string | object | undefined>({
    flag: 'faults',
    group: 'Behaviour',
    rebase: onePath,
    variable: 'UNDERSTUDY_FAULTS',
    placeholder: 'FILE',
    help: 'JSON file with the fault rules that every sandbox begins with.',
    fallback: undefined,
    shown: 'none',
    read: json,
  }),
  claims: option<string | object | undefined>({
    flag: 'claims',
    group: 'Logins',
    rebase: onePath,
    variable: 'UNDERSTUDY_CLAIMS',
    placeholder: 'FILE',
    help: 'JSON file with the claims of users, such as groups and roles, by id or e-mail address.',
    fallback: undefined,
    shown: 'none',
    read: json,
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

function file(value: unknown): string {
  if (typeof value === 'string' && /^[^\0]{1,4000}$/.test(value)) return value;
  throw new NotAllowed('the path of a file, such as ./notes.ts');
}

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
  openapi: option<readonly (string | object)[]>({
    flag: 'openapi',
    group: 'What is served',
    rebase: documentPaths,
    variable: 'UNDERSTUDY_OPENAPI',
    placeholder: 'FILE,…',
    help: 'OpenAPI documents to serve instead of our domains; NAME=FILE serves one below /NAME.',
    fallback: [],
    shown: 'none',
    read: documents,
  }),
  openapiWith: option<string | object | undefined>({
    flag: 'openapi-with',
    group: 'What is served',
    rebase: onePath,
    variable: 'UNDERSTUDY_OPENAPI_WITH',
    placeholder: 'FILE',
    help: 'OpenAPI Overlay that corrects what is read of --openapi, such as with x-understudy.',
    fallback: undefined,
    shown: 'none',
    read: json,
  }),
  openapiRoot: option<string | undefined>({
    flag: 'openapi-root',
    group: 'What is served',
    rebase: onePath,
    variable: 'UNDERSTUDY_OPENAPI_ROOT',
    placeholder: 'FOLDER',
    help: 'The folder that files named in --openapi are read from, and none outside of it.',
    fallback: undefined,
    shown: 'that of the document',
    read: file,
  }),
  openapiSize: option<number>({
    flag: 'openapi-size',
    group: 'What is served',
    variable: 'UNDERSTUDY_OPENAPI_SIZE',
    placeholder: 'NUMBER',
    help: 'Records that each collection of --openapi begins with.',
    fallback: 20,
    read: whole(0, MAX_DOCUMENT_SIZE),
  }),
  openapiIds: option<'seeded' | 'any'>({
    flag: 'openapi-ids',
    group: 'What is served',
    choices: ['seeded', 'any'],
    variable: 'UNDERSTUDY_OPENAPI_IDS',
    placeholder: 'seeded|any',
    help: 'What an id is that no record of --openapi has: 404, or that of a record which is made for it.',
    fallback: 'seeded',
    read: oneOf(['seeded', 'any']),
  }),
  openapiJudge: option<'refuse' | 'only'>({
    flag: 'openapi-judge',
    group: 'What is served',
    choices: ['refuse', 'only'],
    variable: 'UNDERSTUDY_OPENAPI_JUDGE',
    placeholder: 'refuse|only',
    help: 'What becomes of a request that --openapi does not allow: it is refused, or answered, and a verdict only.',
    fallback: 'refuse',
    read: oneOf(['refuse', 'only']),
  }),
  with: option<readonly string[]>({
    flag: 'with',
    group: 'What is served',
    choices: names,
    variable: 'UNDERSTUDY_WITH',
    placeholder: 'NAME,…',
    help: `Domains of Understudy to serve as well. Names: ${names.join(', ')}.`,
    fallback: [],
    shown: 'none',
    read: many(oneOf(names)),
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
    domain: option<readonly string[]>({
      flag: 'domain',
      group: 'What is served',
      rebase: manyPaths,
      variable: 'UNDERSTUDY_DOMAIN',
      placeholder: 'FILE,…',
      help: 'Files with your own domains to serve instead of ours: TypeScript or JavaScript.',
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
      help: 'JSON file to serve instead of our domains: each array in it is a collection, each object a single record.',
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
    id: option<string>({
      flag: 'id',
      group: 'What is served',
      variable: 'UNDERSTUDY_ID',
      placeholder: 'NAME',
      help: 'The member that is the id of a record of --data, such as _id.',
      fallback: 'id',
      read: memberName,
    }),
    readOnly: option<boolean>({
      flag: 'read-only',
      group: 'What is served',
      variable: 'UNDERSTUDY_READ_ONLY',
      help: 'Refuse to write the records of --data.',
      fallback: false,
      shown: 'off',
      read: flag,
    }),
    routes: option<string | object | undefined>({
      flag: 'routes',
      group: 'What is served',
      rebase: onePath,
      variable: 'UNDERSTUDY_ROUTES',
      placeholder: 'FILE',
      help: 'JSON file with rules that rewrite paths, such as {"/api/v1/*": "/$1"}.',
      fallback: undefined,
      shown: 'none',
      read: json,
    }),
    static: option<string | undefined>({
      flag: 'static',
      group: 'What is served',
      rebase: onePath,
      variable: 'UNDERSTUDY_STATIC',
      placeholder: 'FOLDER',
      help: 'Folder whose files are served as well; its index.html is the start page.',
      fallback: undefined,
      shown: 'none',
      read: file,
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
