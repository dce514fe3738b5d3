/** The reasons for which a call can fail, and what each always means. */

/** What one problem kind always means. */
export interface ProblemKindInfo {
  /** HTTP status that the kind decides; the lowest one where it has a range of them. */
  readonly status: number;
  /** The highest status of a kind that has a range of them, of which each problem names its own. */
  readonly highestStatus?: number;
  /** Short, constant summary of the kind (RFC 9457 §3.1.3). */
  readonly title: string;
  /** When it happens and what a client can do; shown at `/problems/{kind}`. */
  readonly description: string;
  /** Whether its problems can carry `current`: the record as it is now, where the operation declares which that is. */
  readonly current?: true;
  /** Its error code on OAuth routes (RFC 6749 §4.1.2.1 and §5.2); `invalid_request` where left out. */
  readonly oauth?: string;
}

/**
 * Declares problem kinds, keeping their names as literal types.
 *
 * @example
 * ```ts
 * import { defineKinds } from '@understudy/contract';
 * const kinds = defineKinds({
 *   sold_out: { status: 409, title: 'Sold Out', description: 'No seat is left.' },
 * });
 * ```
 */
export function defineKinds<Kind extends string>(
  kinds: Readonly<Record<Kind, ProblemKindInfo>>,
): Readonly<Record<Kind, ProblemKindInfo>> {
  return kinds;
}

/**
 * Kinds that every domain shares, and that only an operation can answer that declares them. The preconditions follow from
 * `versioned`; they and the range follow from an output of `fileOf`.
 *
 * @example
 * ```ts
 * import { ownKinds } from '@understudy/contract';
 * console.log(ownKinds.includes('gone')); // true
 * ```
 */
export const ownKinds = [
  'payment_declined',
  'conflict',
  'too_late',
  'gone',
  'precondition_failed',
  'precondition_required',
  'range_not_satisfiable',
] as const;

/** A shared kind that only an operation can answer that declares it. */
export type OwnKind = (typeof ownKinds)[number];

/** Kinds that every domain shares, and that operations can declare. */
export type DeclarableKind = OwnKind | 'sandbox_full';

/** The kinds every domain shares. The first nine are the values of `simulate_error`; `status` has a range of statuses. */
export const sharedKinds = defineKinds({
  rate_limit: {
    status: 429,
    title: 'Too Many Requests',
    description:
      'The client sent more requests than it may. Wait for the seconds in Retry-After, then send the request again.',
    oauth: 'temporarily_unavailable',
  },
  server_error: {
    status: 500,
    title: 'Internal Server Error',
    description:
      'The server failed while it worked on the request. Reads may be sent again; a write may be repeated safely with the same Idempotency-Key.',
    oauth: 'server_error',
  },
  not_found: {
    status: 404,
    title: 'Not Found',
    description: 'No route or record has this address. Check the path and the ids in it.',
  },
  unauthorized: {
    status: 401,
    title: 'Unauthorized',
    description: 'The request carries no valid credential. Get a new token, then send the request again with it.',
  },
  forbidden: {
    status: 403,
    title: 'Forbidden',
    description: 'The credential is valid, but does not allow this. Another try will not help.',
  },
  bad_request: {
    status: 400,
    title: 'Bad Request',
    description:
      'Something in the request is wrong. Every fault is listed in `errors`, by JSON pointer (body) or parameter name (query, path, header).',
  },
  service_unavailable: {
    status: 503,
    title: 'Service Unavailable',
    description:
      'The server cannot work on requests at the moment. Wait for the seconds in Retry-After, then try again.',
    oauth: 'temporarily_unavailable',
  },
  timeout: {
    status: 504,
    title: 'Gateway Timeout',
    description: 'The answer did not come in time. The request may be sent again.',
    oauth: 'temporarily_unavailable',
  },
  malformed: {
    status: 200,
    title: 'Malformed Body',
    description:
      'Not an error body: the status is 200 and the JSON is cut in half, as a broken proxy might leave it. A client should report a parse error instead of crashing.',
  },
  status: {
    status: 400,
    highestStatus: 599,
    title: 'Forced Status',
    description:
      'A fault that was set asks for this status, from 400 to 599: no other kind has more than one. It means what the registry of HTTP statuses says (RFC 9110 §15).',
  },
  payment_declined: {
    status: 402,
    title: 'Payment Declined',
    description:
      'The card was not charged: the code of the first of `errors` says why. Another card may work; the same card may work only if the code is `processing_error`.',
    current: true,
  },
  conflict: {
    status: 409,
    title: 'Conflict',
    description: 'The request does not fit the present state of the record.',
    current: true,
  },
  too_late: {
    status: 409,
    title: 'Too Late',
    description: 'The time in which this could be done has passed. Another try will not help.',
    current: true,
  },
  gone: {
    status: 410,
    title: 'Gone',
    description: 'The record was here, and is gone for good. Do not ask for it again.',
    current: true,
  },
  precondition_failed: {
    status: 412,
    title: 'Precondition Failed',
    description:
      'The record does not match If-Match or If-None-Match. Read it again, apply the change to what it is now, and send its new ETag.',
  },
  precondition_required: {
    status: 428,
    title: 'Precondition Required',
    description:
      'The write must say which version of the record it is based on. Read the record, and send its ETag in If-Match; `*` stands for any version.',
  },
  range_not_satisfiable: {
    status: 416,
    title: 'Range Not Satisfiable',
    description:
      'The Range begins beyond the end of the file. Content-Range says how long it is: a client that has all of it is done; any other one starts over.',
  },
  invalid_cursor: {
    status: 400,
    title: 'Invalid Cursor',
    description:
      'The cursor was changed, or belongs to another query. Start again from the first page, and send filters and per_page unchanged while paging.',
  },
  method_not_allowed: {
    status: 405,
    title: 'Method Not Allowed',
    description: 'The path exists, but not for this method. Allow names the methods it takes.',
  },
  payload_too_large: {
    status: 413,
    title: 'Payload Too Large',
    description: 'The request body is larger than the server accepts, as sent or once it is decompressed.',
  },
  unsupported_media_type: {
    status: 415,
    title: 'Unsupported Media Type',
    description:
      'The request body has a media type or a content coding that the route does not read. Accept or Accept-Encoding names those it reads.',
  },
  uri_too_long: {
    status: 414,
    title: 'URI Too Long',
    description: 'The request target is longer than the server accepts.',
  },
  misdirected_request: {
    status: 421,
    title: 'Misdirected Request',
    description:
      'The request names a host that this server does not answer for. Use an address of the server, or start it with --allow-host and the name.',
  },
  idempotency_key_reused: {
    status: 422,
    title: 'Idempotency Key Reused',
    description:
      'This Idempotency-Key was used before with another payload. Use a fresh key for every different request.',
  },
  idempotency_key_in_use: {
    status: 409,
    title: 'Idempotency Key In Use',
    description:
      'The first request with this Idempotency-Key has no answer yet. Wait for the seconds in Retry-After, then send the request again with the same key.',
  },
  too_many_requests: {
    status: 429,
    title: 'Too Many Requests',
    description:
      'A real limit of this server: on the requests of one client, on those that wait at once, or on the sandboxes that it creates. Wait for the seconds in Retry-After, then try again.',
    oauth: 'temporarily_unavailable',
  },
  sandbox_full: {
    status: 507,
    title: 'Sandbox Full',
    description:
      'A limit of the server is reached: on sandboxes, on their records, or on the bytes they hold. Delete or reset a sandbox, or raise the limit.',
  },
  internal: {
    status: 500,
    title: 'Internal Error',
    description:
      'An error in the code of the server, not a simulated one: in a domain of your own, or in Understudy itself. The server log shows the error, with its file and line, under the request id.',
    oauth: 'server_error',
  },
});
