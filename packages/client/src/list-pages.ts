/** Asks for the pages of a list, in whichever style the server pages it. */
import type { UnaimedCall } from './call.js';
import { besidesOf, type Exchange, exchange } from './exchange.js';
import { followed } from './followed.js';
import type { Pages, PageWithResponse } from './list.js';
import { nextPage, type Page, type Position, resumeAt } from './next-page.js';
import { PaginationError } from './pagination-error.js';
import { summaryOf } from './request-summary.js';
import type { Input } from './route.js';
import { Scenario } from './scenario.js';
import { type Target, targetOf } from './target.js';

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
  return { data, pagination, meta, next: position && resumeAt(position), ...besidesOf(answered) };
}
