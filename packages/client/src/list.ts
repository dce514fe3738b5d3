/** What a list operation gives back: await it for one page, iterate it for every record. */
import type { Attempt } from './attempt.js';
import type { AnswerMeta } from './generated/types.js';
import type { Page } from './next-page.js';
import type { WithResponse } from './reply.js';

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
