/** What a client is generated from: operations and their schemas. */

/** Types of the language that generated code uses by name. */
const RESERVED = ['Record'];

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** A name as that of a type: `blog-post` is `BlogPost`. */
export function typeName(name: string): string {
  const words = name.split(/[^\w$]+/).filter(Boolean);
  const joined = words.map(capital).join('');
  return /^\d/.test(joined) || joined === '' || RESERVED.includes(joined) ? `${joined}_` : joined;
}

/** Gives names that nothing else in a file has. */
export class Names {
  readonly #names = new Set<string>();

  /** The first of these names that is free, or the last one with a number. */
  free(...candidates: readonly [string, ...string[]]): string {
    const last = candidates.at(-1) ?? '';
    let found = candidates.find((name) => !this.#names.has(name));
    for (let count = 2; found === undefined; count += 1) {
      if (!this.#names.has(`${last}${count}`)) found = `${last}${count}`;
    }
    this.#names.add(found);
    return found;
  }
}

/** A name as a member of an object. */
export function memberName(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : literal(name);
}

/** A value as a literal in single quotes. */
export function literal(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).map(([name, member]) => `${memberName(name)}: ${literal(member)}`);
    return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
  }
  if (typeof value !== 'string') return JSON.stringify(value);
  const escaped = JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"');
  return escaped.includes("'") ? JSON.stringify(value) : `'${escaped}'`;
}

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

/** What stands around the records of an answer, as the client tells it apart. */
export type AnswerShape =
  | 'list'
  | 'record'
  | 'written'
  | 'removed'
  | 'batch'
  | 'document'
  | 'file'
  | 'lines'
  | 'stream'
  | 'nothing';

/** An operation, as a client sees it. */
export interface ClientOperation {
  readonly domain: string;
  readonly name: string;
  /** In capitals. */
  readonly method: string;
  readonly path: string;
  readonly answers: AnswerShape;
  readonly sends: 'query' | 'body';
  /** Headers that inputs go into, by input. */
  readonly headers: Readonly<Record<string, string>>;
  /** Whether its answer is 202. */
  readonly accepted: boolean;
  /** Whether it takes an Idempotency-Key. */
  readonly keyed: boolean;
  /** Whether it belongs to the control API, which takes paging and nothing else. */
  readonly control: boolean;
  /** Whether it takes If-Match. */
  readonly conditional: boolean;
  /** The input that says for how many seconds the answer may be held. */
  readonly holds: string | undefined;
  /** The input that has rows. */
  readonly rows: string | undefined;
  /** Whether a client with a session gets new tokens by it. */
  readonly renews: boolean;
  readonly summary: string;
  readonly description: string;
  readonly fields: readonly Field[];
  /** Media types of the file that it answers; none where it answers none. */
  readonly mediaTypes: readonly string[];
  /** The record or document of its answer; undefined where there is no body. */
  readonly record: Schema | undefined;
  /** The record that its problems show as it is now, by kind. */
  readonly current: Readonly<Record<string, Schema>>;
  /** What stands beside the records of its answer. */
  readonly meta: Schema | undefined;
  /** Name of the type of its input. */
  readonly inputName: string;
  /** Name of the type of its record. */
  readonly recordName: string;
}

/** What a client is generated from. */
export interface ClientModel {
  readonly operations: readonly ClientOperation[];
  readonly schemas: Schemas;
}

/** Names of the domains, in the order of the document. */
export const domainsOf = (operations: readonly ClientOperation[]): string[] => [
  ...new Set(operations.map(({ domain }) => domain)),
];

/** Types of the records that problems show, by kind, in the order of the kinds. */
export function currentTypes({ operations, schemas }: ClientModel): ReadonlyMap<string, string> {
  const kinds = (schemas['ProblemKind']?.enum ?? []).map(String);
  const all = kinds.map((kind) => {
    const names = operations.flatMap(({ current }) => current[kind]?.$ref ?? []).map(typeName);
    return [kind, [...new Set(names)].join(' | ')] as const;
  });
  return new Map(all.filter(([, type]) => type !== ''));
}

/** The type of a list's meta, where it has more than every other. */
export function metaName({ answers, meta }: ClientOperation): string | undefined {
  if (answers !== 'list' || meta?.$ref === undefined || meta.$ref === 'AnswerMeta') return undefined;
  return typeName(meta.$ref);
}

/** The types of the controls that an operation takes. */
export function controlTypes({ keyed, control, conditional }: ClientOperation): string[] {
  if (control) return ['PagingControls'];
  return [keyed ? 'WriteControls' : 'CallControls', ...(conditional ? ['ConditionalControls'] : [])];
}
