/** What an editor says of a wrong domain: each differs in one thing from right.ts, which compiles. */
import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';

const right = readFileSync(new URL('right.ts', import.meta.url), 'utf8');

/** Where the wrong domains are compiled: what they import is as far from there as from this folder. */
const folder = fileURLToPath(new URL('../../.cache/types/', import.meta.url));

/** What stands in right.ts, and what a wrong domain has in its place. */
type Change = readonly [from: string, to: string];

const CRUD = "schema: note, made: ['status', 'created_at'] }";
const HANDLERS = "...crudHandlers(notes, { one: 'note', many: 'notes', made }),";
const DONE = 'return { value: [done] };';
const FINISH = right.slice(right.indexOf('    finishNote: ('), right.lastIndexOf('  },\n});'));

/** What crud is given with a member more. */
const withCrud = (member: string): Change => [CRUD, CRUD.replace(' }', `, ${member} }`)];

/** The domain with one operation more. */
const withOperation = (path: string, parameter: string, more = ''): Change => [
  'finishNote,\n  },\n});',
  `finishNote,
    getFirst: post('${path}', {
      summary: 'Get the first word',
      description: 'The first word of the title.',
      ${more}
      input: z.object({ ${parameter}: recordId('Id of the note.', 'note_0001') }),
      output: writtenOf(note),
    }),
  },
});`,
];

/** Faults in the declaration and the collection; the handlers are left out. */
const ofDeclarations: Readonly<Record<string, Change>> = {
  'a seed leaves a member out': ["    status: pick(['open', 'done']),\n", ''],
  'a seed gives a member that the record does not have': ['tags: [word()]', 'tag: [word()]'],
  'a seed gives a member another type': ['title: words(2, 5)', 'title: words(2, 5).length'],
  'a seed uses a tool that there is not': ['seed: ({ words,', 'seed: ({ text, words,'],
  'the schema of a record has no id': ['schema: note,\n', 'schema: note.omit({ id: true }),\n'],
  'a member of what crud is given is misspelt': withCrud("filter: ['status']"),
  'a list is filtered by a member that has no single value': withCrud("filters: ['tags']"),
  'a list is searched by a member that it does not have': withCrud("searches: ['name']"),
  'a list is sorted by what its records do not have': withCrud("sorts: ['created']"),
  'a condition is over a member that the records do not have': withCrud(
    "filters: { owner: equal('owner_id', z.string()) }",
  ),
  'operations have versions, and their records have none': withCrud("versioned: 'optional'"),
  'the operations of crud emit events that the domain does not declare': withCrud('emits: true'),
  'a member of a declaration is misspelt': withOperation('/api/notes/{id}', 'id', "kind: ['already_done'],"),
  'the path has a parameter that the input lacks': withOperation('/api/notes/{id}', 'note_id'),
  'an operation names a kind that its domain does not declare': withOperation(
    '/api/notes/{id}',
    'id',
    "kinds: ['too_short'],",
  ),
};

/** Faults in the handlers. */
const ofHandlers: Readonly<Record<string, Change>> = {
  'some handlers are there, and some are left out': [
    HANDLERS,
    'getNote: ({ input, records }) => ({ value: records.find(notes, input.note_id) }),',
  ],
  'an operation has no handler': [FINISH, ''],
  'an operation has the handler of another one': [
    FINISH,
    "finishNote: crudHandlers(notes, { one: 'note', many: 'notes', made }).deleteNote,\n",
  ],
  'a member that the server makes is not made': [/ {2}created_at: \(\{ now .*\n/.exec(right)?.[0] ?? 'made', ''],
  'a member is made that the record does not have': [
    HANDLERS,
    HANDLERS.replace('made }', "made: { ...made, statsu: () => 'open' } }"),
  ],
  'a member is made with a value that its schema refuses': [
    HANDLERS,
    HANDLERS.replace('made }', "made: { ...made, status: () => 'opened' } }"),
  ],
  'the handlers have other words than the operations': [HANDLERS, HANDLERS.replace("'notes'", "'note'")],
  'a read puts a record': [
    HANDLERS,
    `${HANDLERS}
    getNote: ({ input, records }) => ({ value: records.put(notes, records.find(notes, input.note_id)) }),`,
  ],
  'a handler emits an event that its operation does not declare': ["emit('note.finished'", "emit('note.lost'"],
  'a handler reads a member that its input does not have': ['input.note_id', 'input.notes_id'],
  'a handler throws a kind that nobody declares': ["problem('already_done')", "problem('already_dun')"],
  'a handler puts a record with a value that its schema refuses': ["status: 'done' });", "status: 'finished' });"],
  'a handler answers one record where the operation answers those written': [DONE, 'return { value: done };'],
  'a handler answers a record with a member of another type': [DONE, 'return { value: [{ ...done, title: 3 }] };'],
  'the collection behind operations with versions has none': [
    right.slice(right.indexOf('/** The domain with its handlers. */')),
    `const versioned = note.extend({ version: z.int() });
const operations = crud({ path: '/api/notes', one: 'note', many: 'notes', schema: versioned, versioned: 'required', only: ['get', 'delete'] });
const unversioned = collection({
  name: 'notes', prefix: 'note', size: 50, schema: versioned,
  seed: ({ words, pick, instant }) => ({ title: words(2, 5), tags: [], status: pick(['open']), created_at: instant(), version: 1 }),
});
implement(defineDomain({ name: 'notes', description: 'Short notes.', operations }), {
  collections: [unversioned],
  handlers: crudHandlers(unversioned, { one: 'note', many: 'notes', only: ['get', 'delete'] }),
});
`,
  ],
};

const HANDLERS_BEGIN = right.indexOf('/** What the server makes. */');
const declarations = right.slice(0, HANDLERS_BEGIN).replace('  crud,\n', '  crud,\n  equal,\n');

/** The wrong domains, by what is wrong with them. */
const wrong = new Map(
  [
    ...Object.entries(ofDeclarations).map(([name, change]) => [name, declarations, change] as const),
    ...Object.entries(ofHandlers).map(([name, change]) => [name, right, change] as const),
  ].map(([name, text, [from, to]]) => {
    if (from === '' || !text.includes(from)) throw new Error(`right.ts does not have ${from}`);
    return [name, text.replace(from, () => to)] as const;
  }),
);

/** Types longer than this are left out of what is compared, in characters: a reader skips them too. */
const LONGEST_TYPE = 120;

function shortened(message: string): string {
  return message.replaceAll(/'(?:[^'\n]|'(?=[a-z]))*'(?=[ ,.:;]|$)/g, (type) =>
    type.length > LONGEST_TYPE ? "'…'" : type,
  );
}

function compiled(): Promise<string> {
  const require = createRequire(import.meta.url);
  const tsc = join(dirname(require.resolve('typescript/package.json')), 'bin', 'tsc');
  return new Promise((resolve) => {
    // It fails, since all of them are wrong.
    execFile(
      process.execPath,
      [tsc, '--singleThreaded', '-p', folder, '--pretty', 'false'],
      { maxBuffer: 2 ** 24 },
      (_, stdout) => resolve(stdout),
    );
  });
}

const fileOf = (name: string): string => `${name.replaceAll(/\W+/g, '-')}.ts`;

/** What the compiler says of a file, each fault by the text of its line, its first sentence, and those that say why. */
const said = new Map<string, string[]>();

beforeAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of wrong) writeFileSync(join(folder, fileOf(name)), text);
  writeFileSync(join(folder, 'right.ts'), right);
  const config = { extends: '../../../../tsconfig.base.json', compilerOptions: { types: ['node'] } };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
  for (const fault of (await compiled()).split(/\n(?=\S)/)) {
    const {
      path = '',
      line,
      message = '',
    } = /^(?<path>[^(]+)\((?<line>\d+),\d+\): (?<message>.*)/s.exec(fault)?.groups ?? {};
    const [first = '', ...chain] = message
      .trimEnd()
      .split('\n')
      .map((text) => shortened(text.trim()));
    // Of a chain of types within types, what it names and where it ends.
    const why = chain.filter((text, index) => text.startsWith('Types of property') || index === chain.length - 1);
    const file = path.replace(/^.*\//, '');
    const at = readFileSync(join(folder, file), 'utf8').split('\n')[Number(line) - 1]?.trim();
    said.set(file, [...(said.get(file) ?? []), `at ${at}`, first, ...why.map((text) => `  ${text}`)]);
  }
}, 120_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('is nothing about a domain that is right', () => {
  expect(said.get('right.ts')).toBeUndefined();
});

it('is where the fault is, and says what it is', async () => {
  const texts = [...wrong.keys()].map((name) => `# ${name}\n${(said.get(fileOf(name)) ?? ['nothing']).join('\n')}\n`);
  await expect(texts.join('\n')).toMatchFileSnapshot('messages.txt');
});
