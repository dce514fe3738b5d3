/** References in one document. */
import { expect, test } from 'vitest';
import { referencesIn } from './references.js';

const root = {
  components: {
    schemas: {
      Pet: {
        type: 'object',
        properties: { id: { type: 'integer' }, 'a/b': { const: 1 }, 'c~d': { const: 2 }, 'e f': { const: 3 } },
      },
      Alias: { $ref: '#/components/schemas/Pet' },
      AliasOfAlias: { $ref: '#/components/schemas/Alias', description: 'more' },
      Self: { $ref: '#/components/schemas/Self' },
      Left: { $ref: '#/components/schemas/Right' },
      Right: { $ref: '#/components/schemas/Left' },
      Node: { type: 'object', properties: { next: { $ref: '#/components/schemas/Node' } } },
      Anchored: { $anchor: 'here', type: 'string' },
      Named: {
        $id: 'https://example.com/named.json',
        $defs: { inner: { $anchor: 'inner', const: 4 } },
        properties: { own: { $ref: '#/$defs/inner' }, other: { $ref: 'other.json' } },
      },
      Other: { $id: 'https://example.com/other.json', const: 5 },
      List: { prefixItems: [{ const: 6 }, { $ref: '#/components/schemas/Pet' }] },
      'per%cent': { const: 7 },
    },
  },
};

const at = (ref: string) => referencesIn(root).resolve({ $ref: ref });
const { Pet, Anchored, Named, Other, List } = root.components.schemas;

test.each<[ref: string, value: unknown]>([
  ['#', root],
  ['#/components/schemas/Pet', Pet],
  ['#/components/schemas/Alias', Pet],
  ['#/components/schemas/AliasOfAlias', Pet],
  ['#/components/schemas/Pet/properties/id', Pet.properties.id],
  ['#/components/schemas/Pet/properties/a~1b', Pet.properties['a/b']],
  ['#/components/schemas/Pet/properties/a%2Fb', Pet.properties['a/b']],
  ['#/components/schemas/Pet/properties/c~0d', Pet.properties['c~d']],
  ['#/components/schemas/Pet/properties/e%20f', Pet.properties['e f']],
  ['#/components/schemas/per%cent', root.components.schemas['per%cent']],
  ['#/components/schemas/per%25cent', root.components.schemas['per%cent']],
  // Through a reference: files have it, and other parsers follow it.
  ['#/components/schemas/Alias/properties/id', Pet.properties.id],
  ['#/components/schemas/List/prefixItems/0', List.prefixItems[0]],
  ['#/components/schemas/List/prefixItems/1/type', 'object'],
  ['#here', Anchored],
  ['https://example.com/named.json', Named],
  ['https://example.com/named.json#/$defs/inner', Named.$defs.inner],
  ['https://example.com/named.json#inner', Named.$defs.inner],
  ['#/components/schemas/Self', undefined],
  ['#/components/schemas/Left', undefined],
  ['#/components/schemas/Self/properties/a', undefined],
  ['#/components/schemas/Nothing', undefined],
  ['#/components/schemas/List/prefixItems/2', undefined],
  ['#/components/schemas/List/prefixItems/-', undefined],
  ['#/components/schemas/__proto__', undefined],
  ['#/components/schemas/constructor', undefined],
  ['#/components/schemas/Pet/type/length', undefined],
  ['#nowhere', undefined],
  ['other.yaml', undefined],
  ['https://example.com/nothing.json', undefined],
])('follows %s', (ref, value) => {
  expect(at(ref)).toBe(value);
});

test('follows references below an id from there', () => {
  const { resolve } = referencesIn(root);
  expect(resolve(Named.properties.own)).toBe(Named.$defs.inner);
  expect(resolve(Named.properties.other)).toBe(Other);
});

test('leaves what is no reference', () => {
  const { resolve } = referencesIn(root);
  const property = { $ref: { type: 'string' } };
  expect([resolve(property), resolve(true), resolve(undefined), resolve(null)]).toStrictEqual([
    property,
    true,
    undefined,
    null,
  ]);
});

test('says where what it has followed stands', () => {
  expect(referencesIn(root).follow({ $ref: '#/components/schemas/Alias/properties/a~1b' }, '/x')?.pointer).toBe(
    '/components/schemas/Pet/properties/a~1b',
  );
});

test('follows a thousand references one after the other only so far', () => {
  const schemas = Object.fromEntries(
    Array.from({ length: 1_000 }, (_, index) => [`S${index}`, { $ref: `#/schemas/S${index + 1}` }]),
  );
  const { resolve } = referencesIn({ schemas: { ...schemas, S1000: { const: 1 } } });
  expect(resolve({ $ref: '#/schemas/S0' })).toBeUndefined();
  expect(resolve({ $ref: '#/schemas/S990' })).toStrictEqual({ const: 1 });
});
