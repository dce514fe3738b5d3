/** Lists: what they give back, the way from page to page, and the links between pages. */
import { type Attempt, PaginationError, type Resume } from './api-error.js';
import { detailsOf, type Exchange, exchange, Scenario, type UnaimedCall } from './exchange.js';
import type { AnswerMeta, Pagination, PaginationStyle } from './generated/types.js';
import type { WithResponse } from './results.js';
import { summaryOf } from './request-summary.js';
import type { Input } from './route.js';
import { type Target, targetOf } from './target.js';

/** The target of the link with a relation type; undefined where there is none. */
export function linkTo(relation: string, header: string | null): string | undefined {
  // A target may hold commas and semicolons, so each link is taken from its bracket on.
  for (const [, target, parameters = ''] of (header ?? '').matchAll(/<([^>]*)>([^<]*)/g)) {
    const relations = /;\s*rel\s*=\s*(?:"([^"]*)"|([^\s;,]+))/i.exec(parameters);
    const names = (relations?.[1] ?? relations?.[2] ?? '').toLowerCase().split(/\s+/);
    if (target !== undefined && names.includes(relation)) return target;
  }
  return undefined;
}

/**
 * The address of a link or location, which may be relative (RFC 8288 §3.2, RFC 9110 §10.2.2). Undefined where it leads to
 * another origin, which must not see the token that the next request carries.
 */
export function followed(link: string, from: string): string | undefined {
  if (!URL.canParse(link, from)) return undefined;
  const url = new URL(link, from);
  // No part of a request: fetch leaves out the one, and refuses the others.
  url.hash = url.username = url.password = '';
  return url.origin === new URL(from).origin ? url.href : undefined;
}

/**
 * One page of a list.
 *
 * @example
 * ```ts
 * import { createClient, type Course, type Page } from '@understudy/client';
 *
 * const api = createClient({ baseUrl: 'http://127.0.0.1:4010' });
 * const page: Page<Course> = await api.education.listCourses({ per_page: 5 });
 * console.log(page.data.length, page.pagination.total, page.meta.delayMs);
 * ```
 */
export interface Page<Item, Meta extends AnswerMeta = AnswerMeta> {
  /** The records of the page. */
  readonly data: Item[];
  /** Where the page stands in its list. */
  readonly pagination: Pagination;
  /** How the answer was shaped. */
  readonly meta: Meta;
  /** Input that leads to the page after this one, in whichever paging style: `{ ...input, ...next }`. Undefined after the last. */
  readonly next: Resume | undefined;
}

/** Where a page is: input that leads to it, or the URL that the server gave for it. */
export type Position = Resume | { readonly url: string };

/** The position after a page; undefined after the last one. An empty page may well have a next one. */
function nextPage(
  { pagination }: Pick<Page<unknown>, 'pagination'>,
  response: Response,
  style: PaginationStyle | undefined,
): Position | undefined {
  const { nextCursor, page, totalPages } = pagination;
  // The style shows best in the answer: a cursor as input turns any style into this one.
  if (nextCursor !== undefined) return nextCursor === null ? undefined : { cursor: nextCursor };
  if (style === 'link') {
    const url = linkTo('next', response.headers.get('link'));
    return url === undefined ? undefined : { url };
  }
  return page < totalPages ? { page: page + 1 } : undefined;
}

/** Input that leads to a position, for a caller who wants to go on from there. */
function resumeAt(position: Position): Resume | undefined {
  if (!('url' in position)) return position;
  // Only its query is read, so that a relative one (RFC 8288 §3.2) needs no base of its own.
  const base = 'http://relative.invalid';
  const query = URL.canParse(position.url, base) ? new URL(position.url, base).searchParams : new URLSearchParams();
  const cursor = query.get('cursor');
  if (cursor !== null) return { cursor };
  const page = Number(query.get('page') ?? Number.NaN);
  return Number.isInteger(page) ? { page } : undefined;
}

/**
 * A page with the response it came in.
 *
 * @example
 * ```ts
 * import { createClient } from '@understudy/client';
 *
 * const api = createClient({ baseUrl: 'http://127.0.0.1:4010' });
 * const { data, pagination, response, attempts } = await api.education.listCourses().withResponse();
 * console.log(data.length, pagination.total, response.headers.get('etag'), attempts.length);
 * ```
 */
export interface PageWithResponse<Item, Meta extends AnswerMeta = AnswerMeta>
  extends WithResponse<Item[]>, Page<Item, Meta> {
  readonly data: Item[];
  readonly attempts: readonly Attempt[];
}

/** Where a list takes its pages from. */
export interface Pages<Item, Meta extends AnswerMeta = AnswerMeta> {
  /** The page that the input asks for. */
  readonly first: () => Promise<PageWithResponse<Item, Meta>>;
  /** That page and all after it, each asked for when it is needed. */
  readonly walk: () => AsyncGenerator<PageWithResponse<Item, Meta>, void, undefined>;
}

/**
 * A list. Awaiting it gives the one page that the input asks for; iterating it gives every record from that page on,
 * whichever the paging style. Nothing is sent before either happens.
 *
 * @example
 * ```ts
 * import { createClient } from '@understudy/client';
 *
 * const api = createClient({ baseUrl: 'http://127.0.0.1:4010' });
 * const page = await api.education.listCourses({ per_page: 20, q: 'sql' });
 * for await (const course of api.education.listCourses({ q: 'sql' })) console.log(course.title);
 * const first = await api.education.listCourses().toArray({ limit: 25 });
 * console.log(page.pagination.total, first.length);
 * ```
 */
export class List<Item, Meta extends AnswerMeta = AnswerMeta>
  implements Promise<Page<Item, Meta>>, AsyncIterable<Item>
{
  readonly [Symbol.toStringTag] = 'List';
  readonly #pages: Pages<Item, Meta>;
  #first: Promise<PageWithResponse<Item, Meta>> | undefined;

  constructor(pages: Pages<Item, Meta>) {
    this.#pages = pages;
  }

  /** The page with the response it came in. */
  withResponse(): Promise<PageWithResponse<Item, Meta>> {
    this.#first ??= this.#pages.first();
    return this.#first;
  }

  // oxlint-disable-next-line unicorn/no-thenable -- to be awaited is what a list is for
  then<Result = Page<Item, Meta>, Failed = never>(
    fulfilled?: ((page: Page<Item, Meta>) => Result | PromiseLike<Result>) | null,
    rejected?: ((reason: unknown) => Failed | PromiseLike<Failed>) | null,
  ): Promise<Result | Failed> {
    return this.withResponse().then(bare).then(fulfilled, rejected);
  }

  catch<Failed = never>(
    rejected?: ((reason: unknown) => Failed | PromiseLike<Failed>) | null,
  ): Promise<Page<Item, Meta> | Failed> {
    return this.then(undefined, rejected);
  }

  finally(settled?: (() => void) | null): Promise<Page<Item, Meta>> {
    return this.then(undefined).finally(settled);
  }

  /** Every record, page after page. Leaving the loop early sends nothing more. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    for await (const { data } of this.#pages.walk()) {
      // One by one, since delegating to an array costs three turns of the event loop a record.
      for (const item of data) yield item;
    }
  }

  /** Every page, one after the other. */
  async *pages(): AsyncGenerator<Page<Item, Meta>, void, undefined> {
    for await (const page of this.#pages.walk()) yield bare(page);
  }

  /**
   * The first records, as an array. Nothing is asked for beyond the page that fills it.
   *
   * @throws RangeError for a limit that is no whole number from 0 on.
   */
  async toArray({ limit }: { readonly limit: number }): Promise<Item[]> {
    if (!Number.isInteger(limit) || limit < 0) throw new RangeError(`limit must be 0 or more, but is ${limit}`);
    const items: Item[] = [];
    if (limit === 0) return items;
    for await (const item of this) {
      items.push(item);
      if (items.length === limit) break;
    }
    return items;
  }
}

function bare<Item, Meta extends AnswerMeta>({
  data,
  pagination,
  meta,
  next,
}: PageWithResponse<Item, Meta>): Page<Item, Meta> {
  return { data, pagination, meta, next };
}

/** A page on the way, and where it leads. */
interface Visit<Item> {
  readonly page: PageWithResponse<Item>;
  readonly next: Position | undefined;
  /** Why the walk must not go on to the next position, where it must not. */
  readonly stray?: string;
  /** Makes the error that says why the walk cannot go on. */
  readonly refuse: (detail: string) => Error;
}

/** Asks for the page at a position. */
type Load<Item> = (position: Position) => Promise<Visit<Item>>;

/** Walks from a position to the last page; each page is asked for when it is needed. */
async function* walk<Item>(start: Position, load: Load<Item>): AsyncGenerator<PageWithResponse<Item>, void, undefined> {
  const seen = new Set([JSON.stringify(start)]);
  let position = start;
  for (;;) {
    const { page, next, stray, refuse }: Visit<Item> = await load(position);
    yield page;
    if (next === undefined) return;
    if (stray !== undefined) throw refuse(stray);
    const key = JSON.stringify(next);
    if (seen.has(key)) throw refuse(`The list leads to the same place again: ${key}.`);
    seen.add(key);
    position = next;
  }
}

/** The pages of a list. */
export function listPages<Item>(call: UnaimedCall): Pages<Item> {
  const start = startOf(call.input);
  return {
    first: async () =>
      loaded(
        await exchange({ ...call, target: aim(call, start), scenario: new Scenario(call.controls) }),
        call.controls,
      ),
    walk: () => {
      // One scenario for the whole walk, so that a later page can be made to fail.
      const scenario = new Scenario(call.controls);
      return walk(start, (position) => visit<Item>(call, position, scenario));
    },
  };
}

function startOf({ cursor, page }: Input): Position {
  if (typeof cursor === 'string') return { cursor };
  return { page: typeof page === 'number' ? page : 1 };
}

function aim({ settings, route, input }: UnaimedCall, position: Position): Target {
  const { headers } = targetOf(settings, route, input);
  if ('url' in position) return { url: position.url, headers, body: undefined };
  // Page 1 needs no mention; a cursor has the page in it.
  const isNamed = 'page' in position && position.page === (input['page'] ?? 1);
  const moved = isNamed ? {} : { page: undefined, cursor: undefined, ...position };
  return targetOf(settings, route, { ...input, ...moved });
}

async function visit<Item>(call: UnaimedCall, position: Position, scenario: Scenario): Promise<Visit<Item>> {
  const { operation, controls } = call;
  const target = aim(call, position);
  const answered = await exchange({ ...call, target, scenario, resume: resumeAt(position) });
  const { attempts, order, response } = answered;
  const page = loaded<Item>(answered, controls);
  const refuse = (detail: string) => new PaginationError({ operation, detail, attempts, request: summaryOf(order) });
  const next = nextPage(page, response, controls.paginationStyle);
  if (next === undefined || !('url' in next)) return { page, next, refuse };
  const url = followed(next.url, target.url);
  // The next request carries the token, which another server must not see.
  if (url === undefined) {
    const stray = `The next link leaves ${new URL(target.url).origin}: ${next.url}.`;
    return { page, next, refuse, stray };
  }
  return { page, next: { url }, refuse };
}

function loaded<Item>(answered: Exchange, { paginationStyle }: UnaimedCall['controls']): PageWithResponse<Item> {
  // The envelope has been checked; its records are what the contract says.
  const body = answered.body as Page<Item>;
  const { data, pagination, meta } = body;
  const position = nextPage(body, answered.response, paginationStyle);
  return { data, pagination, meta, next: position && resumeAt(position), ...detailsOf(answered) };
}
