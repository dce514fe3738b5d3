/** An operation as the client needs it at run time. */
import type { ClientOperation } from './model.js';

/** The members of its route, in the order in which they are written. */
export function routeOf({ method, path, answers, sends, ...marks }: ClientOperation): Record<string, unknown> {
  const { headers, keyed, control, accepted, holds, mediaTypes, rows } = marks;
  return {
    method,
    path,
    answers,
    // A client reads what is left out as `query`.
    ...(sends === 'body' ? { sends } : {}),
    ...(Object.keys(headers).length > 0 ? { headers } : {}),
    ...(keyed ? { keyed } : {}),
    ...(control ? { control } : {}),
    ...(accepted ? { accepted } : {}),
    ...(mediaTypes.length > 0 ? { mediaTypes } : {}),
    ...(holds === undefined ? {} : { holds }),
    ...(rows === undefined ? {} : { rows }),
  };
}
