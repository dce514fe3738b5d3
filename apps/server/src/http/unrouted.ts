/** Answers requests that no operation answers: preflights, those without a route, and those that fail before; faults apply to them as well. */
import type { ProblemKinds } from '../call/api.js';
import { type Answer, JSON_TYPE } from './answer.js';
import { requestPath } from './locate.js';
import { namesJson, oauthProblemAnswer, problemAnswer, problemBehind, problemBody } from './problems.js';
import { type Exchange, preference } from './exchange.js';
import { trpcError } from './trpc-root.js';
import { nearness } from '@understudy/contract/kit';
import type { FaultApplier } from '../call/apply-faults.js';
import type { FaultOutcome } from '../faults/outcome.js';
import { maskPath } from '../journal/mask.js';
import { isOfApi } from '../kit/sandbox-address.js';
import { type ContractIssue, ProblemError } from '../kit/problem-error.js';
import { type CorsRules, type HeaderRecord, preflight } from './cors.js';
import { evaluateFaults } from './evaluate-faults.js';
import { forcedAnswer, withOutcome } from './forced-answer.js';
import { allowHeader, type Match, type Route } from './router.js';

/** A path of tRPC, whose clients read no bare problem. */
const TRPC = /^\/trpc(?:\/|$)/;

/** The answer for what was thrown. */
export function failureAnswer(ctx: Exchange, error: unknown, kinds: ProblemKinds): Answer {
  const behind = problemBehind(error, { input: undefined, locate: () => ({ pointer: '#' }) });
  const accept = ctx.request.header('accept');
  const occurrence = { rootUrl: ctx.rootUrl, instance: ctx.fullPath, trace: ctx.trace?.trace };
  const asked = { ...occurrence, accept };
  // A client reads one form at an address, whoever has found what is wrong.
  if (ctx.oauth !== undefined)
    return { ...oauthProblemAnswer(behind, { ...asked, ...ctx.oauth }, kinds), cause: error };
  const answer = { ...problemAnswer(behind, asked, kinds), cause: error };
  if (!TRPC.test(requestPath(ctx))) return answer;
  return { ...answer, type: JSON_TYPE, body: JSON.stringify(trpcError(problemBody(behind, occurrence, kinds))) };
}

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
  const cached = templates.get(routes);
  if (cached !== undefined) return cached;
  const paths = new Set(routes.map((route) => route.path).filter((template) => !template.endsWith('*')));
  const made = Array.from(paths, segmentsOf);
  templates.set(routes, made);
  return made;
}

/** The paths of the routes nearest to a path, the nearest first; parameters stand as `{name}`. */
function nearestPaths(path: string, routes: readonly Route[]): string[] {
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

/** Shows a browser that a path has no route, and the paths it may have meant. */
export type NotFoundPage = (exchange: Exchange, nearest: readonly string[]) => Answer;

function wrongMethod({ path, method }: Exchange, methods: readonly string[]): ProblemError {
  const allow = allowHeader(methods);
  return new ProblemError('method_not_allowed', {
    detail: `${path} does not accept ${method}; it accepts ${allow}`,
    headers: { allow },
  });
}

function noRoute({ path, baseUrl }: Exchange, nearest: readonly string[]): ProblemError {
  const meant = nearest.length === 0 ? '' : ` did you mean ${nearest.join(' or ')}?`;
  const detail = `no route has the path ${JSON.stringify(maskPath(path).slice(0, 200))};${meant} ${baseUrl}/docs lists all routes`;
  return new ProblemError('not_found', { detail });
}

function preflightAnswer(exchange: Exchange, methods: readonly string[], cors: CorsRules): Answer {
  const { status, headers } = preflight(exchange, cors);
  const allow: HeaderRecord = methods.length === 0 ? {} : { allow: allowHeader(methods) };
  return { status, type: '', body: null, caching: 'none', headers: { ...headers, ...allow } };
}

/** What such requests are answered with. */
export interface UnroutedParts {
  readonly routes: readonly Route[];
  readonly cors: CorsRules;
  /** Undefined where no browser can be shown one. */
  readonly notFoundPage: NotFoundPage | undefined;
  readonly kinds: ProblemKinds;
  readonly faultApplier: FaultApplier;
  /** Path that the API lies below: nothing beside it meets faults. */
  readonly apiBase: string;
  /** Bytes of a body that are told apart from others. */
  readonly maxBody: number;
}

/** What such a request meets of the faults that are set. */
async function outcomeOf(
  exchange: Exchange,
  { apiBase, maxBody }: Pick<UnroutedParts, 'apiBase' | 'maxBody'>,
): Promise<FaultOutcome | undefined> {
  const { isControl, path } = exchange;
  if (isControl || !isOfApi(path, apiBase) || exchange.isPlain) return undefined;
  return (await evaluateFaults(exchange, { operation: undefined, hasPath: true, maxBody })).faultOutcome;
}

/** Answers such a request with a fault that it meets, or else as it would be answered. */
export async function withFaults(
  exchange: Exchange,
  faultOutcome: FaultOutcome | undefined,
  {
    kinds,
    faultApplier,
    otherwise,
  }: Pick<UnroutedParts, 'kinds' | 'faultApplier'> & { readonly otherwise: () => Answer },
): Promise<Answer> {
  if (faultOutcome === undefined) return otherwise();
  const { sandbox, rootUrl, allow, request } = exchange;
  const struck = { controls: {}, faultOutcome, isRedirected: exchange.isRedirected };
  const authorization = request.header('authorization') ?? '';
  const target = { ...struck, sandbox, rootUrl, authorization, allow, signal: request.signal };
  const before = await faultApplier.before(target);
  const own = before.error === undefined && before.instead === undefined ? otherwise() : undefined;
  const after = own !== undefined && own.status < 400 ? await faultApplier.after(target) : { waitedMs: 0 };
  const { error, instead } = own === undefined ? before : after;
  const delayedMs = before.waitedMs + after.waitedMs;
  const forced = (answer: Answer) => withOutcome({ ...answer, delayedMs }, struck, 'forced');
  if (instead !== undefined) return forced(await forcedAnswer(instead, exchange));
  if (error !== undefined || own === undefined) return forced(failureAnswer(exchange, error, kinds));
  return withOutcome({ ...own, delayedMs }, struck, own.status < 400 ? 'true' : 'failed');
}

/** Answers such a request by what its path has instead. */
type AnswerUnrouted = (exchange: Exchange, match: Match) => Promise<Answer>;

/** Builds what answers them. */
export function unroutedAnswers(parts: UnroutedParts): AnswerUnrouted {
  const { routes, cors, kinds, notFoundPage } = parts;

  function notFound(exchange: Exchange): Answer {
    const { method, request, path } = exchange;
    const nearest = nearestPaths(path, routes);
    // Who names JSON among others is a program.
    const isBrowser = preference(request.header) === 'html' && !namesJson(request.header('accept'));
    const page = isBrowser && (method === 'GET' || method === 'HEAD') ? notFoundPage : undefined;
    const answer = page?.(exchange, nearest) ?? failureAnswer(exchange, noRoute(exchange, nearest), kinds);
    const detail = `is no path of the API${nearest.length === 0 ? '' : `; did it mean ${nearest.join(' or ')}?`}`;
    const offContract: readonly ContractIssue[] = [{ code: 'unknown_path', pointer: '/path', detail }];
    return { ...answer, headers: { ...answer.headers, vary: 'Accept' }, offContract };
  }

  function trueAnswer(exchange: Exchange, match: Match): Answer {
    const methods = 'methods' in match ? match.methods : [];
    const { isBare = false, operation } = match;
    if (exchange.method === 'OPTIONS') return preflightAnswer(exchange, methods, cors);
    if (methods.length === 0) return notFound(exchange);
    const detail = `is not one of ${allowHeader(methods)}`;
    const offContract: readonly ContractIssue[] = [{ code: 'wrong_method', pointer: '/method', detail, operation }];
    const answer = { ...failureAnswer(exchange, wrongMethod(exchange, methods), kinds), offContract };
    return isBare ? { ...answer, status: 404, type: JSON_TYPE, body: '{}' } : answer;
  }

  return async (exchange, match) => {
    const faultOutcome = await outcomeOf(exchange, parts);
    return withFaults(exchange, faultOutcome, { ...parts, otherwise: () => trueAnswer(exchange, match) });
  };
}
