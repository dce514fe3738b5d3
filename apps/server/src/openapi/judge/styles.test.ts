/** Every cell of the table of styles of the specification (OpenAPI 3.1.1 §4.8.12.6, 3.2 §4.12.6), read from what a client sends. */
import type { RawInput } from '@understudy/contract/kit';
import { expect, it } from 'vitest';
import { documentOf } from '../document/document.js';
import { readApiBody } from '../serve/body.js';
import { readParameters } from '../serve/parameters.js';
import { Validation } from '../validate/validator.js';

const SCHEMAS = {
  string: { type: 'string' },
  array: { type: 'array', items: { type: 'string' } },
  object: {
    type: 'object',
    properties: { R: { type: 'integer' }, G: { type: 'integer' }, B: { type: 'integer' } },
  },
} as const;

type Kind = keyof typeof SCHEMAS;

/** The values of the specification. */
const VALUES = { string: 'blue', array: ['blue', 'black', 'brown'], object: { R: 100, G: 200, B: 150 } } as const;

type Style = 'matrix' | 'label' | 'simple' | 'form' | 'spaceDelimited' | 'pipeDelimited' | 'deepObject' | 'cookie';

/** A row of the table: the empty string, then string, array and object; undefined where the table says n/a. */
type Row = readonly [place: string, style: Style, explode: boolean, ...cells: readonly (string | undefined)[]];

const TABLE: readonly Row[] = [
  ['path', 'matrix', false, ';color', ';color=blue', ';color=blue,black,brown', ';color=R,100,G,200,B,150'],
  ['path', 'matrix', true, ';color', ';color=blue', ';color=blue;color=black;color=brown', ';R=100;G=200;B=150'],
  ['path', 'label', false, '.', '.blue', '.blue,black,brown', '.R,100,G,200,B,150'],
  // As 3.0.3 and 3.1.0 have it.
  ['path', 'label', false, '.', '.blue', '.blue.black.brown', '.R.100.G.200.B.150'],
  ['path', 'label', true, '.', '.blue', '.blue.black.brown', '.R=100.G=200.B=150'],
  ['path', 'simple', false, undefined, 'blue', 'blue,black,brown', 'R,100,G,200,B,150'],
  ['path', 'simple', true, undefined, 'blue', 'blue,black,brown', 'R=100,G=200,B=150'],
  ['header', 'simple', false, '', 'blue', 'blue,black,brown', 'R,100,G,200,B,150'],
  ['header', 'simple', true, '', 'blue', 'blue, black, brown', 'R=100, G=200, B=150'],
  ['query', 'form', false, 'color=', 'color=blue', 'color=blue,black,brown', 'color=R,100,G,200,B,150'],
  ['query', 'form', true, 'color=', 'color=blue', 'color=blue&color=black&color=brown', 'R=100&G=200&B=150'],
  [
    'query',
    'spaceDelimited',
    false,
    undefined,
    undefined,
    'color=blue%20black%20brown',
    'color=R%20100%20G%20200%20B%20150',
  ],
  [
    'query',
    'pipeDelimited',
    false,
    undefined,
    undefined,
    'color=blue%7Cblack%7Cbrown',
    'color=R%7C100%7CG%7C200%7CB%7C150',
  ],
  ['query', 'pipeDelimited', false, undefined, undefined, 'color=blue|black|brown', 'color=R|100|G|200|B|150'],
  ['query', 'deepObject', true, undefined, undefined, undefined, 'color%5BR%5D=100&color%5BG%5D=200&color%5BB%5D=150'],
  ['query', 'deepObject', true, undefined, undefined, undefined, 'color[R]=100&color[G]=200&color[B]=150'],
  ['cookie', 'form', false, 'color=', 'color=blue', 'color=blue,black,brown', 'color=R,100,G,200,B,150'],
  ['cookie', 'form', true, 'color=', 'color=blue', undefined, undefined],
  ['cookie', 'cookie', false, 'color=', 'color=blue', 'color=blue,black,brown', 'color=R,100,G,200,B,150'],
  ['cookie', 'cookie', true, 'color=', 'color=blue', 'color=blue; color=black; color=brown', 'R=100; G=200; B=150'],
];

/** A document with one operation. */
async function operationOf(given: object, path = '/colors') {
  const document = await documentOf({
    openapi: '3.2.0',
    info: { title: 'Colors', version: '1' },
    paths: { [path]: { post: { responses: { 204: { description: 'Done.' } }, ...given } } },
    components: { schemas: { Address: form.properties.address } },
  });
  const [operation] = document.operations;
  if (operation === undefined) throw new Error('it has no operation');
  return { reading: { document, validation: new Validation(document) }, operation };
}

const input = (given: Partial<RawInput>): RawInput => ({ path: {}, query: '', headers: {}, ...given });

function sentIn(place: string, text: string): RawInput {
  if (place === 'path') {
    return input({ target: `/v1/colors/${text}/end?x=1`, path: { color: decodeURIComponent(text) }, query: 'x=1' });
  }
  return input(place === 'query' ? { query: text } : { headers: { [place === 'cookie' ? 'cookie' : 'color']: text } });
}

/** What is read of a parameter, and how many things are wrong with it. */
async function read(declared: object, place: string, text: string) {
  const parameter = { name: 'color', in: place, required: place === 'path', ...declared };
  const given = { parameters: [parameter] };
  const { reading, operation } = await operationOf(given, place === 'path' ? '/colors/{color}/end' : '/colors');
  const { values, issues } = readParameters(reading, operation, sentIn(place, text));
  return [values.get(`${place} color`), issues.map(({ blames = 'client', detail }) => `${blames}: ${detail}`)];
}

const cases = TABLE.flatMap(([place, style, explode, empty, ...cells]) =>
  cells.flatMap((text, index) => {
    const kind = (['string', 'array', 'object'] as const)[index] ?? 'string';
    const own: (readonly [string, Kind, string, unknown])[] =
      text === undefined ? [] : [[`${place} ${style} ${explode}`, kind, text, VALUES[kind]]];
    if (index > 0 || empty === undefined) return own;
    // Optional parameters that are empty are left out; a path has no other way to be empty.
    const none = place === 'path' ? '' : undefined;
    return [...own, [`${place} ${style} ${explode}`, 'string', empty, none] as const];
  }),
);

it.each(cases)('reads %s, %s, from %s', async (row, kind, text, value) => {
  const [place = '', style, explode] = row.split(' ');
  const declared = { style, explode: explode === 'true', schema: SCHEMAS[kind] };
  expect(await read(declared, place, text)).toEqual([value, []]);
});

it.each<[string, object, string, string, unknown, string[]]>([
  ['encoded delimiters in an item of a path', { schema: SCHEMAS.array }, 'path', 'a%2Cb,c', ['a,b', 'c'], []],
  [
    'encoded delimiters in an item of a query',
    { explode: false, schema: SCHEMAS.array },
    'query',
    'color=a%2Cb,c',
    ['a,b', 'c'],
    [],
  ],
  ['items with indices', { schema: SCHEMAS.array }, 'query', 'color[0]=a&color[1]=b', ['a', 'b'], []],
  ['items with brackets', { schema: SCHEMAS.array }, 'query', 'color[]=a&color[]=b', ['a', 'b'], []],
  ['a plus as a space', { schema: SCHEMAS.string }, 'query', 'color=dark+blue', 'dark blue', []],
  [
    'reserved characters as they are',
    { allowReserved: true, schema: SCHEMAS.string },
    'query',
    'color=a/b?c=d+e',
    'a/b?c=d+e',
    [],
  ],
  [
    'JSON as content',
    { content: { 'application/json': { schema: SCHEMAS.object } } },
    'query',
    'color=%7B%22R%22%3A1%7D',
    { R: 1 },
    [],
  ],
  [
    'JSON in a header',
    { content: { 'application/json': { schema: SCHEMAS.array } } },
    'header',
    '["blue"]',
    ['blue'],
    [],
  ],
  ['one item of a list', { schema: SCHEMAS.array }, 'query', 'color=blue', ['blue'], []],
  [
    'an open object without its name',
    { schema: { type: 'object', additionalProperties: { type: 'integer' } } },
    'query',
    'x=1',
    { x: 1 },
    [],
  ],
  [
    'lists in a deep object, which are not settled',
    {
      style: 'deepObject',
      schema: { type: 'object', properties: { R: { type: 'array', items: { type: 'integer' } } } },
    },
    'query',
    'color[R][]=1&color[R][]=2',
    { R: [1, 2] },
    [],
  ],
  [
    'what is not settled, and wrong',
    {
      style: 'deepObject',
      schema: { type: 'object', properties: { R: { type: 'array', items: { type: 'integer' } } } },
    },
    'query',
    'color[R][]=x',
    { R: ['x'] },
    ['unclear: must be an integer'],
  ],
  [
    'a list that is repeated, and should not be',
    { explode: false, schema: SCHEMAS.array },
    'query',
    'color=a&color=b',
    undefined,
    ['client: must be written once, its items with delimiters between them'],
  ],
  [
    'a label without its dot',
    { style: 'label', schema: SCHEMAS.string },
    'path',
    'blue',
    undefined,
    ['client: must begin with "."'],
  ],
  [
    'an object of which a member is wrong',
    { schema: SCHEMAS.object },
    'query',
    'R=red&G=1',
    undefined,
    ['client: must be an integer'],
  ],
])('reads %s', async (_what, declared, place, text, value, wrong) => {
  expect(await read(declared, place, text)).toEqual([value, wrong]);
});

/** A form with members of each kind (OpenAPI 3.2 §4.15). */
const form = {
  type: 'object',
  required: ['id'],
  properties: {
    id: { type: 'integer' },
    tags: SCHEMAS.array,
    pipes: SCHEMAS.array,
    address: { type: 'object', properties: { street: { type: 'string' }, number: { type: 'integer' } } },
    deep: SCHEMAS.object,
    photo: { type: 'string', format: 'binary', maxLength: 3 },
    // Those of the examples of OpenAPI 3.1.1 §4.8.15.1.
    icon: { type: 'string', contentMediaType: 'image/png', contentEncoding: 'base64url' },
    profileImage: { type: 'string', format: 'binary' },
    addresses: { type: 'array', items: { $ref: '#/components/schemas/Address' } },
    file: { type: 'array', items: {} },
  },
};
const encoding = {
  profileImage: { contentType: 'image/png, image/jpeg' },
  icon: { contentType: 'image/png, image/jpeg' },
  pipes: { style: 'pipeDelimited', explode: false },
  deep: { style: 'deepObject', explode: true },
};

const urlEncoded = (text: string) => ({ type: 'application/x-www-form-urlencoded', json: undefined, text });

type Part = readonly [name: string, value: string | Blob];

async function multipart(parts: readonly Part[] | Readonly<Record<string, string | Blob>>) {
  const data = new FormData();
  const all: readonly Part[] = Array.isArray(parts) ? parts : Object.entries(parts);
  for (const [name, value] of all) data.append(name, value);
  const request = new Response(data);
  const type = request.headers.get('content-type') ?? '';
  return { type, json: undefined, base64: Buffer.from(await request.arrayBuffer()).toString('base64') };
}

it.each<[string, () => Promise<RawInput['body']> | RawInput['body'], unknown, string[]]>([
  ['numbers', () => urlEncoded('id=1'), { id: 1 }, []],
  ['what is no number', () => urlEncoded('id=one'), { id: 'one' }, ['client /body/id must be an integer']],
  ['what is missing', () => urlEncoded('tags=a'), { tags: ['a'] }, ['client /body must have the member id']],
  ['names that are repeated', () => urlEncoded('id=1&tags=a&tags=b'), { id: 1, tags: ['a', 'b'] }, []],
  ['delimiters, by encoding', () => urlEncoded('id=1&pipes=a%7Cb'), { id: 1, pipes: ['a', 'b'] }, []],
  ['a deep object, by encoding', () => urlEncoded('id=1&deep[R]=100'), { id: 1, deep: { R: 100 } }, []],
  ['an object as JSON', () => urlEncoded('id=1&address=%7B%22number%22%3A5%7D'), { id: 1, address: { number: 5 } }, []],
  ['an object in brackets', () => urlEncoded('id=1&address[number]=5'), { id: 1, address: { number: 5 } }, []],
  [
    'one that is wrong, in brackets',
    () => urlEncoded('id=1&address[number]=x'),
    { id: 1, address: { number: 'x' } },
    ['unclear /body/address/number must be an integer'],
  ],
  [
    'parts with a file',
    () => multipart({ id: '1', photo: new Blob(['a long picture'], { type: 'image/png' }) }),
    { id: 1, photo: 'blob' },
    [],
  ],
  [
    'parts of JSON',
    () => multipart({ id: '1', address: new Blob(['{"number":5}'], { type: 'application/json' }) }),
    { id: 1, address: { number: 5 } },
    [],
  ],
  ['a picture in Base64', () => urlEncoded('id=1&icon=iVBORw0KGgo'), { id: 1, icon: 'iVBORw0KGgo' }, []],
  [
    'lists of objects, each a part of JSON',
    async () => {
      const [one, other] = [{ number: 5 }, { number: 'x' }];
      const parts = [one, other].map((part) => new Blob([JSON.stringify(part)], { type: 'application/json' }));
      return multipart([['id', '1'], ...parts.map((part) => ['addresses', part] as const)]);
    },
    { id: 1, addresses: [{ number: 5 }, { number: 'x' }] },
    ['client /body/addresses/1/number must be an integer'],
  ],
  [
    'several files',
    () => multipart([['id', '1'], ...['a', 'b'].map((text) => ['file', new Blob([text])] as const)]),
    { id: 1, file: ['blob', 'blob'] },
    [],
  ],
  [
    'a file of a type that its encoding lists',
    () => multipart({ id: '1', profileImage: new Blob(['x'], { type: 'image/jpeg' }) }),
    { id: 1, profileImage: 'blob' },
    [],
  ],
  [
    'a file of another type',
    () => multipart({ id: '1', profileImage: new Blob(['x'], { type: 'image/gif' }) }),
    { id: 1, profileImage: 'blob' },
    ['client /body/profileImage is image/gif, and must be image/png or image/jpeg'],
  ],
  [
    'parts that are wrong',
    () => multipart({ id: 'x', tags: 'a' }),
    { id: 'x', tags: ['a'] },
    ['client /body/id must be an integer'],
  ],
])('reads forms with %s', async (_what, make, value, wrong) => {
  const media = { schema: form, encoding };
  const content = { 'application/x-www-form-urlencoded': media, 'multipart/form-data': media };
  const { reading, operation } = await operationOf({ requestBody: { required: true, content } });
  const body = await make();
  const found = await readApiBody(reading, operation, input({ body }));
  expect(found.value).toEqual(value);
  expect(found.issues.map(({ blames = 'client', pointer, detail }) => `${blames} ${pointer} ${detail}`)).toEqual(wrong);
});
