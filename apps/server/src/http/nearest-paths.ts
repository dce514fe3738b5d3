/** Finds the routes that a path without one may have meant. */
import { nearness } from '@understudy/contract/kit';
import type { Route } from './router.js';

/** Most paths that are named. */
const MOST = 3;

/** Longest path that is compared: the work grows with its square. */
const MAX_LENGTH = 200;

/** Changes that make a slip in a path, for each of its characters. */
const TOLERANCE = 0.34;

const isParameter = (segment: string): boolean => segment.startsWith('{');

const segmentsOf = (path: string): string[] => path.split('/').filter((segment) => segment !== '');

/** How far segments are from a template's, but for its parameters, where anything is right. */
function share(given: readonly string[], template: readonly string[]): number | undefined {
  const isFixed = (_: string, index: number): boolean => !isParameter(template[index] ?? '');
  const fixed = template.filter(isFixed);
  return fixed.length === 0 ? undefined : nearness(given.filter(isFixed).join('/'), fixed.join('/'), TOLERANCE);
}

/** The same for a path that lacks what its template begins with: `/courses`, `/api/courses`. */
function shareOfEnd(given: readonly string[], template: readonly string[]): number | undefined {
  const end = given[0] === 'api' ? given.slice(1) : given;
  const isShort = end.length > 0 && given.length < template.length;
  const found = isShort ? share(end, template.slice(-end.length)) : undefined;
  // A path that is whole wins over the end of another.
  return found === undefined ? undefined : found + 0.01;
}

/** A template with the parameters that the path has in their positions. */
function filled(given: readonly string[], template: readonly string[]): string {
  const isWhole = given.length === template.length;
  const segments = template.map((segment, index) => (isWhole && isParameter(segment) ? given[index] : segment));
  return `/${segments.join('/')}`;
}

/** The segments of the paths of routes, by the routes, which do not change while they are served. */
const templates = new WeakMap<readonly Route[], readonly (readonly string[])[]>();

function templatesOf(routes: readonly Route[]): readonly (readonly string[])[] {
  const known = templates.get(routes);
  if (known !== undefined) return known;
  const paths = new Set(routes.map((route) => route.path).filter((template) => !template.endsWith('*')));
  const made = Array.from(paths, segmentsOf);
  templates.set(routes, made);
  return made;
}

/** The paths of the routes nearest to a path, the nearest first; parameters stand as `{name}`. */
export function nearestPaths(path: string, routes: readonly Route[]): string[] {
  if (path.length > MAX_LENGTH) return [];
  const given = segmentsOf(path);
  const found = templatesOf(routes).flatMap((segments) => {
    const near = share(given, segments) ?? shareOfEnd(given, segments);
    return near === undefined ? [] : [{ path: filled(given, segments), near }];
  });
  return found
    .toSorted((a, b) => a.near - b.near)
    .slice(0, MOST)
    .map((one) => one.path);
}
