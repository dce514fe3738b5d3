/** What each operation on the path of a collection, of an item or below one does; of a verb, which member it changes. */
import type { ApiOperation } from '../model.js';
import type { Role, RecordAddress, Paging, ListShape } from '../roles.js';
import {
  type Shape,
  type Shapes,
  answerOf,
  answerShape,
  bodyMediaOf,
  bodyShape,
  isJsonPatch,
  isListShape,
  isScalarShape,
  isUnknown,
  likeness,
  mayBeObject,
} from './shapes.js';
import type { Reading, Draft } from './drafts.js';
import { listShape } from './envelopes.js';
import { filtersOf, searchOf, sortOf } from './filters.js';
import { type Kinds, addressOf, nameOf } from './kinds.js';
import { type FoundList, type FoundRecord, findIds, findList, findRecord } from './records.js';
import type { NodeOperation } from './paths.js';
import { withArticle, wordsOf, joinedWords, nounKey } from './nouns.js';
import { namesOfPaging, pagingOf, queryParameters } from './paging.js';

interface Change {
  readonly member: string;
  readonly value: string | boolean;
}

/** What things are after a verb, where its participle does not say it. */
const PARTICIPLES =
  'pay:paid read:read leave:left keep:kept lend:lent sell:sold buy:bought draw:drawn write:written take:taken ' +
  'give:given set:set put:put let:let build:built rent:rented break:broken send:sent ' +
  'start:started,running,active,in_progress,inprogress run:running,started,in_progress ' +
  'begin:begun,started,in_progress resume:resumed,running,active,in_progress ' +
  'complete:completed,complete,done,finished finish:finished,completed,done activate:activated,active,enabled ' +
  'reactivate:reactivated,active deactivate:deactivated,inactive,disabled enable:enabled,active ' +
  'disable:disabled,inactive stop:stopped pause:paused open:opened,open reopen:reopened,open close:closed ' +
  'abort:aborted,cancelled,canceled void:voided,void hold:held,on_hold,onhold win:won lose:lost ' +
  'submit:submitted,pending,in_review deny:denied,rejected decline:declined,rejected reject:rejected,declined ' +
  'lock:locked unarchive:unarchived,active unpublish:unpublished,draft withdraw:withdrawn ban:banned ' +
  'suspend:suspended unsuspend:unsuspended,active freeze:frozen verify:verified finalize:finalized,final,open ' +
  'capture:captured,succeeded confirm:confirmed,succeeded refund:refunded ship:shipped expire:expired';

const BY_VERB: ReadonlyMap<string, readonly string[]> = new Map(
  PARTICIPLES.split(' ').map((pair) => {
    const [verb = '', words = ''] = pair.split(':');
    return [verb, words.split(',')];
  }),
);

/** What a thing is after a verb, the likeliest first: `cancelled` and `canceled` of `cancel`. */
export function participlesOf(verb: string): readonly string[] {
  const own = BY_VERB.get(verb) ?? [];
  if (verb.endsWith('e')) return [...own, `${verb}d`];
  if (/[^aeiou]y$/.test(verb)) return [...own, `${verb.slice(0, -1)}ied`];
  return [...own, `${verb}ed`, `${verb}${verb.slice(-1)}ed`];
}

/** Members that say in which state a record is. */
const STATE = /(?:^|_| )(?:status|state|phase|stage|lifecycle)$/;

/** `status` before `state` before others. */
const stateRank = (member: string): number => ['state', 'status'].indexOf(wordsOf(member).join(' '));

/** The verb without what turns it round: `archive` of `unarchive`. */
const positiveOf = (verb: string): string | undefined =>
  POSITIVES.get(verb) ?? (/^un\w{3,}$/.test(verb) ? verb.slice(2) : undefined);

const POSITIVES: ReadonlyMap<string, string> = new Map([
  ['disable', 'enable'],
  ['deactivate', 'activate'],
  ['reopen', 'close'],
  ['unmute', 'mute'],
]);

/** A flag that says it, such as `is_archived`. */
function flagIn(shapes: Shapes, record: Shape, verb: string): string | undefined {
  const names = new Set(participlesOf(verb).map(joinedWords));
  return [...record.members].find(([member, schema]) => {
    const key = joinedWords(member).replace(/^(?:is|has|was)(?=\w{4})/, '');
    return names.has(key) && shapes.of(schema).types.has('boolean');
  })?.[0];
}

/** A status whose enum has a word of the verb. */
function statusIn(shapes: Shapes, record: Shape, verb: string): Change | undefined {
  const members = [...record.members.keys()]
    .filter((member) => STATE.test(wordsOf(member).join(' ')))
    .toSorted((one, other) => stateRank(other) - stateRank(one));
  for (const member of members) {
    const values = shapes.of(record.members.get(member)).values.filter((value) => typeof value === 'string');
    for (const participle of participlesOf(verb)) {
      const value = values.find((one) => joinedWords(one) === joinedWords(participle));
      if (value !== undefined) return { member, value };
    }
  }
  return undefined;
}

/** The verb of a path that may change a status: of `mark-as-read` it is `read`; none of `cancel_action`, which is about something else. */
function verbOf(literal: string, nouns: readonly string[]): string | undefined {
  const words = wordsOf(literal);
  const own = words[0] === 'mark' || words.includes('as') ? words.slice(1).filter((word) => word !== 'as') : words;
  const [verb, ...rest] = own;
  const isAboutIt = rest.length === 0 || nouns.some((noun) => nounKey(noun) === nounKey(rest.join(' ')));
  return isAboutIt ? verb : undefined;
}

/** What a verb changes; with `isInverse`, as with DELETE, the other way round. */
function changeOf(
  shapes: Shapes,
  record: Shape,
  { verb, isInverse }: { verb: string; isInverse: boolean },
): Change | undefined {
  const positive = positiveOf(verb);
  const flag = flagIn(shapes, record, verb);
  if (flag !== undefined) return { member: flag, value: !isInverse };
  const inverse = positive === undefined ? undefined : flagIn(shapes, record, positive);
  if (inverse !== undefined) return { member: inverse, value: isInverse };
  return isInverse ? undefined : statusIn(shapes, record, verb);
}

/** What was found of an operation: its role, or why it has none. */
export type Found = Role | { readonly kind: 'none'; readonly why: string };

export const none = (why: string): Found => ({ kind: 'none', why });

interface About {
  readonly reading: Reading;
  readonly kinds: Kinds;
  readonly draft: Draft;
}

const one = ({ draft }: About): string => draft.one.join(' ');

const address = ({ kinds, draft }: About, { path }: NodeOperation, hasId: boolean): RecordAddress =>
  addressOf(kinds, draft, { segments: path.segments, hasId });

/** How much a body that no answer speaks for must have in common with a record. */
const MUST_SHARE = 0.5;

const isLike = ({ draft }: About, found: FoundRecord | undefined): boolean =>
  found !== undefined && (likeness(found.shape, draft.record) ?? 0) >= MUST_SHARE;

/** The answer and the body of an operation, with the records in them. */
function partsOf(about: About, operation: ApiOperation) {
  const { shapes } = about.reading;
  const { nouns, record } = about.draft;
  const find = (whole: Shape | undefined): FoundRecord | undefined =>
    whole && findRecord(shapes, whole, { nouns, record });
  const answer = answerShape(shapes, operation);
  const body = bodyShape(shapes, operation);
  const [shown, taken] = [find(answer), find(body)];
  return { answer, body, shown, taken, showsIt: isLike(about, shown), takesIt: isLike(about, taken) };
}

/** Why an answer is no list of records. */
function whyNoList(about: About, operation: ApiOperation): string {
  const { shapes } = about.reading;
  const { answer, showsIt } = partsOf(about, operation);
  if (answer === undefined) return 'its answer has no JSON';
  if (isListShape(answer) && !mayBeObject(shapes.of(answer.items)))
    return 'its answer is a list of values, not of records';
  if (showsIt) return `its answer is one ${one(about)}, not a list`;
  return findList(shapes, answer, { nouns: about.draft.nouns }) === undefined
    ? 'its answer has no list of records'
    : `its answer is a list of something else than ${about.draft.many.join(' ')}`;
}

/** What leads from page to page where only a size is documented, as with JSON:API: `page[after]` beside `page[size]`. */
function linked(paging: Paging | undefined, { members, hasLink }: ListShape): Paging | undefined {
  if (paging?.kind !== 'limit' || !(hasLink || members.some(({ meaning }) => meaning === 'next_url'))) return paging;
  const { limit } = paging;
  return { kind: 'cursor', cursor: limit.includes('[') ? limit.replace(/\[.*/, '[after]') : 'cursor', size: limit };
}

/** A page cannot begin after an id where records have none: what it begins after is a cursor then. */
function pagingFor(paging: Paging | undefined, hasId: boolean): Paging | undefined {
  if (hasId || paging?.kind !== 'after') return paging;
  const { after, before, size } = paging;
  return { kind: 'cursor', cursor: after ?? before ?? '', ...(size !== undefined && { size }) };
}

/** A list, with what its query parameters mean. */
export function listRole(
  { reading, record, hasId }: { readonly reading: Reading; readonly record: Shape; readonly hasId: boolean },
  { operation, found, answer }: { readonly operation: ApiOperation; readonly found: FoundList; readonly answer: Shape },
  { resource, at }: { readonly resource: string; readonly at: RecordAddress },
): Found {
  const { shapes } = reading;
  const parameters = queryParameters(shapes, operation);
  const paging = pagingFor(pagingOf(parameters), hasId);
  const rest = parameters.filter(({ name }) => !namesOfPaging(paging).includes(name));
  const sort = sortOf(rest);
  const search = searchOf(shapes, record, rest);
  const taken = new Set([sort?.by, sort?.direction, search].filter((name) => name !== undefined));
  const response = answerOf(operation)?.response;
  if (response === undefined) return none('its answer is not described');
  const shape = listShape(shapes, { list: found, answer, response, paging });
  return {
    kind: 'list',
    resource,
    at,
    shape,
    paging: linked(paging, shape),
    filters: filtersOf(shapes, record, { parameters: rest, without: taken }),
    search,
    sort,
  };
}

export function list(about: About, node: NodeOperation): Found {
  const { reading, draft, kinds } = about;
  const { nouns, record, idParameter: parameter } = draft;
  const answer = answerShape(reading.shapes, node.operation);
  const found =
    answer &&
    (findList(reading.shapes, answer, { nouns, record, parameter }) ??
      (draft.item && draft.id ? findIds(reading.shapes, answer, nouns) : undefined));
  if (answer === undefined || found === undefined) return none(whyNoList(about, node.operation));
  // Filters are read from what an element shows, or else from the whole record.
  const shown = found.element.members.size > record.members.size ? found.element : record;
  const role = listRole(
    { reading, record: shown, hasId: draft.id !== undefined },
    { operation: node.operation, found, answer },
    { resource: nameOf(kinds, draft), at: address(about, node, false) },
  );
  // What is an `applicationId` elsewhere may be the `id` of an element.
  const { id, elementId = id?.member } = draft;
  const isOther = elementId !== undefined && elementId !== id?.member && found.element.members.has(elementId);
  return role.kind === 'list' && isOther ? { ...role, shape: { ...role.shape, id: elementId } } : role;
}

const unlike = (about: About): Found =>
  none(`neither its body nor its answer is like the schema of ${withArticle(one(about))}`);

export function create(about: About, node: NodeOperation): Found {
  const { answer, body, shown, taken, showsIt, takesIt } = partsOf(about, node.operation);
  if (body !== undefined && isListShape(body)) return none('it takes several records at once');
  const isOpen = body !== undefined && isUnknown(body);
  const isShown =
    showsIt || (shown !== undefined && isUnknown(shown.shape) && (body === undefined || takesIt || isOpen));
  const isTaken = takesIt || (isOpen && answer === undefined);
  if (answer !== undefined && isListShape(answer) && !isTaken) return none('its answer is a list');
  if (!isShown && !isTaken) return unlike(about);
  const resource = nameOf(about.kinds, about.draft);
  const wrap = isShown ? shown?.path : undefined;
  return { kind: 'create', resource, at: address(about, node, false), wrap, bodyWrap: taken?.path ?? [] };
}

export function get(about: About, node: NodeOperation): Found {
  const { answer, shown } = partsOf(about, node.operation);
  if (answer === undefined) return none('its answer has no JSON');
  if (isListShape(answer)) return none('its answer is a list, though its path is that of one record');
  if (isScalarShape(answer)) return none('its answer is a value, not a record');
  if (shown === undefined) return none(`its answer has too little in common with ${withArticle(one(about))}`);
  return { kind: 'get', resource: nameOf(about.kinds, about.draft), at: address(about, node, true), wrap: shown.path };
}

/** PUT, PATCH or POST of an item, or with the id in the body. */
export function change(
  about: About,
  node: NodeOperation,
  { kind, hasId }: { kind: 'replace' | 'merge'; hasId: boolean },
): Found {
  const { operation } = node;
  const { record } = about.draft;
  const { method } = operation;
  const media = bodyMediaOf(operation);
  const { answer, body, shown, taken, showsIt, takesIt } = partsOf(about, operation);
  // Some documents list the members of the body as parameters of the query.
  const isInQuery = method !== 'POST' && showsIt && operation.parameters.some((parameter) => parameter.in === 'query');
  if (media === undefined && !isInQuery) return none('it has no body that a record could be read from');
  const isList = body !== undefined && isListShape(body);
  const isPatch = media !== undefined && (isJsonPatch(media) || (method === 'PATCH' && isList));
  const isTaken = isPatch || media === undefined || takesIt || (body !== undefined && isUnknown(body));
  if (isList && !isPatch) return none('it takes several records at once');
  const isWhole = answer === undefined && taken !== undefined && likeness(taken.shape, record) === 1;
  // What changes a part of a record may say more than the record shows: what to add to it, and what to take away.
  const isPart = method === 'PATCH' && body !== undefined && (likeness(body, record) ?? 0) > 0;
  const isIt = method === 'POST' ? isTaken && (showsIt || isWhole) : isTaken || isPart || showsIt;
  if (!isIt) return unlike(about);
  if (answer !== undefined && isListShape(answer) && !isTaken) return none('its answer is a list');
  const isShown = showsIt || (shown !== undefined && isUnknown(shown.shape));
  return {
    kind,
    resource: nameOf(about.kinds, about.draft),
    at: address(about, node, hasId),
    wrap: isShown ? shown?.path : undefined,
    bodyWrap: isPatch ? [] : (taken?.path ?? []),
  };
}

export function remove(about: About, node: NodeOperation): Found {
  const { shown, showsIt } = partsOf(about, node.operation);
  const resource = nameOf(about.kinds, about.draft);
  return { kind: 'remove', resource, at: address(about, node, true), wrap: showsIt ? shown?.path : undefined };
}

/** Whether an answer shows the record itself, and not something that has a few members of the same name. */
function showsRecord({ draft: { record, id } }: About, found: FoundRecord | undefined): boolean {
  if (found === undefined) return false;
  if (found.shape.schema === record.schema) return true;
  const { members } = found.shape;
  const isOne = id === undefined || members.has(id.within[0] ?? id.member);
  const isLarge = members.size >= 3 && members.size >= record.members.size * 0.7;
  return isOne && isLarge && (likeness(found.shape, record) ?? 0) >= 0.8;
}

/** A verb below an item: `/pets/{id}/adopt`. */
export function action(about: About, node: NodeOperation, literal: string): Found {
  const { kinds, draft, reading } = about;
  const isInverse = node.operation.method === 'DELETE';
  const stem = verbOf(literal, draft.nouns);
  const changed = stem && changeOf(reading.shapes, draft.record, { verb: stem, isInverse });
  const { shown } = partsOf(about, node.operation);
  const isShown = showsRecord(about, shown);
  if (!changed && (!isShown || isInverse)) {
    return none(`it neither answers the ${one(about)} nor changes a status of it`);
  }
  return {
    kind: 'action',
    resource: nameOf(kinds, draft),
    at: address(about, node, true),
    verb: wordsOf(literal).join(' '),
    wrap: isShown ? shown?.path : undefined,
    change: changed || undefined,
  };
}

/** Whether an operation below an item answers that item, and not a record of the collection that its path could be. */
export function answersItem(about: About, { operation }: NodeOperation, other: Draft): boolean {
  const { record } = about.draft;
  if (partsOf(about, operation).shown?.shape.schema !== record.schema) return false;
  // A collection of which nothing is known but this answer is none.
  return other.record.schema !== record.schema || (other.element === undefined && other.one.join(' ') !== one(about));
}

/** An operation on the path of an item. */
export function itemRole(about: About, node: NodeOperation): Found {
  const { method } = node.operation;
  if (method === 'GET') return get(about, node);
  if (method === 'DELETE') return remove(about, node);
  return change(about, node, { kind: method === 'PUT' ? 'replace' : 'merge', hasId: true });
}

/** An operation on the path of a collection. */
export function collectionRole(about: About, node: NodeOperation): Found {
  const { method } = node.operation;
  if (method === 'GET') return list(about, node);
  if (method === 'POST') return create(about, node);
  if (method === 'DELETE') return none('it removes several records at once');
  const { id } = about.draft;
  const body = partsOf(about, node.operation).taken?.shape;
  if (body === undefined || id === undefined || id.within.length > 0 || !body.members.has(id.member))
    return none(`its body does not say which ${one(about)} it is about`);
  return change(about, node, { kind: method === 'PUT' ? 'replace' : 'merge', hasId: false });
}
