/** The typed client of the Understudy API: pagination, retries, and failures on demand. */
export { ApiError, type Resume } from './api-error.js';
export type { Attempt } from './attempt.js';
export { type Client, createClient } from './client.js';
export type { ClientOptions, Fetch, Logger, Validator } from './client-options.js';
export type { CallControls, PagingControls, Step, WriteControls } from './controls.js';
export type { ErrorKind } from './error-kind.js';
export type * from './generated/domains.js';
export type * from './generated/types.js';
export { isApiError } from './is-api-error.js';
export type { List, PageWithResponse } from './list.js';
export type { Page } from './next-page.js';
export { PaginationError } from './pagination-error.js';
export type { Reply, WithResponse } from './reply.js';
export type { RequestSummary } from './request-summary.js';
export type { RetryOptions } from './retry.js';
export type { Method } from './route.js';
export type { Refresh, SessionTokens } from './session.js';
export type { Sleep } from './sleep.js';
