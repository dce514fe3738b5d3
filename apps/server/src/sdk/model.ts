/** What a client is generated from: operations, their inputs and answers, and the schemas that these name. */
import { typeName } from './names.js';
import type { Field, Schema, Schemas } from './schema.js';

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
