/** What an OpenAPI document of a server is to the generator of clients, each reference in it a bare name. */
import type { AnswerShape } from './model.js';
import type { Schema, Schemas } from './schema.js';

export interface Parameter {
  readonly $ref?: string;
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly description?: string;
  readonly schema: Schema;
  readonly example?: unknown;
  /** Whether it is a member of the body, which stands in the query where the body has no room for it. */
  readonly 'x-understudy-body'?: boolean;
  /** The input that it carries, where that has another name. */
  readonly 'x-understudy-input'?: string;
}

type Content = Readonly<Record<string, { readonly schema?: Schema }>>;

export interface OperationObject {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly parameters: readonly Parameter[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
  readonly 'x-understudy-answers'?: Exclude<AnswerShape, 'removed'>;
  readonly 'x-understudy-alias-of'?: string;
  readonly 'x-understudy-renews-session'?: boolean;
  /** The input that says for how many seconds the answer may be held. */
  readonly 'x-understudy-holds'?: string;
  /** The record that its problems show, by kind. */
  readonly 'x-understudy-current'?: Readonly<Record<string, Schema>>;
  /** The member of its body that has rows. */
  readonly 'x-understudy-rows'?: string;
  /** Forms of its list beside the page, which a client does not ask for. */
  readonly 'x-understudy-formats'?: readonly string[];
}

export interface Components {
  readonly schemas: Schemas;
  readonly parameters: Readonly<Record<string, Parameter>>;
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationObject>>>>;
  readonly components: Components;
}

/** The document, every `$ref` in it a bare name. */
export function parsed(document: unknown): Document {
  const bare = JSON.parse(JSON.stringify(document) ?? 'null', (key, value: unknown) =>
    key === '$ref' && typeof value === 'string' ? value.split('/').at(-1) : value,
  ) as Partial<Document> | null;
  const { paths, components } = bare ?? {};
  const problem = components?.schemas?.['Problem'];
  if (paths === undefined || components === undefined || problem === undefined) {
    throw new TypeError('this is no OpenAPI document of an Understudy server');
  }
  return { paths, components };
}
