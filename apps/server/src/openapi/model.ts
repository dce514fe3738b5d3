/** A user's OpenAPI document as the rest of this folder sees it: upgraded to 3.1, in one piece, its references left in place. */

/** A value of JSON. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

export interface JsonObject {
  readonly [member: string]: Json;
}

/** A JSON Schema (2020-12) as it stands in the document; it may be a reference. */
export type Schema = boolean | JsonObject;

/** Something that is wrong with a document, or with a part of it. */
export interface Finding {
  /** `fault`: it, or the operation, cannot be served. `warning`: it is served, in a way that is worth a look. */
  readonly severity: 'fault' | 'warning';
  readonly message: string;
  /** The file, as the user has named it; undefined for a document that was given as a value. */
  readonly file?: string | undefined;
  /** Line and column in it, from 1, where they are known. */
  readonly line?: number | undefined;
  readonly column?: number | undefined;
  /** JSON pointer in the file (RFC 6901), such as `/paths/~1pets/get`. */
  readonly pointer?: string | undefined;
  /** The operation that is left out, or that it is about: `GET /pets`. */
  readonly operation?: string | undefined;
}

/** Where something stands in the files of a document. */
export type Located = Pick<Finding, 'file' | 'line' | 'column' | 'pointer'>;

/** A document that was read. */
export interface ApiDocument {
  /** The name before its `=`, below which it is served; empty for one that is served at the root. */
  readonly name: string;
  /** The document of OpenAPI 3.1: references lead to places in it alone. Nobody changes it. */
  readonly root: JsonObject;
  /** The files that it was read from, by their real paths; left out of a document that was given as a value. */
  readonly files?: readonly string[];
  /** Every operation that can be served, in the order of the document. */
  readonly operations: readonly ApiOperation[];
  /** Paths of its servers, such as `/v1`, without a slash at the end; the root is the empty text. */
  readonly basePaths: readonly string[];
  /** What it sends by itself: the name of each of its webhooks stands in place of an expression. */
  readonly webhooks: readonly ApiCallback[];
  readonly findings: readonly Finding[];
  /** Follows a reference, and references behind it; undefined where it leads nowhere, or in a circle of references alone. */
  readonly resolve: (node: Json | undefined) => Json | undefined;
  /** Where something stands in its files, by its pointer in {@link root}; missing where a document was made by hand. */
  readonly locate?: (pointer: string) => Promise<Located>;
}

export type ApiMethod = 'GET' | 'PUT' | 'POST' | 'DELETE' | 'PATCH';

/** A parameter, in the path item or in the operation. */
export interface ApiParameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header' | 'cookie' | 'querystring';
  readonly required: boolean;
  readonly schema: Schema;
  readonly style: 'simple' | 'label' | 'matrix' | 'form' | 'spaceDelimited' | 'pipeDelimited' | 'deepObject' | 'cookie';
  readonly explode: boolean;
  readonly allowReserved: boolean;
  /** Media type of a parameter that has `content` instead of a style. */
  readonly mediaType?: string | undefined;
  readonly description: string;
  readonly deprecated: boolean;
  /** Its examples, the named ones too. */
  readonly examples: readonly Json[];
  /** Where it stands in {@link ApiDocument.root}. */
  readonly pointer: string;
}

/** A media type of a body. */
export interface ApiMedia {
  /** As the document writes it: `application/json`, `application/*`, `text/csv; charset=utf-8`. */
  readonly type: string;
  /** True where none is given. Of 3.2, `itemSchema` stands here as well, with `isSequence`. */
  readonly schema: Schema;
  /** Whether it is a sequence of values (SSE, NDJSON, JSON Lines), each of the schema. */
  readonly isSequence: boolean;
  /**
   * The value of each example by its name. A lone `example` is called the empty text; one of a document before 3.1
   * `default`, as the upgrade has it.
   */
  readonly examples: ReadonlyMap<string, Json>;
  /** How the members of forms and of multipart are written, by member. */
  readonly encoding: JsonObject;
  /** The headers that parts of multipart have, by member. */
  readonly partHeaders: ReadonlyMap<string, readonly ApiHeader[]>;
  readonly pointer: string;
}

export interface ApiHeader {
  readonly name: string;
  readonly required: boolean;
  readonly schema: Schema;
  readonly examples: readonly Json[];
}

export interface ApiResponse {
  /** `200`, `2XX` or `default`. */
  readonly status: string;
  readonly description: string;
  readonly headers: readonly ApiHeader[];
  readonly content: readonly ApiMedia[];
  readonly pointer: string;
}

/** A callback: what the API sends, and where to (a runtime expression such as `{$request.body#/url}`). */
export interface ApiCallback {
  readonly name: string;
  readonly expression: string;
  readonly method: ApiMethod;
  readonly body: ApiMedia | undefined;
}

/** One scheme that a request may show: all of the schemes of one requirement together, one requirement of several. */
export interface ApiCredential {
  /** Name under `components.securitySchemes`. */
  readonly scheme: string;
  readonly type: 'apiKey' | 'http' | 'mutualTLS' | 'oauth2' | 'openIdConnect';
  /** `basic`, `bearer`, … of `http`, in lower case. */
  readonly httpScheme?: string | undefined;
  readonly in?: 'query' | 'header' | 'cookie' | undefined;
  readonly name?: string | undefined;
}

/** An operation of the document. */
export interface ApiOperation {
  /**
   * Its name here, unique in the document and a plain word in camelCase: from `operationId` where there is one, else from
   * method and path (`getUsersByUserIdPosts`).
   */
  readonly id: string;
  /** `operationId` as the document has it. */
  readonly operationId: string | undefined;
  readonly method: ApiMethod;
  /** As the document has it: `/users/{user_id}/posts`, `/a/{b}:cancel`; no query, no trailing slash added or taken. */
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly deprecated: boolean;
  /** Its own and those of its path item; one that is declared twice is the operation's. */
  readonly parameters: readonly ApiParameter[];
  readonly body: { readonly required: boolean; readonly content: readonly ApiMedia[] } | undefined;
  readonly responses: readonly ApiResponse[];
  readonly callbacks: readonly ApiCallback[];
  /** One requirement of these must be met; an empty one needs nothing. None: nothing is needed. */
  readonly security: readonly (readonly ApiCredential[])[];
  /** Where it stands in {@link ApiDocument.root}. */
  readonly pointer: string;
  /** What `x-understudy` says beside it; empty where it says nothing. */
  readonly hints: JsonObject;
}
