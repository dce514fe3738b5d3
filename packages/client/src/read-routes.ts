/** Reads the operations of a domain as the generated file has them, a line for each: as objects they take half as much again. */
import type { AnswerShape, Method, Route } from './route.js';

/** What few operations have, and no line says. */
type Rare = Partial<Pick<Route, 'headers' | 'holds' | 'rows' | 'mediaTypes'>>;

/**
 * An operation in a line: its method, the shape of its answer, what else holds of it, and its path below that of the domain,
 * which may be empty. `body` says where its inputs go, if not into the query; the other words are members of a route.
 */
type Line = string | readonly [line: string, rare: Rare];

/** The routes of a domain whose paths all begin with `base`. */
export function readRoutes<Name extends string>(base: string, lines: Readonly<Record<Name, Line>>) {
  const entries = Object.entries<Line>(lines).map(([name, line]) => [name, readRoute(base, line)]);
  return Object.fromEntries(entries) as Readonly<Record<Name, Route>>;
}

function readRoute(base: string, line: Line): Route {
  const [text, rare] = typeof line === 'string' ? [line] : line;
  const [words = '', path = ''] = text.split(/ (?=\/)/);
  const [method, answers, ...marks] = words.split(' ');
  return {
    // The generator writes no other words.
    method: method as Method,
    path: base + path,
    answers: answers as AnswerShape,
    sends: marks.includes('body') ? 'body' : 'query',
    keyed: marks.includes('keyed'),
    control: marks.includes('control'),
    accepted: marks.includes('accepted'),
    ...rare,
  };
}
