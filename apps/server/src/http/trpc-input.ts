/** Reads the input of a tRPC request, once for all its calls, and hands it to tRPC. */
import { readText } from './body.js';
import { parseJson } from './json-text.js';
import type { Exchange } from './exchange.js';

/** Whether JSON is an object with members. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** All that tRPC reads of the headers; the type of a body is checked here. */
const HEADERS = ['accept', 'trpc-accept'] as const;

/** The inputs of a batch, in which members of an object are named by the index of their procedure. */
function inputsOf(value: unknown, procedures: number): readonly unknown[] {
  const members: Readonly<Record<string, unknown>> = isObject(value) ? value : {};
  return Array.from({ length: procedures }, (_, index) => members[index]);
}

/** JSON with the indexes of the inputs there are; what is no batch stays none. */
function standIn(value: unknown, inputs: readonly unknown[]): string {
  if (!isObject(value)) return 'null';
  return JSON.stringify(
    Object.fromEntries(inputs.flatMap((input, index) => (input === undefined ? [] : [[index, index]]))),
  );
}

/** What is known of a request before its input is read. */
export interface TrpcInputRules {
  /** Largest body, in bytes, also once content codings are undone. */
  readonly maxBytes: number;
  /** How many procedures the request names. */
  readonly procedures: number;
}

/** The input of a request: a body, or a parameter of the query. */
export class TrpcInput {
  readonly #ctx: Exchange;
  readonly #rules: TrpcInputRules;
  #text: Promise<string> | undefined;
  /** The inputs of a body by procedure; undefined where tRPC reads them itself, from the query. */
  #inputs: readonly unknown[] | undefined;

  constructor(ctx: Exchange, rules: TrpcInputRules) {
    this.#ctx = ctx;
    this.#rules = rules;
  }

  /**
   * What tRPC is to parse for a body: JSON of the same shape, in which an index stands for each input. tRPC parses in one
   * go, which a large body is spared. Empty where there is no body, or where the query has the input.
   *
   * @throws ProblemError where the input cannot be read
   */
  read(): Promise<string> {
    this.#text ??= this.#ctx.request.method === 'POST' ? this.#readBody() : this.#checkQuery();
    return this.#text;
  }

  /** The input for which tRPC was given something by `read`. */
  resolve(given: unknown): unknown {
    return this.#inputs === undefined || typeof given !== 'number' ? given : this.#inputs[given];
  }

  /** The request as tRPC wants it. */
  request(): Request {
    const { origin, fullPath, search } = this.#ctx;
    const { method, header } = this.#ctx.request;
    const headers = new Headers(method === 'POST' ? { 'content-type': 'application/json' } : {});
    for (const name of HEADERS) {
      const value = header(name);
      if (value !== null) headers.set(name, value);
    }
    return Object.assign(new Request(`${origin}${fullPath}${search === '' ? '' : `?${search}`}`, { method, headers }), {
      text: () => this.read(),
    });
  }

  get #isBatch(): boolean {
    return this.#ctx.query.get('batch') === '1';
  }

  /** A batch has its inputs as members of one object. */
  get #around(): number {
    return this.#isBatch ? 1 : 0;
  }

  async #readBody(): Promise<string> {
    const { request, bodyShare: share } = this.#ctx;
    const { maxBytes, procedures } = this.#rules;
    const body = await readText(request, { accepts: ['json'], maxBytes, share });
    if (body === undefined) return '';
    const value = await parseJson(body.text, { location: { pointer: '#' }, around: this.#around });
    this.#inputs = this.#isBatch ? inputsOf(value, procedures) : [value];
    return this.#isBatch ? standIn(value, this.#inputs) : '0';
  }

  async #checkQuery(): Promise<string> {
    const text = this.#ctx.query.get('input');
    // tRPC takes an empty parameter for none.
    if (text !== null && text !== '') {
      await parseJson(text, { location: { parameter: 'input' }, around: this.#around });
    }
    return '';
  }
}
