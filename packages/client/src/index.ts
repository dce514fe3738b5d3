/** The typed client of the Understudy API: pagination, retries, and failures on demand. */
export { ApiError, type Attempt, isApiError, PaginationError, type Resume } from './api-error.js';
export { type Client, createClient } from './client.js';
export type { ClientOptions, Fetch, FetchInit, FetchResponse, Logger, Validator } from './client-options.js';
export type {
  CallControls,
  ConditionalControls,
  CountedFault,
  Faults,
  FaultText,
  PagingControls,
  Step,
  WriteControls,
} from './controls.js';
export type { Download } from './download.js';
export type { CurrentOf, ErrorKind, OwnKinds } from './error-kind.js';
export type { EventStream } from './event-stream.js';
export { formatMoney } from './format-money.js';
export type * from './generated/domains.js';
export type * from './generated/types.js';
export type { DomainDeclaration, DomainDescriptor, OptionsWithDomains } from './custom-domain.js';
export type { Job, Lines, Reply, WaitOptions, WithResponse } from './results.js';
export type { List, Page, PageWithResponse } from './list.js';
export type { RequestSummary } from './request-summary.js';
export type { RetryOptions } from './retry.js';
export type { Method, Route } from './route.js';
export type { Refresh, SessionTokens } from './session.js';
export type { Sleep } from './sleep.js';
export type { Upload } from './upload.js';
export type { AwaitedInInbox, AwaitedRequests, JournalMethods } from './wait-for-requests.js';
