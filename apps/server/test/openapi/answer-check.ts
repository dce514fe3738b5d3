/** Holds an answer against the OpenAPI document: its status, headers, media type and body. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { eventsIn } from '../streams/read-events.js';
import type { OpenApiDocument } from '../../src/http/openapi/openapi-document.js';

/** An answer, and the address that it came from. */
export interface Answered {
  readonly method: string;
  /** Path template, as the document has it. */
  readonly path: string;
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

interface Referable {
  readonly $ref?: string;
}

interface Declared extends Referable {
  readonly headers?: Readonly<Record<string, Referable & { readonly required?: boolean }>>;
  readonly content?: Readonly<
    Record<string, { readonly schema: Referable & { readonly contentSchema?: Referable; readonly format?: string } }>
  >;
}

/** Headers that say nothing of the operation: of the transport, of CORS, of caches and browsers (api.md, 5 and 6). */
const general =
  /^(?:access-control-.*|cache-control|connection|content-(?:encoding|length|security-policy|type)|date|keep-alive|referrer-policy|server-timing|timing-allow-origin|transfer-encoding|vary|x-content-type-options)$/;

/** Finds where answers differ from a document. */
export class AnswerCheck {
  readonly #document: OpenApiDocument;
  readonly #ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: true });
  readonly #validators = new Map<string, ValidateFunction>();

  constructor(document: OpenApiDocument) {
    this.#document = document;
    formats.default(this.#ajv);
    this.#ajv.addSchema(document, 'openapi.json');
  }

  /** What an answer has that is not documented, or lacks that is; empty where it is as documented. */
  faults(answered: Answered): string[] {
    const operation = this.#document.paths[answered.path]?.[answered.method.toLowerCase()];
    if (operation === undefined) return [`${answered.method} ${answered.path} is not documented`];
    // Only a fault that asks for a status may answer one that is not named.
    const isForced = answered.text.includes('"kind":"status"');
    const response = operation.responses[String(answered.status)] ?? operation.responses[isForced ? 'default' : ''];
    if (response === undefined) return [`the status ${answered.status} is not documented`];
    const declared = this.#resolve<Declared>(response);
    return [...this.#headerFaults(answered, declared), ...this.#bodyFaults(answered, declared)];
  }

  #resolve<Part extends Referable>(part: Referable): Part {
    if (part.$ref === undefined) return part as Part;
    const [sort = '', name = ''] = part.$ref.replace('#/components/', '').split('/');
    return this.#document.components[sort]?.[name] as unknown as Part;
  }

  #headerFaults({ headers }: Answered, { headers: declared = {} }: Declared): string[] {
    const names = new Set(Object.keys(declared).map((name) => name.toLowerCase()));
    const anonymousLimits = [...headers.keys()].filter((name) => !general.test(name) && !names.has(name));
    const missing = Object.entries(declared).filter(([name, header]) => {
      const { required } = this.#resolve<Referable & { readonly required?: boolean }>(header);
      return required === true && !headers.has(name);
    });
    return [
      ...anonymousLimits.map((name) => `the header ${name} is not documented`),
      ...missing.map(([name]) => `the header ${name} is missing`),
    ];
  }

  #bodyFaults({ headers, text }: Answered, { content = {} }: Declared): string[] {
    const type = headers.get('content-type');
    if (type === null) return Object.keys(content).length === 0 && text === '' ? [] : ['there is no Content-Type'];
    // A page is described without its charset.
    const media = content[type] ?? content[type.replace('text/html; charset=utf-8', 'text/html')];
    if (media === undefined) return [`the media type ${type} is not documented`];
    const { contentSchema, format } = media.schema;
    // Bytes, lines and pages are no JSON.
    const isLines = /^(?:text\/(?:csv|html)|application\/x-ndjson)/.test(type);
    if (format === 'binary' || isLines) return this.#faultsIn(text, media.schema);
    if (contentSchema === undefined) return this.#faultsIn(JSON.parse(text), media.schema);
    return eventsIn(text).flatMap((event) => this.#faultsIn(event, contentSchema));
  }

  #faultsIn(value: unknown, schema: Referable): string[] {
    const validate = this.#validatorOf(schema);
    if (validate(value)) return [];
    return (validate.errors ?? []).map(({ instancePath, message, params }) =>
      `${instancePath || '/'} ${message ?? ''} ${JSON.stringify(params)}`.trim(),
    );
  }

  #validatorOf(schema: Referable): ValidateFunction {
    const key = JSON.stringify(schema).replaceAll('"#/', '"openapi.json#/');
    const found = this.#validators.get(key);
    if (found !== undefined) return found;
    const made = this.#ajv.compile(JSON.parse(key) as object);
    this.#validators.set(key, made);
    return made;
  }
}
