/** How a list is cut into pages, by the names and types of its query parameters. */
import type { ApiOperation, ApiParameter } from '../model.js';
import type { Paging } from '../roles.js';
import { type Shape, type Shapes, bodyShape } from './shapes.js';
import { setOf, wordsOf } from './nouns.js';
import { isNumeric, isObject } from '../schema.js';

/** A query parameter, or a member of the body of a search, with its name written without separators: `pagesize` of `page[size]`, `page_size` and `pageSize`. */
export interface QueryParameter {
  readonly name: string;
  readonly key: string;
  readonly words: readonly string[];
  readonly shape: Shape;
  readonly parameter: Pick<ApiParameter, 'description' | 'examples' | 'required'>;
}

/** What a list is asked by: its query parameters, and members of the body of a search. */
export function queryParameters(shapes: Shapes, operation: ApiOperation): readonly QueryParameter[] {
  const inQuery = operation.parameters
    .filter((parameter) => parameter.in === 'query')
    .flatMap((parameter) => {
      const whole = { name: parameter.name, shape: shapes.of(parameter.schema), parameter };
      // `page[number]` of JSON:API may be a member of one parameter.
      const members = whole.name === 'page' ? [...whole.shape.members] : [];
      return [
        whole,
        ...members.map(([name, schema]) => ({ name: `page[${name}]`, shape: shapes.of(schema), parameter })),
      ];
    });
  const inBody = Array.from(bodyShape(shapes, operation)?.members ?? [], ([name, schema]) => {
    const shape = shapes.of(schema);
    return { name, shape, parameter: { description: shape.description, examples: [], required: false } };
  });
  return [...inQuery, ...inBody].map((one) => {
    const words = wordsOf(one.name);
    return { ...one, key: words.join(''), words };
  });
}

const PAGE = setOf('page pagenumber pagenum pageno pageindex currentpage pagenr pageid p pagepage requestedpage');
const OFFSET = setOf(
  'offset skip start startindex startat from first startposition firstresult pageoffset startrow startindexoffset',
);
const SIZE = setOf(
  'limit perpage pagesize size take top maxresults max count rows num results resultsperpage itemsperpage pagelimit pagelength ' +
    'maxitems maxrecords numresults pagecount recordsperpage n numberofresults maxcount limitperpage rowcount maxpagesize pageperpage length maxkeys',
);
const CURSOR = setOf(
  'cursor pagetoken nexttoken token continuationtoken continuation continue pagecursor nextcursor marker after pageafter ' +
    'scrollid startcursor endcursor nextpagetoken bookmark paginationtoken startkey aftercursor pagekey nextpage next skiptoken ' +
    'startingtoken nextpagekey exclusivestartkey nextkey pagestate nextmarker paginationcursor requesttoken pagestart',
);
const AFTER = setOf('startingafter afterid sinceid startafter startafterid lastid lastseenid lastkey fromid');
const BEFORE = setOf('endingbefore beforeid maxid untilid endbefore');

const mayBeNumber = (shape: Shape): boolean => isNumeric(shape) || shape.types.size === 0;

const isTime = ({ format }: Shape): boolean => format === 'date' || format === 'date-time';

const textOf = ({ shape, parameter }: QueryParameter): string => `${parameter.description} ${shape.description}`;

/** Whether the first page is 0 or 1: as its default, its bounds or its description say, else 1. */
function firstPage(page: QueryParameter): 0 | 1 {
  const schema = isObject(page.shape.schema) ? page.shape.schema : {};
  if (schema['default'] === 0 || schema['default'] === '0') return 0;
  if (schema['default'] === 1 || schema['default'] === '1' || schema['minimum'] === 1) return 1;
  const text = textOf(page);
  if (/\b(?:1|one)-?\s?(?:based|indexed)|(?:start|begin)\w*\s+(?:at|from|with)\s+(?:1|one)\b/i.test(text)) return 1;
  if (/\b(?:0|zero)-?\s?(?:based|indexed?)|(?:start|begin)\w*\s+(?:at|from|with)\s+(?:0|zero)\b|\(0\.\.N\)/i.test(text))
    return 0;
  if (schema['minimum'] === 0) return 0;
  return page.parameter.examples.includes(0) ? 0 : 1;
}

/** Whether `after` is the id of a record, as OpenAI and Stripe have it, rather than a cursor that only the server can read. */
const isId = (parameter: QueryParameter): boolean =>
  isNumeric(parameter.shape) || /\bid\b(?! token)/i.test(textOf(parameter).replaceAll(/opaque|encoded/gi, ''));

/** The first parameter with one of the names, in the order of the names where `isOrdered`. */
function by(
  names: ReadonlySet<string>,
  parameters: readonly QueryParameter[],
  fits: (shape: Shape) => boolean,
): QueryParameter | undefined {
  for (const name of names) {
    const found = parameters.find(({ key, shape }) => key === name && fits(shape));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Parameters by whose names none can tell what they are, where no size stands beside them. */
const VAGUE = setOf('from start first next after token n num count max results rows length p size top from next skip');

/** The paging of a list; undefined where it has none. */
export function pagingOf(all: readonly QueryParameter[]): Paging | undefined {
  const parameters = all.filter(({ shape }) => !isTime(shape) && !shape.types.has('boolean'));
  const size = by(SIZE, parameters, mayBeNumber) ?? by(SIZE, parameters, ({ types }) => types.has('string'));
  const isClear = (found: QueryParameter | undefined): found is QueryParameter =>
    found !== undefined && (size !== undefined || !VAGUE.has(found.key));
  const sized = size && { size: size.name };

  const after = by(AFTER, parameters, () => true);
  const before = by(BEFORE, parameters, () => true);
  const page = by(PAGE, parameters, mayBeNumber) ?? by(PAGE, parameters, ({ types }) => types.has('string'));
  const isToken = page !== undefined && !mayBeNumber(page.shape) && /token|cursor|opaque/i.test(textOf(page));
  if (isClear(page) && !isToken) return { kind: 'page', page: page.name, ...sized, first: firstPage(page) };

  const cursor = by(CURSOR, parameters, ({ types }) => !types.has('object')) ?? (isToken ? page : undefined);
  if (cursor !== undefined && cursor.key === 'after' && isId(cursor)) {
    const other = parameters.find(({ key }) => key === 'before');
    return { kind: 'after', after: cursor.name, ...(other && { before: other.name }), ...sized };
  }
  if (isClear(cursor) && cursor.key !== size?.key) return { kind: 'cursor', cursor: cursor.name, ...sized };
  if (after !== undefined || before !== undefined) {
    return { kind: 'after', ...(after && { after: after.name }), ...(before && { before: before.name }), ...sized };
  }
  const offset = by(OFFSET, parameters, mayBeNumber);
  if (isClear(offset)) return { kind: 'offset', offset: offset.name, ...(size && { limit: size.name }) };
  const token = by(OFFSET, parameters, ({ types }) => types.has('string'));
  if (isClear(token)) {
    const isOpaque = /cursor|token|opaque|previous (?:response|page|request)/i.test(textOf(token));
    return isOpaque
      ? { kind: 'cursor', cursor: token.name, ...sized }
      : { kind: 'offset', offset: token.name, ...(size && { limit: size.name }) };
  }
  return size === undefined || (VAGUE.has(size.key) && !isNumeric(size.shape))
    ? undefined
    : { kind: 'limit', limit: size.name };
}

/** Names of the parameters that a paging reads. */
export function namesOfPaging(paging: Paging | undefined): readonly string[] {
  if (paging === undefined) return [];
  const { kind: _kind, ...names } = paging;
  return Object.values(names).filter((name): name is string => typeof name === 'string');
}
