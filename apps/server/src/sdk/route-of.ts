/** An operation as the client needs it at run time: as an object, or as a line. */
import type { ClientOperation } from './model.js';
import { literal } from './names.js';

/** The members of its route, in the order in which they are written. */
export function routeOf({ method, path, answers, sends, ...marks }: ClientOperation): Record<string, unknown> {
  const { headers, keyed, control, accepted, holds, mediaTypes, rows } = marks;
  return {
    method,
    path,
    answers,
    sends,
    ...(Object.keys(headers).length > 0 ? { headers } : {}),
    ...(keyed ? { keyed } : {}),
    ...(control ? { control } : {}),
    ...(accepted ? { accepted } : {}),
    ...(mediaTypes.length > 0 ? { mediaTypes } : {}),
    ...(holds === undefined ? {} : { holds }),
    ...(rows === undefined ? {} : { rows }),
  };
}

/**
 * Its route as a line, where all paths of its domain begin with the same one: the client's own file is read by every
 * browser that loads the client, and lines take a third less. `readRoutes` of the client reads them.
 */
export function lineOf(operation: ClientOperation, base: string): string {
  const { method, path, answers, sends, headers, holds, mediaTypes, rows, ...marks } = routeOf(operation);
  const rare = Object.entries({ headers, holds, mediaTypes, rows }).filter(([, value]) => value !== undefined);
  const words = [method, answers, ...(sends === 'body' ? ['body'] : []), ...Object.keys(marks)];
  const below = String(path).slice(base.length);
  const line = literal([...words, ...(below === '' ? [] : [below])].join(' '));
  return rare.length === 0 ? line : `[${line}, ${literal(Object.fromEntries(rare))}]`;
}

/** The path that those of all operations begin with, up to the end of a name. */
export function commonPath(operations: readonly ClientOperation[]): string {
  const [first = [], ...others] = operations.map(({ path }) => path.split('/'));
  const isCommon = (name: string, index: number) =>
    !name.startsWith('{') && others.every((other) => other[index] === name);
  const differs = first.findIndex((name, index) => !isCommon(name, index));
  return first.slice(0, differs < 0 ? undefined : differs).join('/');
}
