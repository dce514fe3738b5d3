/** Reads the query of a bare list as json-server's clients write it: `_page`, `_limit`, `_sort` and the like become our own names. */
import { badRequest, type ProblemError } from '../kit/problem-error.js';

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

/** Records from `_start` up to but not including `_end`: a page, where they are one. */
function sliceOf(start: string, end: string | null, limit: string | null): readonly [page: string, perPage: string] {
  const first = WHOLE.test(start) ? Number(start) : fault('_start', 'must be an integer in decimal digits');
  const size = end === null ? Number(limit) : Number(end) - first;
  if (!Number.isInteger(size) || size < 1) fault('_end', 'must be an integer greater than _start');
  if (first % size !== 0) fault('_start', 'must be a multiple of the number of records asked for');
  return [String(first / size + 1), String(size)];
}

/** Sets the paging that the names of json-server ask for. */
function setPaging(own: URLSearchParams, given: URLSearchParams): void {
  const [page, start, end] = [given.get('_page'), given.get('_start'), given.get('_end')];
  const limit = given.get('_per_page') ?? given.get('_limit');
  if (page !== null) {
    own.set('page', page);
    own.set('per_page', limit ?? PER_PAGE);
  } else if (start !== null || end !== null) {
    const [number, perPage] = sliceOf(start ?? '0', end, limit);
    own.set('page', number);
    own.set('per_page', perPage);
  } else if (limit !== null) own.set('per_page', limit);
}

/** Names of json-server that a list reads. */
const READ = new Set(['_page', '_per_page', '_limit', '_start', '_end', '_sort', '_order', '_']);

/** Names of json-server that would change what is answered, and that a list does not read. */
const REFUSED = /^_(?:embed|expand|dependent)$|_(?:like|gt|lt)$/;

/** Names of theirs that stand for ours. */
const THEIRS: Readonly<Record<string, readonly string[]>> = {
  page: ['_page', '_start'],
  per_page: ['_per_page', '_limit', '_end', '_page'],
  sort: ['_sort'],
};

/** A problem that names the parameters which were sent, not what they were read as. */
export function inGivenNames(problem: ProblemError, given: URLSearchParams): ProblemError {
  const { errors, errorsOmitted = 0 } = problem.details;
  if (problem.kind !== 'bad_request' || errors === undefined || problem.details.simulated === true) return problem;
  const named = errors.map((one) => {
    const { parameter = '' } = one;
    const theirs = Object.hasOwn(THEIRS, parameter) && !given.has(parameter) ? THEIRS[parameter] : undefined;
    return { ...one, ...(theirs && { parameter: theirs.find((name) => given.has(name)) ?? parameter }) };
  });
  return badRequest(named, named.length + errorsOmitted);
}

/**
 * The query in our own names: theirs are translated, and all else stays as it is.
 *
 * @param known names of our own
 * @throws ProblemError 400 for a name of json-server that is not supported
 */
export function bareQuery(given: URLSearchParams, known: ReadonlySet<string>): URLSearchParams {
  const own = new URLSearchParams();
  for (const name of new Set(given.keys())) {
    if (READ.has(name) && !known.has(name)) continue;
    if (REFUSED.test(name) && !known.has(name)) fault(name, 'is a parameter of json-server that is not supported here');
    const texts = given.getAll(name);
    for (const text of texts) own.append(name, text);
  }
  setPaging(own, given);
  const sort = given.get('_sort');
  if (sort !== null && sort !== '') own.set('sort', sortOf(sort, given.get('_order') ?? ''));
  if (!own.has('pagination_style') && !own.has('cursor')) own.set('pagination_style', 'link');
  return own;
}
