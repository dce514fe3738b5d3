/** Reads the input of a tRPC request, once for all its calls, and hands it to tRPC. */
import { bodyStart } from '../journal/body-start.js';
import { readText } from './body.js';
import { parseJson } from './json-text.js';
import type { RequestContext } from './request-context.js';

/** All that tRPC reads of the headers; the type of a body is checked here. */
const HEADERS = ['accept', 'trpc-accept'] as const;

/** The input of a request: a body, or a parameter of the query. */
export class TrpcInput {
  readonly #ctx: RequestContext;
  readonly #maxBytes: number;
  #text: Promise<string> | undefined;
  /** Start of the body, secrets masked; undefined where none was read. */
  bodyStart: string | undefined;

  /** @param maxBytes largest body, also once content codings are undone */
  constructor(ctx: RequestContext, maxBytes: number) {
    this.#ctx = ctx;
    this.#maxBytes = maxBytes;
  }

  /**
   * The text of the body, which is JSON; empty where there is none, or where the query has the input.
   *
   * @throws ProblemError where it cannot be read
   */
  read(): Promise<string> {
    this.#text ??= this.#ctx.request.method === 'POST' ? this.#readBody() : this.#checkQuery();
    return this.#text;
  }

  /** The request as tRPC wants it. */
  request(): Request {
    const { method, url, header } = this.#ctx.request;
    const headers = new Headers(method === 'POST' ? { 'content-type': 'application/json' } : {});
    for (const name of HEADERS) {
      const value = header(name);
      if (value !== null) headers.set(name, value);
    }
    return Object.assign(new Request(url, { method, headers }), { text: () => this.read() });
  }

  /** A batch has its inputs as members of one object. */
  get #around(): number {
    return this.#ctx.query.get('batch') === '1' ? 1 : 0;
  }

  async #readBody(): Promise<string> {
    const body = await readText(this.#ctx.request, {
      accepts: ['json'],
      maxBytes: this.#maxBytes,
      share: this.#ctx.bodyShare,
    });
    if (body === undefined) return '';
    this.bodyStart = bodyStart(await parseJson(body.text, { location: { pointer: '#' }, around: this.#around }));
    return body.text;
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
