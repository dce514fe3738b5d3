/** What the members of an envelope say beside the records: totals, pages, cursors and links, by name and type. */
import type { ApiResponse } from '../model.js';
import { isNumeric } from '../schema.js';
import type { Paging, ListShape, EnvelopeMeaning } from '../roles.js';
import { joinedWords } from './nouns.js';
import { type Shapes, type Shape, isListShape, isObjectShape, shapeWithin } from './shapes.js';

type Kind = 'number' | 'text' | 'boolean';

/** Meanings of names, written without separators; those of a number, of a text, of a boolean. */
const NAMES: Readonly<Record<Kind, Readonly<Partial<Record<EnvelopeMeaning, string>>>>> = {
  number: {
    total:
      'total totalcount totalresults totalitems totalelements totalrecords totalsize totalhits totalentries ' +
      'totalobjects totalrows totalnumber totalrecordcount totalresultcount itemcount recordcount ' +
      'resultcount numresults numfound odatacount recordstotal numberofresults nbhits itemstotal ' +
      'totalitemcount estimatedtotalhits matchedcount resultstotal counttotal filteredcount',
    count: 'count size length currentcount numberofelements returned resultsize itemsreturned retrieved',
    page: 'page currentpage pagenumber pageno pageindex number pagenum thispage curpage',
    per_page: 'perpage pagesize itemsperpage resultsperpage pagelimit pagelength recordsperpage',
    pages: 'pages totalpages pagecount lastpage numpages totalpagecount pagestotal numberofpages maxpage',
    offset: 'offset start skip startindex startat from first startingindex skipped',
    limit: 'limit maxresults take top',
    next_page: 'nextpage next nextpagenumber',
    prev_page: 'prevpage previouspage prev previous',
    next_cursor: 'nextcursor nextmarker nextoffset nextstart nextindex nextstartindex',
    prev_cursor: 'prevcursor prevmarker prevoffset previouscursor previousoffset prevstart',
  },
  text: {
    next_cursor:
      'nextcursor nextpagetoken nexttoken continuationtoken continuation continue cursor endcursor ' +
      'nextmarker marker aftercursor nextpagekey nextkey scrollid after nextpagecursor nextoffset ' +
      'paginationtoken pagetoken nextid nextstarttoken cursornext bookmark nextcontinuationtoken',
    prev_cursor:
      'prevcursor previouscursor prevpagetoken previouspagetoken startcursor before beforecursor previoustoken',
    next_url: 'nexturl nextpageurl nextlink nextpageuri nexturi odatanextlink nexthref nextpagelink nextpagepath',
    prev_url:
      'prevurl previousurl prevpageurl previouspageurl previouspageuri prevlink previouslink prevpageuri ' +
      'previouspagelink',
    first_url: 'firsturl firstpageurl firstpageuri firstlink',
    last_url: 'lasturl lastpageurl lastpageuri lastlink',
    self_url: 'selfurl selflink self',
    first_id: 'firstid',
    last_id: 'lastid',
  },
  boolean: {
    has_more: 'hasmore hasnext hasnextpage more hasmoreitems hasmoreresults moreresultsavailable moreavailable',
  },
};

/** Names of links, whose value is a text, an object with `href`, or a cursor. */
const LINKS: ReadonlyMap<string, EnvelopeMeaning> = new Map([
  ['next', 'next_url'],
  ['prev', 'prev_url'],
  ['previous', 'prev_url'],
  ['first', 'first_url'],
  ['last', 'last_url'],
  ['self', 'self_url'],
]);

/** Meanings by the names that they have. */
function byName(names: Readonly<Partial<Record<EnvelopeMeaning, string>>>): ReadonlyMap<string, EnvelopeMeaning> {
  // The keys of an object that this file has written are meanings.
  const entries = Object.entries(names) as [EnvelopeMeaning, string][];
  return new Map(entries.flatMap(([meaning, all]) => all.split(' ').map((name) => [name, meaning] as const)));
}

const MEANINGS = { number: byName(NAMES.number), text: byName(NAMES.text), boolean: byName(NAMES.boolean) };

function kindOf({ types, format, members }: Shape): Kind | undefined {
  if (members.size > 0) return undefined;
  if (isNumeric({ types })) return 'number';
  if (types.has('boolean')) return 'boolean';
  return types.has('string') || format !== undefined ? 'text' : undefined;
}

const isUrl = ({ format, description }: Shape): boolean =>
  format === 'uri' || format === 'url' || format === 'uri-reference' || /\b(?:url|uri|link)\b/i.test(description);

/** What a member of an envelope says; undefined where that is not known. */
export function meaningOf(name: string, shape: Shape): EnvelopeMeaning | undefined {
  const kind = kindOf(shape);
  const key = joinedWords(name);
  if (kind === undefined) return undefined;
  const found = MEANINGS[kind].get(key);
  if (kind !== 'text') return found;
  if (found !== undefined)
    return found === 'next_cursor' && isUrl(shape) && !/cursor|token/.test(key) ? 'next_url' : found;
  if (key === 'nextpage' || key === 'previouspage' || key === 'prevpage') {
    const isNext = key === 'nextpage';
    return isUrl(shape) ? (isNext ? 'next_url' : 'prev_url') : isNext ? 'next_cursor' : 'prev_cursor';
  }
  return LINKS.get(key);
}

/** Objects of an envelope that say something of the page. */
const ABOUT =
  /^_?(?:meta|metadata|paging|pagination|page|pageinfo|pagedetails|links?|cursors?|responsemetadata|listmeta|info|summary|pagingmetadata|resultset|resultinfo|paginationinfo|d|data|result|response|hits|list|pagingstate|paginationmeta)$/;

const MAX_DEPTH = 3;

type EnvelopeMember = ListShape['members'][number];

/** What an object that stands for another page says: its address, or its cursor, as `paging.next.after` of HubSpot. */
function saidInLink(
  shapes: Shapes,
  { members }: Shape,
  { path, link }: { readonly path: readonly string[]; readonly link: EnvelopeMeaning },
): readonly EnvelopeMember[] {
  return [...members].flatMap(([name, member]): readonly EnvelopeMember[] => {
    const key = joinedWords(name);
    const own = { path: [...path, name], isAlone: true };
    if (/^(?:href|link|ur[il])$/.test(key)) return [{ ...own, meaning: link }];
    if (kindOf(shapes.of(member)) !== 'text' || MEANINGS.text.get(key)?.endsWith('_cursor') !== true) return [];
    if (link === 'next_url') return [{ ...own, meaning: 'next_cursor' }];
    return link === 'prev_url' ? [{ ...own, meaning: 'prev_cursor' }] : [];
  });
}

function membersIn(shapes: Shapes, shape: Shape, around: readonly string[]): readonly EnvelopeMember[] {
  return [...shape.members].flatMap(([name, member]): readonly EnvelopeMember[] => {
    const inner = shapes.of(member);
    const path = [...around, name];
    const key = joinedWords(name);
    const link = LINKS.get(key);
    const ofLink = link === undefined ? [] : saidInLink(shapes, inner, { path, link });
    if (ofLink.length > 0) return ofLink;
    if (isListShape(inner)) return [];
    if (isObjectShape(inner)) return ABOUT.test(key) && path.length < MAX_DEPTH ? membersIn(shapes, inner, path) : [];
    // Within links, everything called so is one.
    const meaning = meaningOf(name, inner);
    return meaning === undefined ? [] : [{ path, meaning }];
  });
}

/** Says of `next` and its like in text whether they are cursors: they are where pages go by one, and none says it is an address. */
function byPaging(
  said: readonly EnvelopeMember[],
  paging: Paging | undefined,
  isAddress: (path: readonly string[]) => boolean,
): readonly EnvelopeMember[] {
  if (paging?.kind !== 'cursor') return said;
  return said.map((one) => {
    const name = joinedWords(one.path.at(-1) ?? '');
    if (!LINKS.has(name) || isAddress(one.path)) return one;
    if (one.meaning === 'next_url') return { ...one, meaning: 'next_cursor' as const };
    return one.meaning === 'prev_url' ? { ...one, meaning: 'prev_cursor' as const } : one;
  });
}

/** `count` is the total where nothing else is, as Django REST framework and many others have it. */
function withTotal(said: readonly EnvelopeMember[]): readonly EnvelopeMember[] {
  if (said.some(({ meaning }) => meaning === 'total')) return said;
  return said.map((one) =>
    joinedWords(one.path.at(-1) ?? '') === 'count' ? { ...one, meaning: 'total' as const } : one,
  );
}

/** The same of headers, without an `X-`. */
const HEADERS = byName({
  total: 'total totalcount totalitems totalresults paginationtotal paginationtotalcount count',
  pages: 'totalpages pagecount paginationpages paginationpagecount',
  page: 'page paginationpage currentpage paginationcurrentpage',
  per_page: 'perpage pagesize paginationlimit paginationperpage',
  next_page: 'nextpage',
  prev_page: 'prevpage',
  next_cursor: 'nextcursor nextpagetoken cursor continuationtoken',
});

function headersOf(response: ApiResponse): ListShape['headers'] {
  return response.headers.flatMap(({ name }) => {
    const meaning = HEADERS.get(joinedWords(name).replace(/^x/, ''));
    return meaning === undefined ? [] : [{ name, meaning }];
  });
}

/** A list in its answer, with what is said beside the records. */
export function listShape(
  shapes: Shapes,
  {
    list,
    answer,
    response,
    paging,
  }: { list: { readonly path: readonly string[] }; answer: Shape; response: ApiResponse; paging: Paging | undefined },
): ListShape {
  const said = list.path.length === 0 ? [] : membersIn(shapes, answer, []);
  const isAddress = (path: readonly string[]): boolean => path.length > 1 || isUrl(shapeWithin(shapes, answer, path));
  return {
    items: list.path,
    members: withTotal(byPaging(said, paging, isAddress)),
    hasLink: response.headers.some(({ name }) => name.toLowerCase() === 'link'),
    headers: headersOf(response),
  };
}
