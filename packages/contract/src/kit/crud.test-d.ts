/** The operations of `crud` have the types of their record, and a declaration that cannot hold does not compile. */
import { expectTypeOf, test } from 'vitest';
import { z } from 'zod';
import { crud } from './crud.js';
import { crudEvents } from './crud-parts.js';
import { defineDomain } from './define-domain.js';
import { equal, least, oneOf } from './filter.js';

const item = z
  .object({
    id: z.string(),
    title: z.string(),
    size: z.object({ width: z.int(), depth: z.int().optional() }),
    hint: z.string().optional(),
    owner_id: z.string().nullable(),
    priority: z.int().default(3),
    tags: z.array(z.string()),
    status: z.enum(['open', 'done']),
  })
  .meta({ id: 'LineItem', description: 'An item.' });

const words = { path: '/api/line-items', one: 'line_item', many: 'line_items', schema: item } as const;

test('operations have names and types that follow from the words and the record', () => {
  const items = defineDomain({
    name: 'items',
    description: 'Items.',
    operations: crud({
      ...words,
      made: ['status'],
      searches: ['title'],
      filters: ['status', 'owner_id', 'priority'],
      sorts: ['title'],
    }),
  });
  const { listLineItems, getLineItem, createLineItem, replaceLineItem, updateLineItem, deleteLineItem } =
    items.operations;
  expectTypeOf(items.operations).toHaveProperty('listLineItems');
  expectTypeOf(listLineItems.name).toEqualTypeOf<'items.listLineItems'>();
  expectTypeOf<z.input<typeof listLineItems.input>['status']>().toEqualTypeOf<'open' | 'done' | undefined>();
  expectTypeOf<z.input<typeof listLineItems.input>['owner_id']>().toEqualTypeOf<string | undefined>();
  expectTypeOf<z.input<typeof listLineItems.input>['priority']>().toEqualTypeOf<number | undefined>();
  expectTypeOf<z.input<typeof listLineItems.input>['sort']>().toEqualTypeOf<string | undefined>();
  expectTypeOf<z.input<typeof listLineItems.input>['q']>().toEqualTypeOf<string | undefined>();
  expectTypeOf<z.input<typeof getLineItem.input>>().toEqualTypeOf<{ line_item_id: string }>();
  expectTypeOf<keyof z.input<typeof createLineItem.input>>().toEqualTypeOf<
    'title' | 'size' | 'hint' | 'owner_id' | 'priority' | 'tags'
  >();
  expectTypeOf<z.input<typeof createLineItem.input>['priority']>().toEqualTypeOf<number | undefined>();
  expectTypeOf<z.output<typeof createLineItem.input>['priority']>().toEqualTypeOf<number>();
  expectTypeOf<z.input<typeof replaceLineItem.input>['title']>().toEqualTypeOf<string>();
  expectTypeOf<z.input<typeof replaceLineItem.input>['id']>().toEqualTypeOf<string | undefined>();
  expectTypeOf<z.input<typeof updateLineItem.input>['title']>().toEqualTypeOf<string | undefined>();
  expectTypeOf<z.input<typeof updateLineItem.input>['hint']>().toEqualTypeOf<string | null | undefined>();
  expectTypeOf<z.input<typeof updateLineItem.input>['tags']>().toEqualTypeOf<string[] | undefined>();
  expectTypeOf<{ size: { depth: null } }>().toExtend<Omit<z.input<typeof updateLineItem.input>, 'line_item_id'>>();
  expectTypeOf(deleteLineItem.answers).toEqualTypeOf<'nothing'>();
  expectTypeOf(createLineItem.answers).toEqualTypeOf<'written'>();
});

test('there are only the operations that are asked for', () => {
  const few = crud({ ...words, only: ['list', 'get'] });
  expectTypeOf<keyof typeof few>().toEqualTypeOf<'listLineItems' | 'getLineItem'>();
});

test('inputs of its own take the positions of those that follow from the record', () => {
  const own = crud({ ...words, create: z.object({ title: z.string() }), update: z.object({ status: z.string() }) });
  expectTypeOf<keyof z.input<typeof own.createLineItem.declared.input>>().toEqualTypeOf<'title'>();
  expectTypeOf<keyof z.input<typeof own.updateLineItem.declared.input>>().toEqualTypeOf<'status' | 'line_item_id'>();
});

test('its list has the conditions that are given', () => {
  const filters = { states: oneOf('status', item.shape.status), min_priority: least('priority', z.int()) };
  const { listLineItems } = crud({ ...words, filters });
  type Input = z.input<typeof listLineItems.declared.input>;
  expectTypeOf<Input['states']>().toEqualTypeOf<string | undefined>();
  expectTypeOf<Input['min_priority']>().toEqualTypeOf<number | undefined>();
  // @ts-expect-error the records have no such member
  crud({ ...words, filters: { lost: equal(z.string()) } });
  // @ts-expect-error no number
  crud({ ...words, filters: { title: least(z.number()) } });
  // @ts-expect-error a control
  crud({ ...words, filters: { page: least('priority', z.number()) } });
});

test('a version is neither sent nor changed', () => {
  const kept = item.extend({ version: z.int() });
  const { createLineItem, replaceLineItem, updateLineItem, deleteLineItem } = crud({
    ...words,
    schema: kept,
    versioned: 'required',
  });
  expectTypeOf<z.input<typeof createLineItem.declared.input>>().not.toHaveProperty('version');
  expectTypeOf<z.input<typeof updateLineItem.declared.input>>().not.toHaveProperty('version');
  expectTypeOf<z.input<typeof replaceLineItem.declared.input>>().not.toHaveProperty('version');
  expectTypeOf<z.input<typeof createLineItem.declared.input>>().not.toHaveProperty('if_match');
  expectTypeOf<z.input<typeof deleteLineItem.declared.input>['if_match']>().toEqualTypeOf<
    string | number | undefined
  >();
  // @ts-expect-error the records have no version
  crud({ ...words, versioned: 'required' });
});

test('its events are those that the domain declares', () => {
  const events = crudEvents({ one: 'line_item', schema: item });
  const domain = { name: 'items', description: 'Items.', events } as const;
  const items = defineDomain({ ...domain, operations: crud({ ...words, emits: true }) });
  expectTypeOf(items.operations.createLineItem.meta.emits).toEqualTypeOf<readonly 'line_item.created'[]>();
  expectTypeOf(items.operations.deleteLineItem.meta.emits).toEqualTypeOf<readonly 'line_item.deleted'[]>();
  // @ts-expect-error the domain declares no such events
  defineDomain({ name: 'items', description: 'Items.', operations: crud({ ...words, emits: true }) });
});

test('it names members of the record alone', () => {
  // @ts-expect-error no member that could be made
  crud({ ...words, made: ['state'] });
  // @ts-expect-error the id is always made
  crud({ ...words, made: ['id'] });
  // @ts-expect-error no text
  crud({ ...words, searches: ['size'] });
  // @ts-expect-error no single value
  crud({ ...words, filters: ['tags'] });
  // @ts-expect-error no single value
  crud({ ...words, filters: ['size'] });
  // @ts-expect-error no order
  crud({ ...words, sorts: ['size'] });
  // @ts-expect-error no operation
  crud({ ...words, only: ['remove'] });
  // @ts-expect-error a misspelt member
  crud({ ...words, search: ['title'] });
  // @ts-expect-error no id
  crud({ ...words, schema: item.omit({ id: true }) });
  // @ts-expect-error a path of its own
  crud({ ...words, path: '/api/teams/{team_id}/line-items' });
});
