/** Reads what json-server's clients and react-admin's `simple-rest` write, as our own words, and answers as json-server does: loaded only where an operation is bare. */
import { callControls, listInput, type Operation } from '@understudy/contract/kit';
import { badRequest, type ProblemError } from '../kit/problem-error.js';
import type { PageLink } from '../listing/paginate.js';

/** Records on a page where nothing says how many, as json-server has it. */
const PER_PAGE = '10';

const WHOLE = /^\d{1,9}$/;

function fault(parameter: string, detail: string): never {
  throw badRequest([{ parameter, code: 'unsupported', detail }]);
}

/** `-a,b` of the keys `a,b` in the directions `desc,asc`; keys that have a minus sign keep it. */
function sortOf(keys: string, directions: string): string {
  const each = directions.toLowerCase().split(',');
  return keys
    .split(',')
    .map((key, index) => (each[index] === 'desc' && !key.startsWith('-') ? `-${key}` : key))
    .join(',');
}

/** Sets the records from one up to but not including another: a page, where they are one. */
function setSlice(own: URLSearchParams, start: string, end: string | null, limit: string | null): void {
  const first = WHOLE.test(start) ? Number(start) : fault('_start', 'must be an integer in decimal digits');
  if (end === null && limit === null) return own.set('offset', String(first));
  const size = end === null ? Number(limit) : Number(end) - first;
  if (!Number.isInteger(size) || size < 1) fault('_end', 'must be an integer greater than _start');
  if (first % size === 0) own.set('page', String(first / size + 1));
  else own.set('offset', String(first));
  own.set('per_page', String(size));
}

/** A number of a page that is there: json-server takes what is below 1 for 1. */
const atLeastOne = (text: string): string => (/^-?\d{1,9}$/.test(text) ? String(Math.max(1, Number(text))) : text);

/** Sets the paging that the names of json-server ask for. */
function setPaging(own: URLSearchParams, given: URLSearchParams): void {
  const [page, start, end] = [given.get('_page'), given.get('_start'), given.get('_end')];
  const [perPage, limit] = [given.get('_per_page'), given.get('_limit')];
  if (page !== null || perPage !== null) {
    own.set('page', atLeastOne(page ?? '1'));
    own.set('per_page', perPage === null ? (limit ?? PER_PAGE) : atLeastOne(perPage));
  } else if (start !== null || end !== null) setSlice(own, start ?? '0', end, limit);
  else if (limit !== null) own.set('per_page', limit);
}

/** What a text of JSON is, where it has the form that `simple-rest` writes. */
function jsonIn(text: string | null): unknown {
  if (text === null || !/^[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Adds the conditions of a filter of `simple-rest`: of a list, one of its values. */
function addFilter(own: URLSearchParams, filter: object, around = ''): void {
  for (const [name, value] of Object.entries(filter) as [string, unknown][]) {
    for (const one of Array.isArray(value) ? (value as unknown[]) : [value]) {
      if (typeof one === 'object' && one !== null) addFilter(own, one, `${around}${name}.`);
      else own.append(`${around}${name}`, String(one));
    }
  }
}

/** Reads the query of react-admin's `simple-rest`: `sort`, `range` and `filter` as JSON. */
function readSimpleRest(own: URLSearchParams): void {
  const [sort, range, filter] = ['sort', 'range', 'filter'].map((name) => jsonIn(own.get(name)));
  if (Array.isArray(sort)) own.set('sort', sortOf(String(sort[0]), String(sort[1])));
  if (Array.isArray(range)) {
    own.delete('range');
    setSlice(own, String(range[0]), String(Number(range[1]) + 1), null);
  }
  if (typeof filter === 'object' && filter !== null && !Array.isArray(filter)) {
    own.delete('filter');
    addFilter(own, filter);
  }
}

/** Names of json-server that are read as others; those without a name here are read together. */
const READ: Readonly<Record<string, string>> = {
  _page: '',
  _per_page: '',
  _limit: '',
  _start: '',
  _end: '',
  _sort: '',
  _order: '',
  _: '',
  _delay: '',
  _embed: 'include',
  _expand: 'include',
  _dependent: 'dependents',
  _where: 'where',
};

/** Names of theirs that stand for ours. */
const THEIRS: Readonly<Record<string, readonly string[]>> = {
  page: ['_page', '_start'],
  per_page: ['_per_page', '_limit', '_end', '_page', 'range'],
  offset: ['_start', 'range'],
  sort: ['_sort'],
  include: ['_embed', '_expand'],
  dependents: ['_dependent'],
  where: ['_where'],
  delay: ['_delay'],
};

/** A problem that names the parameters which were sent, not what they were read as. */
export function inSentNames(problem: ProblemError, given: URLSearchParams): ProblemError {
  const { errors, errorsOmitted = 0 } = problem.details;
  if (problem.kind !== 'bad_request' || errors === undefined || problem.details.simulated === true) return problem;
  const named = errors.map((one) => {
    const { parameter = '' } = one;
    const theirs = Object.hasOwn(THEIRS, parameter) && !given.has(parameter) ? THEIRS[parameter] : undefined;
    const colon = parameter.replace(/_(?=[a-z]+$)/i, ':');
    const own = given.has(colon) ? { parameter: colon } : {};
    return { ...one, ...own, ...(theirs && { parameter: theirs.find((name) => given.has(name)) ?? parameter }) };
  });
  return badRequest(named, named.length + errorsOmitted);
}

/** What is no condition on records. */
const CONTROLS: ReadonlySet<string> = new Set([
  ...Object.keys(callControls),
  ...Object.keys(listInput({}).shape),
  'sort',
]);

/** A condition in our own form: `views_gt` of `views:gt`. */
const OPERATOR = /:(?=(?:eq|ne|gte?|lte?|in|contains|startsWith|endsWith|like)$)/;

/** What of a query is the same in both languages, with conditions in our own form. */
function ownWords(given: URLSearchParams, known: ReadonlySet<string>): URLSearchParams {
  const own = new URLSearchParams();
  const isRead = (name: string): boolean => Object.hasOwn(READ, name) && !known.has(name);
  for (const name of new Set(given.keys())) {
    const texts = given.getAll(name);
    if (name === 'callback' && !known.has(name)) {
      fault(name, 'asks for JSONP, which is not supported: every page may read these answers by CORS');
    }
    if (isRead(name)) {
      const ours = READ[name] ?? '';
      if (ours !== '') own.set(ours, [...own.getAll(ours), ...texts].join(','));
    } else if (name === 'q') own.set(name, texts[0] ?? '');
    else for (const text of texts) own.append(known.has(name) ? name : name.replace(OPERATOR, '_'), text);
  }
  return own;
}

/** Sets the wait that is asked for in ms. */
function setDelay(own: URLSearchParams, given: URLSearchParams): void {
  const delay = given.get('_delay');
  if (delay === null) return;
  own.set('delay', WHOLE.test(delay) ? String(Number(delay) / 1000) : fault('_delay', 'must be a number of ms'));
}

/**
 * The query in our own words: theirs are translated, and all else stays as it is.
 *
 * @param known names of our own
 * @throws ProblemError 400 for a name of json-server that is not supported
 */
export function bareQuery(
  given: URLSearchParams,
  { answers, method }: Pick<Operation, 'answers' | 'method'>,
  known: ReadonlySet<string>,
): URLSearchParams {
  const own = ownWords(given, known);
  setDelay(own, given);
  if (method !== 'GET' || answers !== 'list') return own;
  if (given.has('_where')) {
    // As with json-server, it stands for all other conditions.
    for (const name of new Set(own.keys()))
      if (!CONTROLS.has(name) && READ[`_${name}`] === undefined && name !== 'include') own.delete(name);
  }
  readSimpleRest(own);
  setPaging(own, given);
  const sort = given.get('_sort');
  if (sort !== null && sort !== '') own.set('sort', sortOf(sort, given.get('_order') ?? ''));
  if (!own.has('pagination_style') && !own.has('cursor')) own.set('pagination_style', 'link');
  return own;
}

/** Where the neighbours of a page are, in the words that asked for it. */
export function theirLinks(
  { search, query }: { readonly search: string; readonly query: URLSearchParams },
  links: Readonly<Record<string, PageLink>>,
): { readonly query: URLSearchParams; readonly links: Readonly<Record<string, PageLink>> } {
  const given = new URLSearchParams(search);
  if (!['_page', '_limit', '_per_page'].some((name) => given.has(name)) || given.has('_start')) return { query, links };
  const named = Object.entries(links).map(([rel, { page = null }]) => [rel, { _page: page }] as const);
  return { query: given, links: Object.fromEntries(named) };
}

interface Envelope {
  readonly data: unknown;
  readonly pagination?: { readonly page: number; readonly total: number; readonly totalPages: number };
}

/** The records of an answer without their envelope: a list as an array, or as a page of json-server 1.0 where that was asked for; one record as it is. */
export function bareJson(json: string, { answers }: Pick<Operation, 'answers'>, search: string): string {
  if (answers === 'document') return json;
  // The operation has put them there.
  const { data, pagination } = JSON.parse(json) as Envelope;
  if (answers === 'written' && Array.isArray(data)) return JSON.stringify(data[0]);
  if (pagination === undefined || !new URLSearchParams(search).has('_per_page')) return JSON.stringify(data);
  const { page, total } = pagination;
  const pages = Math.max(1, pagination.totalPages);
  return JSON.stringify({
    first: 1,
    prev: page > 1 ? Math.min(page - 1, pages) : null,
    next: page < pages ? page + 1 : null,
    last: pages,
    pages,
    items: total,
    data,
  });
}

/** Headers of every answer, for caches older than `Cache-Control`. */
export const UNCACHED = { pragma: 'no-cache', expires: '-1' };

/** What is answered where there is no such record. */
export const NOT_FOUND = '{}';
