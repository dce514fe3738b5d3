/** What each operation on the path of a collection, of an item or below one does. */
import type { ApiOperation } from '../model.js';
import type { Paging, RecordAddress, Role } from '../roles.js';
import { changeOf, verbOf } from './actions.js';
import { answerOf, answerShape, bodyMediaOf, bodyShape, isJsonPatch } from './bodies.js';
import type { Draft, Reading } from './drafts.js';
import { listShape } from './envelopes.js';
import { filtersOf, searchOf, sortOf } from './filters.js';
import { addressOf, type Kinds, nameOf } from './kinds.js';
import { findList, type FoundList } from './lists.js';
import type { NodeOperation } from './paths.js';
import { wordsOf } from './nouns.js';
import { namesOfPaging, pagingOf, queryParameters } from './paging.js';
import { findRecord, type FoundRecord } from './records.js';
import { isListShape, isScalarShape, isUnknown, likeness, mayBeObject, type Shape } from './shapes.js';

/** What was found of an operation: its role, or why it has none. */
export type Found = Role | { readonly kind: 'none'; readonly why: string };

export const none = (why: string): Found => ({ kind: 'none', why });

interface About {
  readonly reading: Reading;
  readonly kinds: Kinds;
  readonly draft: Draft;
}

const one = ({ draft }: About): string => draft.one.join(' ');

const many = ({ draft }: About): string => draft.many.join(' ');

const address = ({ kinds, draft }: About, { path }: NodeOperation, hasId: boolean): RecordAddress =>
  addressOf(kinds, draft, { segments: path.segments, hasId });

const expected = ({ draft }: About): { readonly nouns: readonly string[]; readonly record: Shape } => ({
  nouns: draft.nouns,
  record: draft.record,
});

function recordInAnswer(about: About, operation: ApiOperation): FoundRecord | undefined {
  const answer = answerShape(about.reading.shapes, operation);
  return answer && findRecord(about.reading.shapes, answer, expected(about));
}

function recordInBody(about: About, operation: ApiOperation): FoundRecord | undefined {
  const body = bodyShape(about.reading.shapes, operation);
  return body && findRecord(about.reading.shapes, body, expected(about));
}

/** Why an answer is no list of records. */
function whyNoList(about: About, answer: Shape | undefined): string {
  if (answer === undefined) return 'its answer has no JSON';
  if (isListShape(answer) && !mayBeObject(about.reading.shapes.of(answer.items)))
    return 'its answer is a list of values, not of records';
  if (isLikeRecord(about, findRecord(about.reading.shapes, answer, expected(about))))
    return `its answer is one ${one(about)}, not a list`;
  const other = findList(about.reading.shapes, answer, { nouns: about.draft.nouns });
  return other === undefined
    ? 'its answer has no list of records'
    : `its answer is a list of something else than ${many(about)}`;
}

/** A page cannot begin after an id where records have none: what it begins after is a cursor then. */
function pagingFor(paging: Paging | undefined, hasId: boolean): Paging | undefined {
  if (hasId || paging?.kind !== 'after') return paging;
  const { after, before, size } = paging;
  return { kind: 'cursor', cursor: after ?? before ?? '', ...(size !== undefined && { size }) };
}

/** Parameters of the query that the address of a list already reads. */
export function listRole(
  { reading, record, hasId }: { readonly reading: Reading; readonly record: Shape; readonly hasId: boolean },
  { operation, found, answer }: { readonly operation: ApiOperation; readonly found: FoundList; readonly answer: Shape },
  { resource, at }: { readonly resource: string; readonly at: RecordAddress },
): Found {
  const { shapes } = reading;
  const parameters = queryParameters(shapes, operation.parameters);
  const paging = pagingFor(pagingOf(parameters), hasId);
  const rest = parameters.filter(({ name }) => !namesOfPaging(paging).includes(name));
  const sort = sortOf(rest);
  const search = searchOf(shapes, record, rest);
  const taken = new Set([sort?.by, sort?.direction, search].filter((name) => name !== undefined));
  const response = answerOf(operation)?.response;
  if (response === undefined) return none('its answer is not described');
  return {
    kind: 'list',
    resource,
    at,
    shape: listShape(shapes, { list: found, answer, response, paging }),
    paging,
    filters: filtersOf(shapes, record, { parameters: rest, without: taken }),
    search,
    sort,
  };
}

export function list(about: About, node: NodeOperation): Found {
  const { reading, draft, kinds } = about;
  const answer = answerShape(reading.shapes, node.operation);
  const found = answer && findList(reading.shapes, answer, expected(about));
  if (answer === undefined || found === undefined) return none(whyNoList(about, answer));
  const at = address(about, node, false);
  // Filters are read from what an element shows, or else from the whole record.
  const record = found.element.members.size > draft.record.members.size ? found.element : draft.record;
  return listRole(
    { reading, record, hasId: draft.id !== undefined },
    { operation: node.operation, found, answer },
    { resource: nameOf(kinds, draft), at },
  );
}

/** How much a body that no answer speaks for must have in common with a record. */
const MUST_SHARE = 0.5;

const isLikeRecord = ({ draft }: About, found: FoundRecord | undefined): boolean =>
  found !== undefined && (likeness(found.shape, draft.record) ?? 0) >= MUST_SHARE;

export function create(about: About, node: NodeOperation, hasId = false): Found {
  const { reading, kinds, draft } = about;
  const { operation } = node;
  const body = bodyShape(reading.shapes, operation);
  const answer = answerShape(reading.shapes, operation);
  if (body !== undefined && isListShape(body)) return none('it takes several records at once');
  const shown = recordInAnswer(about, operation);
  const taken = recordInBody(about, operation);
  const isShown =
    isLikeRecord(about, shown) ||
    (shown !== undefined &&
      isUnknown(shown.shape) &&
      (body === undefined || isLikeRecord(about, taken) || isUnknown(body)));
  const isTaken = isLikeRecord(about, taken) || (body !== undefined && isUnknown(body) && answer === undefined);
  if (answer !== undefined && isListShape(answer) && !isTaken) return none('its answer is a list');
  if (!isShown && !isTaken) return none(`neither its body nor its answer is ${describe(about)}`);
  const resource = nameOf(kinds, draft);
  const at = address(about, node, hasId);
  return { kind: 'create', resource, at, wrap: isShown ? shown?.path : undefined, bodyWrap: taken?.path ?? [] };
}

const describe = (about: About): string => `like the schema of ${article(one(about))}`;

const article = (noun: string): string => `${/^[aeio]/.test(noun) ? 'an' : 'a'} ${noun}`;

export function get(about: About, node: NodeOperation): Found {
  const { kinds, draft, reading } = about;
  const answer = answerShape(reading.shapes, node.operation);
  if (answer === undefined) return none('its answer has no JSON');
  if (isListShape(answer)) return none('its answer is a list, though its path is that of one record');
  if (isScalarShape(answer)) return none('its answer is a value, not a record');
  const shown = recordInAnswer(about, node.operation);
  if (shown === undefined) return none(`its answer has too little in common with ${article(one(about))}`);
  return { kind: 'get', resource: nameOf(kinds, draft), at: address(about, node, true), wrap: shown.path };
}

/** PUT, PATCH or POST of an item, or with the id in the body. */
export function change(
  about: About,
  node: NodeOperation,
  { kind, hasId }: { kind: 'replace' | 'merge'; hasId: boolean },
): Found {
  const { kinds, draft, reading } = about;
  const { operation } = node;
  const media = bodyMediaOf(operation);
  const answer = answerShape(reading.shapes, operation);
  const body = media && reading.shapes.of(media.schema);
  const shown = recordInAnswer(about, operation);
  const taken = recordInBody(about, operation);
  const isShown = isLikeRecord(about, shown) || (shown !== undefined && isUnknown(shown.shape));
  // Some documents list the members of the body as parameters of the query.
  if (
    media === undefined &&
    !(operation.method !== 'POST' && isLikeRecord(about, shown) && operation.parameters.some((p) => p.in === 'query'))
  ) {
    return none('it has no body that a record could be read from');
  }
  const isPatch =
    media !== undefined &&
    (isJsonPatch(media) || (operation.method === 'PATCH' && body !== undefined && isListShape(body)));
  const isTaken =
    isPatch || media === undefined || isLikeRecord(about, taken) || (body !== undefined && isUnknown(body));
  if (body !== undefined && isListShape(body) && !isPatch) return none('it takes several records at once');
  const isWhole = answer === undefined && taken !== undefined && likeness(taken.shape, draft.record) === 1;
  // What changes a part of a record may say more than the record shows: what to add to it, and what to take away.
  const isPart = operation.method === 'PATCH' && body !== undefined && (likeness(body, draft.record) ?? 0) > 0;
  const isBoth =
    operation.method === 'POST'
      ? isTaken && (isLikeRecord(about, shown) || isWhole)
      : isTaken || isPart || isLikeRecord(about, shown);
  if (!isBoth) return none(`neither its body nor its answer is ${describe(about)}`);
  if (answer !== undefined && isListShape(answer) && !isTaken) return none('its answer is a list');
  const wrap = isShown ? shown?.path : undefined;
  return {
    kind,
    resource: nameOf(kinds, draft),
    at: address(about, node, hasId),
    wrap,
    bodyWrap: isPatch ? [] : (taken?.path ?? []),
  };
}

export function remove(about: About, node: NodeOperation): Found {
  const { kinds, draft } = about;
  const shown = recordInAnswer(about, node.operation);
  const wrap = isLikeRecord(about, shown) ? shown?.path : undefined;
  return { kind: 'remove', resource: nameOf(kinds, draft), at: address(about, node, true), wrap };
}

/** Whether an answer shows the record itself, and not something that has a few members of the same name. */
function showsRecord(about: About, found: FoundRecord | undefined): boolean {
  if (found === undefined) return false;
  const { record, id } = about.draft;
  if (found.shape.schema === record.schema) return true;
  const isOne = id === undefined || found.shape.members.has(id.within[0] ?? id.member);
  const isLarge = found.shape.members.size >= 3 && found.shape.members.size >= record.members.size * 0.7;
  return isOne && isLarge && (likeness(found.shape, record) ?? 0) >= 0.8;
}

/** A verb below an item: `/pets/{id}/adopt`. */
export function action(about: About, node: NodeOperation, literal: string): Found {
  const { kinds, draft, reading } = about;
  const { operation } = node;
  const stem = verbOf(literal, draft.nouns);
  const verb = wordsOf(literal).join(' ');
  const changed =
    stem === undefined
      ? undefined
      : changeOf(reading.shapes, draft.record, { verb: stem, isInverse: operation.method === 'DELETE' });
  const shown = recordInAnswer(about, operation);
  const isShown = showsRecord(about, shown);
  if (changed === undefined && (!isShown || operation.method === 'DELETE')) {
    return none(`it neither answers the ${one(about)} nor changes a status of it`);
  }
  const wrap = isShown ? shown?.path : undefined;
  return {
    kind: 'action',
    resource: nameOf(kinds, draft),
    at: address(about, node, true),
    verb,
    wrap,
    change: changed,
  };
}

/** Whether an operation below an item answers that item, and not a record of the collection that its path could be. */
export function answersItem(about: About, { operation }: NodeOperation, other: Draft): boolean {
  const { record, one: ofItem } = about.draft;
  const shown = recordInAnswer(about, operation);
  if (shown === undefined || shown.shape.schema !== record.schema) return false;
  // A collection of which nothing is known but this answer is none.
  const isOther = other.record.schema !== record.schema;
  return isOther || (other.element === undefined && other.one.join(' ') !== ofItem.join(' '));
}

/** An operation on the path of an item. */
export function itemRole(about: About, node: NodeOperation): Found {
  switch (node.operation.method) {
    case 'GET':
      return get(about, node);
    case 'PUT':
      return change(about, node, { kind: 'replace', hasId: true });
    case 'PATCH':
      return change(about, node, { kind: 'merge', hasId: true });
    case 'POST':
      return change(about, node, { kind: 'merge', hasId: true });
    case 'DELETE':
      return remove(about, node);
  }
}

/** An operation on the path of a collection. */
export function collectionRole(about: About, node: NodeOperation): Found {
  const { method } = node.operation;
  if (method === 'GET') return list(about, node);
  if (method === 'POST') return create(about, node);
  if (method === 'DELETE') return none('it removes several records at once');
  const body = recordInBody(about, node.operation);
  const { id } = about.draft;
  const hasId = body !== undefined && id !== undefined && id.within.length === 0 && body.shape.members.has(id.member);
  if (!hasId) return none(`its body does not say which ${one(about)} it is about`);
  return change(about, node, { kind: method === 'PUT' ? 'replace' : 'merge', hasId: false });
}
