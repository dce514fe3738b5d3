/** The record that problems of an operation show in `current`, in the OpenAPI document. */
import type { ProblemKind } from '@understudy/contract';
import { isSchema, type Operation, shapeOf } from '@understudy/contract/kit';
import { z } from 'zod';
import type { ProblemKinds } from '../../call/api.js';
import { exampleOf } from './examples.js';
import type { Json } from './parameters.js';
import type { Schemas } from './bodies.js';

/** Name of the component that is a record. */
export function currentName(current: z.ZodType | undefined): string | undefined {
  return current?.meta()?.id;
}

/** Name of the component that an operation answers, in a list or by itself; undefined where it has none. */
export function answeredName(output: unknown): string | undefined {
  const data = shapeOf(output)?.['data'];
  const record = data instanceof z.ZodArray ? data.element : data;
  return isSchema(record) ? z.globalRegistry.get(record)?.id : undefined;
}

/** The kinds of an operation whose problems show a record, each with the schema of that. */
export function currentByKind(operation: Operation, kinds: ProblemKinds): Readonly<Record<string, Json>> {
  const own = operation.meta.kinds.filter((kind): kind is ProblemKind => kind in kinds);
  const showing = own.flatMap((kind) => {
    const name = kinds[kind].current === true ? currentName(operation.meta.current[kind]) : undefined;
    return name === undefined ? [] : [[kind, { $ref: `#/components/schemas/${name}` }] as const];
  });
  return Object.fromEntries(showing);
}

/** A response of some kinds, with the record that their problems show: in the schema, and in the examples of those kinds. */
export function withCurrent(response: Json, current: Readonly<Record<string, Json>>, schemas: Schemas): Json {
  const records = [...new Map(Object.values(current).map((record) => [record['$ref'], record])).values()];
  const [first] = records;
  if (first === undefined) return response;
  const value = (kind: string) => exampleOf(current[kind] ?? first, { schemas, members: 'all' });
  const record = records.length === 1 ? first : { anyOf: records };
  const content = Object.entries(response['content'] as Record<string, Json>).map(([type, media]) => {
    const named = Object.entries((media['examples'] ?? {}) as Record<string, { value: Json }>);
    const examples = named.map(([kind, one]) =>
      kind in current ? [kind, { ...one, value: { ...one.value, current: value(kind) } }] : [kind, one],
    );
    const schema = { allOf: [media['schema'], { type: 'object', properties: { current: record } }] };
    return [
      type,
      { ...media, schema, ...(named.length === 0 ? {} : { examples: Object.fromEntries(examples) as Json }) },
    ];
  });
  return { ...response, content: Object.fromEntries(content) as Json };
}
