/** JSON Schemas as an OpenAPI document has them, and the fields of those that describe objects. */

/** A JSON Schema, as far as it becomes a TypeScript type. `$ref` is the bare name of another one. */
export interface Schema {
  readonly $ref?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly type?: string | readonly string[];
  readonly items?: Schema;
  /** What a text in another form holds. */
  readonly contentSchema?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
  readonly required?: readonly string[];
  readonly description?: string;
  readonly examples?: readonly unknown[];
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
}

/** Schemas by name. */
export type Schemas = Readonly<Record<string, Schema>>;

/** A member of an input or of a record. */
export interface Field {
  readonly name: string;
  readonly required: boolean;
  readonly description: string | undefined;
  readonly schema: Schema;
  readonly example: unknown;
  /** The generic type that it has instead of an array of its items. */
  readonly as?: string | undefined;
}

/** The values that a schema names: those of its enum, or its constant. */
export function valuesOf(schema: Schema): readonly unknown[] | undefined {
  return 'const' in schema ? [schema.const] : schema.enum;
}

/** Whether there is one value that a schema allows. */
export const isConstant = (schema: Schema): boolean => valuesOf(schema)?.length === 1;

/** The fields of an object schema. */
export function objectFields({ properties = {}, required = [] }: Schema): Field[] {
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    required: required.includes(name),
    description: schema.description,
    schema,
    example: schema.examples?.[0] ?? (isConstant(schema) ? undefined : schema.enum?.[0]),
  }));
}

/** The named schemas that a schema leads to. */
export function reached(schema: Schema, schemas: Schemas, found = new Set<string>()): ReadonlySet<string> {
  JSON.stringify(schema, (key, value: unknown) => {
    if (key === '$ref' && typeof value === 'string' && !found.has(value)) {
      found.add(value);
      reached(schemas[value] ?? {}, schemas, found);
    }
    return value;
  });
  return found;
}
