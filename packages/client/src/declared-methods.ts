/** The methods that follow from the declaration of a domain. Types only: zod is known by its structure alone. */
import type { Download } from './download.js';
import type { EventStream } from './event-stream.js';
import type { CallControls, ConditionalControls, PagingControls, WriteControls } from './controls.js';
import type { AnswerMeta } from './generated/types.js';
import type { Job } from './job.js';
import type { Lines } from './lines.js';
import type { List } from './list.js';
import type { Reply } from './reply.js';
import type { AnswerShape, Method } from './route.js';
import type { Upload } from './upload.js';

/** An operation as it is declared, as far as the client looks at it. */
export interface DeclaredOperation {
  readonly method: Method;
  readonly path: string;
  readonly answers: Exclude<AnswerShape, 'removed'>;
  readonly meta: {
    readonly scope: 'sandbox' | 'registry';
    readonly status: number;
    readonly bodies: readonly string[];
    readonly headers: Readonly<Record<string, string>>;
    readonly holds: string | undefined;
  };
  readonly input: { readonly shape: object; readonly _zod: { readonly input: unknown } };
  readonly output: { readonly _zod: { readonly output: unknown }; readonly mediaTypes?: readonly string[] };
}

/** The methods of a domain, by the operations that it declares. */
export type DeclaredMethods<Operations> = {
  readonly [Name in keyof Operations]: Operations[Name] extends DeclaredOperation
    ? (...call: CallOf<Operations[Name]>) => AnswerOf<Operations[Name]>
    : never;
};

/** A type with its members shown one by one. */
type Shown<Type> = { [Name in keyof Type]: Type[Name] };

type SentOf<Of extends DeclaredOperation> = Of['input']['_zod']['input'];

/** What a caller hands in: the input without the members that are controls of the call. */
type InputOf<Of extends DeclaredOperation> = Shown<Uploading<Of, Omit<SentOf<Of>, NotSent<Of>>>>;

/** An input whose rows may come as lines. */
type Uploading<Of extends DeclaredOperation, Sent> = {
  [Name in keyof Sent]: Of['input']['shape'] extends {
    readonly [Key in Name]: { readonly row: { readonly _zod: { readonly input: infer Row } } };
  }
    ? Upload<Row>
    : Sent[Name];
};

/** Members that are controls of the call, or that the client says by itself. */
type NotSent<Of extends DeclaredOperation> =
  | 'pagination_style'
  | 'if_match'
  | (Of['answers'] extends 'lines' ? 'format' | 'bom' : never);

type CallOf<Of extends DeclaredOperation> =
  NonNullable<unknown> extends InputOf<Of>
    ? [input?: InputOf<Of>, controls?: ControlsOf<Of>]
    : [input: InputOf<Of>, controls?: ControlsOf<Of>];

type ControlsOf<Of extends DeclaredOperation> = Of['meta']['scope'] extends 'registry'
  ? PagingControls
  : 'if_match' extends keyof SentOf<Of>
    ? KeyedControls<Of> & ConditionalControls
    : KeyedControls<Of>;

type KeyedControls<Of extends DeclaredOperation> = Of['method'] extends 'GET' ? CallControls : WriteControls;

type OutputOf<Of extends DeclaredOperation> = Of['output']['_zod']['output'];

type DataOf<Of extends DeclaredOperation> = OutputOf<Of> extends { readonly data: infer Data } ? Data : never;

type ItemOf<Of extends DeclaredOperation> = DataOf<Of> extends readonly (infer Item)[] ? Item : never;

type MetaOf<Of extends DeclaredOperation> =
  OutputOf<Of> extends { readonly meta: infer Meta extends AnswerMeta } ? Meta : AnswerMeta;

type MediaTypeOf<Of extends DeclaredOperation> =
  OutputOf<Of> extends { readonly media_type: infer Type extends string } ? Type : never;

/** A row of the lines that are answered. */
type RowOf<Of extends DeclaredOperation> = Of['output'] extends {
  readonly row: { readonly _zod: { readonly output: infer Row } };
}
  ? Row
  : never;

type Written<Of extends DeclaredOperation> = Of['method'] extends 'DELETE' ? ItemOf<Of> | undefined : ItemOf<Of>;

/** What awaiting the operation gives, by the shape of its answer. */
interface Answers<Of extends DeclaredOperation> {
  readonly record: DataOf<Of>;
  readonly written: Written<Of>;
  readonly batch: DataOf<Of>;
  readonly document: OutputOf<Of>;
  readonly nothing: undefined;
  readonly file: Download<MediaTypeOf<Of>>;
  readonly list: never;
  readonly stream: never;
  readonly lines: never;
}

type AnswerOf<Of extends DeclaredOperation> = Of['answers'] extends 'list'
  ? List<ItemOf<Of>, MetaOf<Of>>
  : Of['answers'] extends 'stream'
    ? EventStream<ItemOf<Of>>
    : Of['answers'] extends 'lines'
      ? Lines<RowOf<Of>>
      : Reply<Of['meta']['status'] extends 202 ? Job<Answers<Of>[Of['answers']]> : Answers<Of>[Of['answers']]>;
