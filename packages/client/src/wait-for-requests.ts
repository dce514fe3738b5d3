/** Waits until a sandbox has answered certain requests: what tests of an app do instead of sleeping. */
import { ApiError } from './api-error.js';
import type { Settings } from './client-options.js';
import type { PagingControls } from './controls.js';
import { exchange, Scenario } from './exchange.js';
import { routes } from './generated/routes.js';
import type { JournalEntry, ListInboxInput, ListRequestsInput } from './generated/types.js';
import { listPages, type Page } from './list.js';
import { about } from './read-answer.js';
import { summaryOf } from './request-summary.js';
import type { Route } from './route.js';
import { targetOf } from './target.js';

/**
 * Which requests to wait for: the filters of `listRequests`.
 *
 * @example
 * ```ts
 * import type { AwaitedRequests } from '@understudy/client';
 *
 * const twoOrders: AwaitedRequests = { method: 'POST', path: '/api/orders', min: 2, wait: 10 };
 * ```
 */
export interface AwaitedRequests extends Omit<ListRequestsInput, 'name' | 'page' | 'per_page' | 'cursor'> {
  /** Name of the sandbox. @defaultValue the one that the client works in */
  readonly name?: string | undefined;
}

/**
 * What to wait for in an inbox.
 *
 * @example
 * ```ts
 * import type { AwaitedInInbox } from '@understudy/client';
 *
 * const twoEvents: AwaitedInInbox = { box: 'orders', min: 2, wait: 10 };
 * ```
 */
export interface AwaitedInInbox extends Omit<ListInboxInput, 'name' | 'page' | 'per_page' | 'cursor'> {
  /** Name of the sandbox. @defaultValue the one that the client works in */
  readonly name?: string | undefined;
}

/** What the client has on the journal beside the operations. */
export interface JournalMethods {
  /**
   * Waits until at least `min` requests (1 by default) pass the filters, for `wait` seconds at most (5 by default, up to
   * 60), and gives all that do, oldest first. The timeout of the client is that much longer.
   *
   * @throws ApiError of kind `timeout` that says how many came, and what was asked for
   *
   * @example
   * ```ts
   * import { createClient } from '@understudy/client';
   *
   * const api = createClient({ baseUrl: 'http://127.0.0.1:4010', sandbox: 'test-1' });
   * const [order] = await api.sandboxes.waitForRequests({ method: 'POST', path: '/api/education/enrollments' });
   * console.log(order?.body);
   * ```
   */
  waitForRequests(awaited?: AwaitedRequests, controls?: PagingControls): Promise<JournalEntry[]>;
  /**
   * The same for what is posted to an inbox of the sandbox, such as webhooks.
   *
   * @throws ApiError of kind `timeout` that says how many came, and what was asked for
   *
   * @example
   * ```ts
   * import { createClient } from '@understudy/client';
   *
   * const api = createClient({ baseUrl: 'http://127.0.0.1:4010', sandbox: 'test-1' });
   * const [event] = await api.sandboxes.waitForInbox({ box: 'orders' });
   * console.log(event?.signature, event?.body);
   * ```
   */
  waitForInbox(awaited: AwaitedInInbox, controls?: PagingControls): Promise<JournalEntry[]>;
}

/** Longest page. */
const PER_PAGE = 50;

type Waiting = (awaited?: AwaitedRequests, controls?: PagingControls) => Promise<JournalEntry[]>;

function waiting(settings: Settings, method: keyof JournalMethods, route: Route): Waiting {
  const operation = `sandboxes.${method}`;
  return async ({ name = settings.sandbox, min = 1, wait = 5, ...filters } = {}, { signal } = {}) => {
    const controls = { signal, paginationStyle: 'cursor' } as const;
    const input = { name, min, wait, ...filters, per_page: PER_PAGE };
    const call = { operation, route, settings, controls, input };
    const target = targetOf(settings, route, input);
    const { body, attempts, order, response } = await exchange({ ...call, target, scenario: new Scenario(controls) });
    // The envelope has been checked; its records are what the contract says.
    const { data, pagination } = body as Page<JournalEntry>;
    const { total, nextCursor: cursor } = pagination;
    if (total < min) {
      const detail = `${total} of ${min} requests${filterText(filters)} came to the sandbox ${name} within ${wait} s.`;
      const failure = { kind: 'timeout', detail, retryable: true, ...about(response) } as const;
      throw new ApiError({ operation, failure, attempts, request: summaryOf(order) });
    }
    if (cursor === undefined || cursor === null) return data;
    const rest = listPages<JournalEntry>({ ...call, input: { ...input, cursor } });
    for await (const page of rest.walk()) data.push(...page.data);
    return data;
  };
}

/** The methods of a client. */
export const waitingFor = (settings: Settings): JournalMethods => ({
  waitForRequests: waiting(settings, 'waitForRequests', routes.sandboxes.listRequests),
  waitForInbox: waiting(settings, 'waitForInbox', routes.sandboxes.listInbox),
});

/** Says which requests were asked for, to somebody who has only this text. */
function filterText(filters: object): string {
  const all = Object.entries(filters).map(([filter, value]) => `${filter} ${String(value)}`);
  return all.length === 0 ? '' : ` with ${all.join(', ')}`;
}
