/** Documents of several files, and files that are not read. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { memberOf } from '../schema.js';
import { DocumentFault, sayFinding } from './fault.js';
import { loadDocument } from './load-file.js';

const folder = fileURLToPath(new URL('../../../test/openapi/documents', import.meta.url));
const split = join(folder, 'split/petstore.yaml');

let scratch: string;

beforeAll(() => {
  scratch = realpathSync(mkdtempSync(join(tmpdir(), 'understudy-openapi-')));
});

afterAll(() => {
  rmSync(scratch, { recursive: true });
});

/** Writes files below a folder of their own, and gives the path of the first. */
function written(files: Readonly<Record<string, string | Uint8Array>>): string {
  const own = mkdtempSync(join(scratch, 'd-'));
  const paths = Object.entries(files).map(([name, text]) => {
    const path = join(own, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    return path;
  });
  return paths[0] ?? own;
}

const faultOf = async (path: string, options?: { readonly root?: string }): Promise<string> => {
  const error: unknown = await loadDocument(path, options).catch((thrown: unknown) => thrown);
  if (!(error instanceof DocumentFault)) throw new Error(`it was read, or ${String(error)}`);
  return error.message;
};

/** A document with one schema. */
const withSchema = (schema: string): string => `openapi: 3.1.0
paths:
  /a:
    get:
      responses:
        200: { description: Fine, content: { application/json: { schema: ${schema} } } }
  /b:
    get: { responses: { 200: { description: Fine } } }
`;

test('reads the files that a document refers to, into one', async () => {
  const { operations, root, resolve, basePaths } = await loadDocument(split, { name: 'pets' });
  expect(operations.map(({ id }) => id)).toStrictEqual(['listPets', 'getPetsByPetId']);
  expect(basePaths).toStrictEqual(['/v1']);
  expect(operations[1]?.parameters).toMatchObject([{ name: 'petId', pointer: '/components/parameters/petId' }]);
  const schemas = memberOf(root['components'], 'schemas');
  expect(schemas).toMatchObject({
    Animal: { discriminator: { mapping: { pet: '#/components/schemas/pet' } } },
    pet: {
      examples: [{ id: 1 }],
      properties: {
        name: { type: ['string', 'null'] },
        parent: { $ref: '#/components/schemas/pet' },
        owner: { $ref: '#/components/schemas/Owner' },
      },
    },
    Owner: { properties: { pets: { items: { $ref: '#/components/schemas/pet' } } } },
    id: { type: 'integer' },
  });
  expect(resolve(operations[1]?.parameters[0]?.schema)).toStrictEqual({ type: 'integer' });
});

test('says all that is wrong in them, each with file, line and pointer', async () => {
  const { findings } = await loadDocument(split);
  const said = findings.map((finding) => sayFinding(finding).replaceAll(`${folder}/`, ''));
  expect(said).toStrictEqual([
    'split/paths/pets.yaml:26:11 /post/responses/422/content/application~1json/schema: $ref ../schemas/pet.yaml#/properties/nothing leads nowhere: there is no /properties/nothing in split/schemas/pet.yaml',
    'split/petstore.yaml:27:15 /paths/~1owners/get/responses/200/content/application~1json/schema: $ref schemas/missing.yaml leads nowhere: there is no such file',
    `split/petstore.yaml:35:15 /paths/~1secrets/get/responses/200/content/application~1json/schema: $ref ../outside/secret.yaml leads nowhere: it is outside of split, and --openapi-root says how far files are read`,
    'split/petstore.yaml:43:15 /paths/~1elsewhere/get/responses/200/content/application~1json/schema: $ref https://example.com/schemas.json#/Pet leads nowhere: documents elsewhere are never fetched',
    'split/petstore.yaml:51:15 /paths/~1broken/get/responses/200/content/application~1json/schema: $ref schemas/broken.yaml leads nowhere: split/schemas/broken.yaml:4:3: it is not valid YAML: deficient indentation',
    'split/paths/pets.yaml:13:1 /post: POST /pets is left out: it needs $ref ../schemas/pet.yaml#/properties/nothing',
    'split/petstore.yaml:21:5 /paths/~1owners/get: GET /owners is left out: it needs $ref schemas/missing.yaml',
    'split/petstore.yaml:29:5 /paths/~1secrets/get: GET /secrets is left out: it needs $ref ../outside/secret.yaml',
    'split/petstore.yaml:37:5 /paths/~1elsewhere/get: GET /elsewhere is left out: it needs $ref https://example.com/schemas.json#/Pet',
    'split/petstore.yaml:45:5 /paths/~1broken/get: GET /broken is left out: it needs $ref schemas/broken.yaml',
  ]);
});

test('reads as far as it is let', async () => {
  const { operations } = await loadDocument(split, { root: folder });
  expect(operations.map(({ path }) => path)).toContain('/secrets');
});

test('locates parts in the files that they come from', async () => {
  const { locate } = await loadDocument(split);
  const found = await locate?.('/components/schemas/Owner/properties/pets');
  expect({ ...found, file: found?.file?.replace(/.*documents\//, '') }).toStrictEqual({
    file: 'split/schemas/owner.yaml',
    pointer: '/Owner/properties/pets',
    line: 4,
    column: 5,
  });
});

test.each<[what: string, schema: string, more: Record<string, string | Uint8Array>, why: RegExp]>([
  ['an absolute path', '{ $ref: /etc/passwd }', {}, /it is outside of .*--openapi-root/],
  ['a way up', '{ $ref: ../../../../../../../../etc/passwd }', {}, /it is outside of .*--openapi-root/],
  ['a way up that is encoded', '{ $ref: "%2e%2e/%2e%2e/etc/passwd" }', {}, /it is outside of .*--openapi-root/],
  ['a file URL', '{ $ref: file:///etc/passwd }', {}, /documents elsewhere are never fetched/],
  ['an address', '{ $ref: //example.com/x.json }', {}, /documents elsewhere are never fetched/],
  ['a folder', '{ $ref: sub }', { 'sub/x.yaml': 'a: 1' }, /sub: that is a directory/],
  ['a NUL byte in a name', '{ $ref: "a%00b" }', {}, /there is no such file/],
  ['a binary file', '{ $ref: x.yaml }', { 'x.yaml': new Uint8Array([0x61, 0, 0x62]) }, /x\.yaml: it is a binary file/],
  [
    'bytes that are no UTF-8',
    '{ $ref: x.yaml }',
    { 'x.yaml': new Uint8Array([0x61, 0xff, 0x62]) },
    /x\.yaml: it is not text in UTF-8/,
  ],
  ['an empty file', '{ $ref: x.yaml }', { 'x.yaml': '' }, /x\.yaml: it is empty/],
  [
    'a place that is not in its file',
    '{ $ref: "x.yaml#/a/b" }',
    { 'x.yaml': 'a: 1' },
    /there is no \/a\/b in .*x\.yaml/,
  ],
  ['an anchor in a file', '{ $ref: "x.yaml#b" }', { 'x.yaml': 'a: 1' }, /an anchor in .*x\.yaml is not looked for/],
  [
    'files in a circle of references',
    '{ $ref: x.yaml }',
    { 'x.yaml': '$ref: y.yaml', 'y.yaml': '$ref: x.yaml' },
    /it leads in a circle of references/,
  ],
  [
    'pointers in a circle',
    '{ $ref: "x.yaml#/a/b" }',
    { 'x.yaml': 'a: { $ref: "y.yaml#/a" }', 'y.yaml': 'a: { $ref: "x.yaml#/a" }' },
    /it leads in a circle/,
  ],
])('does not read %s', async (_, schema, more, why) => {
  const { operations, findings } = await loadDocument(written({ 'a.yaml': withSchema(schema), ...more }));
  expect(operations.map(({ path }) => path)).toStrictEqual(['/b']);
  expect(findings.map(({ message }) => message).join('\n')).toMatch(why);
});

test('follows no link out of the folder, and those in it', async () => {
  const path = written({
    'a.yaml': withSchema('{ oneOf: [{ $ref: in.yaml }, { $ref: out.yaml }] }'),
    'x.yaml': 'type: string',
  });
  const outside = written({ 'secret.yaml': 'type: number' });
  symlinkSync(join(dirname(path), 'x.yaml'), join(dirname(path), 'in.yaml'));
  symlinkSync(outside, join(dirname(path), 'out.yaml'));
  const { root, findings } = await loadDocument(path);
  expect(findings[0]?.message).toMatch(/\$ref out\.yaml leads nowhere: it is outside of/);
  expect(JSON.stringify(root)).toContain('"string"');
  expect(JSON.stringify(root)).not.toContain('"number"');
});

test('reads schemas in a circle of files', async () => {
  const path = written({
    'a.yaml': withSchema('{ $ref: x.yaml }'),
    'x.yaml': 'type: object\nproperties: { y: { $ref: sub/y.json } }',
    'sub/y.json':
      '{"type": "object", "properties": {"x": {"$ref": "../x.yaml"}, "a": {"$ref": "../a.yaml#/paths/~1a/get/responses/200/content/application~1json/schema"}}}',
  });
  const { root, findings, operations } = await loadDocument(path);
  expect(findings).toStrictEqual([]);
  expect(operations).toHaveLength(2);
  expect(memberOf(root['components'], 'schemas')).toStrictEqual({
    x: { type: 'object', properties: { y: { $ref: '#/components/schemas/y' } } },
    y: {
      type: 'object',
      properties: {
        x: { $ref: '#/components/schemas/x' },
        a: { $ref: '#/paths/~1a/get/responses/200/content/application~1json/schema' },
      },
    },
  });
});

test('keeps what stands beside a reference to a file, and names parts that are called alike apart', async () => {
  const path = written({
    'a.yaml': withSchema('{ allOf: [{ $ref: x/pet.yaml, description: mine }, { $ref: y/pet.yaml }] }'),
    'x/pet.yaml': 'const: 1',
    'y/pet.yaml': 'const: 2',
  });
  const { root, operations } = await loadDocument(path);
  expect(operations[0]?.responses[0]?.content[0]?.schema).toStrictEqual({
    allOf: [{ $ref: '#/components/schemas/pet', description: 'mine' }, { $ref: '#/components/schemas/pet_2' }],
  });
  expect(memberOf(root['components'], 'schemas')).toStrictEqual({ pet: { const: 1 }, pet_2: { const: 2 } });
});

test('takes references in examples and extensions for data', async () => {
  const path = written({
    'a.yaml': withSchema(
      '{ type: object, examples: [{ $ref: no.yaml }], default: { $ref: no.yaml }, x-a: { $ref: no.yaml } }',
    ),
  });
  const { findings } = await loadDocument(path);
  expect(findings).toStrictEqual([]);
});

test('upgrades Swagger 2.0 of several files', async () => {
  const path = written({
    'a.yaml': `swagger: '2.0'
paths:
  /a: { $ref: 'a-path.yaml' }
`,
    'a-path.yaml': `post:
  parameters:
    - { $ref: 'parts.yaml#/limit' }
    - { in: body, name: pet, schema: { $ref: 'parts.yaml#/Pet' } }
  responses: { 200: { $ref: 'parts.yaml#/Fine' } }
`,
    'parts.yaml': `limit: { name: limit, in: query, type: integer }
Pet: { type: object, properties: { name: { type: string, x-nullable: true } } }
Fine: { description: Fine, schema: { $ref: '#/Pet' } }
`,
  });
  const { operations, findings, root } = await loadDocument(path);
  expect(findings).toStrictEqual([]);
  expect(operations).toMatchObject([
    {
      parameters: [{ name: 'limit', schema: { type: 'integer' } }],
      body: { content: [{ schema: { $ref: '#/components/schemas/Pet' } }] },
      responses: [
        { status: '200', content: [{ type: 'application/json', schema: { $ref: '#/components/schemas/Pet' } }] },
      ],
    },
  ]);
  expect(memberOf(root['components'], 'schemas')).toMatchObject({
    Pet: { properties: { name: { type: ['string', 'null'] } } },
  });
});

test.each<[what: string, bytes: string | Uint8Array, message: RegExp]>([
  ['an empty file', '', /a\.yaml: it is empty$/],
  ['a binary file', new Uint8Array([0x50, 0x4b, 3, 4, 0]), /a\.yaml: it is a binary file, no text$/],
  ['Latin-1', new Uint8Array([0x61, 0x3a, 0x20, 0xe9]), /a\.yaml: it is not text in UTF-8$/],
  ['broken YAML', 'openapi: 3.1.0\npaths:\n\t/a: {}', /a\.yaml:3:1: it is not valid YAML: tab characters/],
])('says that %s cannot be read', async (_, bytes, message) => {
  expect(await faultOf(written({ 'a.yaml': bytes }))).toMatch(message);
});

test.each<[what: string, path: () => string, message: RegExp]>([
  ['no file', () => join(scratch, 'nothing.yaml'), /nothing\.yaml: there is no such file$/],
  ['a folder', () => scratch, /: that is a directory$/],
  ['a file for a folder', () => join(written({ 'a.yaml': 'a: 1' }), 'b.yaml'), /there is no such file$/],
])('says that %s cannot be read', async (_, path, message) => {
  expect(await faultOf(path())).toMatch(message);
});

test('says that the document itself is outside of the root', async () => {
  expect(await faultOf(written({ 'a.yaml': withSchema('true') }), { root: folder })).toMatch(
    /it is outside of .*--openapi-root/,
  );
});

test.each<[what: string, encode: (text: string) => Uint8Array]>([
  ['UTF-8 with a mark', (text) => Buffer.from(`\uFEFF${text}`)],
  ['UTF-16LE', (text) => Buffer.from(`\uFEFF${text}`, 'utf16le')],
  ['UTF-16BE', (text) => Buffer.from(`\uFEFF${text}`, 'utf16le').swap16()],
])('reads %s', async (_, encode) => {
  const { operations } = await loadDocument(written({ 'a.yaml': encode(withSchema('{ description: "é" }')) }));
  expect(operations[0]?.responses[0]?.content[0]?.schema).toStrictEqual({ description: 'é' });
});

test('reads no more than a thousand files', async () => {
  const files = Object.fromEntries(Array.from({ length: 1_005 }, (_, index) => [`s/${index}.yaml`, 'type: string']));
  const refs = Object.keys(files).map((name) => `{ $ref: ${name} }`);
  const { findings } = await loadDocument(
    written({ 'a.yaml': withSchema(`{ anyOf: [${refs.join(', ')}] }`), ...files }),
  );
  expect(findings.filter(({ message }) => message.includes('more than 1000 files'))).toHaveLength(6);
});
