/** Kinds of records, as the paths and schemas of a document show them: collections with items, and either of them alone. */
import type { ApiDocument, ApiOperation } from '../model.js';
import {
  type Shape,
  type Shapes,
  answerShape,
  bodyShape,
  isAlike,
  isListShape,
  isObjectShape,
  isUnknown,
} from './shapes.js';
import { type IdMember, type IdParameter, findId, repeats } from './ids.js';
import { type Expected, type FoundList, findList, findRecord } from './records.js';
import {
  isPrefix,
  keyBefore,
  type Node,
  type Nodes,
  nounOf,
  parametersOf,
  parsePath,
  type Segment,
  withMethod,
} from './paths.js';
import { nounKey, pluralWords, singularWords, wordsOf } from './nouns.js';

/** What the parts of this folder look at. */
export interface Reading {
  readonly document: ApiDocument;
  readonly shapes: Shapes;
  readonly nodes: Nodes;
}

/** A kind of record before it is known what others it belongs to. */
export interface Draft {
  /** Key of the path of the collection, though none may be there. */
  readonly key: string;
  /** Segments of the path of the collection. */
  readonly segments: readonly Segment[];
  readonly collection: Node | undefined;
  readonly item: Node | undefined;
  /** Names of a record, as lists and wraps may have them. */
  readonly nouns: readonly string[];
  /** Words of one record and of several. */
  readonly one: readonly string[];
  readonly many: readonly string[];
  /** What is known of a record. */
  readonly record: Shape;
  /** What the list of the collection shows of each, where there is one. */
  readonly element: Shape | undefined;
  readonly id: IdMember | undefined;
  /** The member that holds the id in an element of the list. */
  readonly elementId?: string | undefined;
  readonly idParameter: string | undefined;
  /** Whether there is one such record, at the path itself. */
  readonly isSingle?: true;
}

/** What a parameter is called without what says that it is a name or an id: `pet` of `petId`. */
export function nounOfParameter(name: string): string {
  const words = wordsOf(name);
  const isKey = /^(?:id|ids|uuid|guid|sid|uid|gid|name|slug|key|code|number|no|num|ref|identifier|pk|login|hash)$/.test(
    words.at(-1) ?? '',
  );
  return (words.length > 1 && isKey ? words.slice(0, -1) : words).join(' ').replace(/(?<=\w{3})id$/, '');
}

const lastParameter = (segments: readonly Segment[]): string | undefined => {
  const last = segments.at(-1);
  return last?.kind === 'parameter' ? last.name : undefined;
};

/** Whether the path before is that of one record, so that the last parameter names something else: `/coins/{id}/{date}`. */
const isBelowItem = ({ nodes }: Reading, segments: readonly Segment[]): boolean =>
  segments.at(-2)?.kind === 'parameter' && withMethod(nodes.get(keyBefore(segments)), 'GET').length > 0;

interface Named {
  readonly noun: string;
  readonly nouns: readonly string[];
  readonly one: readonly string[];
  readonly many: readonly string[];
}

/** Words that stand behind the noun of a path and say that there are several. */
const SEVERAL = /^(?:list|all)$/;

/** The words of the noun of a path: `pets` of `pets_list`. */
export function nounWords(noun: string): readonly string[] {
  const all = wordsOf(noun);
  return all.length > 1 && SEVERAL.test(all.at(-1) ?? '') ? all.slice(0, -1) : all;
}

function namesOf(noun: string, parameter: string | undefined): Named {
  const words = nounWords(noun);
  const one = singularWords(words);
  const many = pluralWords(one);
  const ofParameter = parameter === undefined ? '' : nounOfParameter(parameter);
  const last = one.at(-1) ?? '';
  const nouns = [words.join(' '), ofParameter, last].filter(
    (name) => name !== '' && !/^(?:id|uuid|name|key|slug)$/.test(name),
  );
  return { noun, nouns: [...new Set(nouns)], one, many };
}

/** The first of what is found in operations that has members. */
const firstWithMembers = (
  operations: readonly ApiOperation[],
  find: (operation: ApiOperation) => Shape | undefined,
): Shape | undefined => operations.map(find).find((shape) => shape !== undefined && shape.members.size > 0);

/** The record in the answers of operations, or in their bodies. */
function recordIn(
  { shapes }: Reading,
  operations: readonly ApiOperation[],
  { of, ...expected }: Expected & { readonly of: 'answer' | 'body' },
): Shape | undefined {
  return firstWithMembers(operations, (operation) => {
    const whole = of === 'answer' ? answerShape(shapes, operation) : bodyShape(shapes, operation);
    return whole && !isUnknown(whole) ? findRecord(shapes, whole, expected)?.shape : undefined;
  });
}

export const listIn = (
  { shapes }: Reading,
  operation: ApiOperation,
  nouns: readonly string[],
  record?: Shape,
): FoundList | undefined => {
  const answer = answerShape(shapes, operation);
  return answer && findList(shapes, answer, { nouns, record });
};

/** The elements of the first list among operations. */
const elementIn = (
  reading: Reading,
  operations: readonly ApiOperation[],
  nouns: readonly string[],
): Shape | undefined => firstWithMembers(operations, (operation) => listIn(reading, operation, nouns)?.element);

/** What is known of the records of a collection and its items. */
function recordOf(
  reading: Reading,
  { nouns, parameter }: Expected,
  item: Node | undefined,
  {
    collection,
    element,
    isList,
  }: { readonly collection: Node | undefined; readonly element: Shape | undefined; readonly isList: boolean },
): Shape | undefined {
  // What answers a list for an item, as Xero does, shows no record.
  const gets = isList ? [] : withMethod(item, 'GET');
  const changes = [...withMethod(item, 'PATCH'), ...withMethod(item, 'PUT'), ...withMethod(item, 'POST')];
  const creates = withMethod(collection, 'POST');
  const answer = { of: 'answer', nouns, parameter } as const;
  const body = { of: 'body', nouns } as const;
  return (
    recordIn(reading, gets, { ...answer, record: element }) ??
    recordIn(reading, gets, answer) ??
    element ??
    recordIn(reading, creates, answer) ??
    recordIn(reading, changes, answer) ??
    recordIn(reading, creates, body) ??
    recordIn(reading, changes, body)
  );
}

const idParameterIn = ({ shapes }: Reading, node: Node, name: string): IdParameter => {
  const [first] = node.operations;
  const parameter = first?.operation.parameters.find((one) => one.in === 'path' && one.name === name);
  return { name, shape: shapes.of(parameter?.schema), description: parameter?.description ?? '' };
};

/** Whether the GET of an item answers a list: its parameter chooses records then, as in `/posts/{user}`. */
function answersList(
  reading: Reading,
  item: Node,
  { nouns, parameter }: { nouns: readonly string[]; parameter: string },
): boolean {
  return withMethod(item, 'GET').some((get) => {
    const answer = answerShape(reading.shapes, get);
    if (answer === undefined) return false;
    if (isListShape(answer)) return true;
    const found = findRecord(reading.shapes, answer, { nouns });
    const isOne = found !== undefined && repeats(found.shape, parameter, nouns);
    return !isOne && listIn(reading, get, nouns) !== undefined;
  });
}

const CHANGES = ['PUT', 'PATCH', 'DELETE', 'POST'] as const;

/** Whether a parameter names a collection, not an item: its GET lists what the path below shows, as in `/objects/{type}/{id}`. */
function isCollection(reading: Reading, node: Node): boolean {
  const items = reading.nodes.get(`${node.key}/{}`);
  const parameter = items && lastParameter(items.segments);
  if (parameter === undefined || lastParameter(node.segments) === undefined) return false;
  const nouns = [nounOfParameter(parameter)];
  const element = elementIn(reading, withMethod(node, 'GET'), nouns);
  const record = recordIn(reading, withMethod(items, 'GET'), { of: 'answer', nouns, parameter });
  return element !== undefined && record !== undefined && isAlike(element, record);
}

/** What the records at the root of an API are called: as the path of its server is, such as `/v1/applications`. */
function nounOfRoot({ document: { basePaths } }: Reading): string | undefined {
  const nouns = basePaths.map((path) => nounOf(parsePath(path).segments));
  return nouns.find((noun) => noun !== undefined && !isPrefix(noun));
}

/** A collection and its items, found by the path of an item. */
function draftOfItem(reading: Reading, item: Node): Draft | undefined {
  const parameter = lastParameter(item.segments);
  if (parameter === undefined || isCollection(reading, item)) return undefined;
  const segments = item.segments.slice(0, -1);
  const literal = segments.length === 0 ? nounOfRoot(reading) : nounOf(segments);
  const noun = isBelowItem(reading, item.segments) ? nounOfParameter(parameter) : literal;
  if (noun === undefined || literal === undefined) return undefined;
  const key = keyBefore(item.segments);
  const before = reading.nodes.get(key);
  const hasCollection =
    before !== undefined && (segments.at(-1)?.kind !== 'parameter' || isCollection(reading, before));
  const collection = hasCollection ? before : undefined;
  const names = namesOf(noun, parameter);
  const isOnlyRead = !CHANGES.some((method) => withMethod(item, method).length > 0);
  const isList = answersList(reading, item, { nouns: names.nouns, parameter });
  if (isOnlyRead && isList) return undefined;
  const element = elementIn(reading, withMethod(collection, 'GET'), names.nouns);
  const record = recordOf(reading, { nouns: names.nouns, parameter }, item, { collection, element, isList });
  if (record === undefined) return undefined;
  const idOf = (shape: Shape): IdMember | undefined =>
    findId(reading.shapes, { record: shape, parameter: idParameterIn(reading, item, parameter), nouns: names.nouns });
  const beside = element && idOf(element);
  const elementId = beside?.within.length === 0 && beside.isPath !== true ? beside.member : undefined;
  // What shows one record may leave out the id, which was asked for.
  const id =
    idOf(record) ??
    (elementId === undefined ? undefined : { member: elementId, within: [], schema: element?.members.get(elementId) });
  return { key, segments, collection, item, ...names, record, element, id, elementId, idParameter: parameter };
}

/** A collection whose items have no path of their own. */
function draftOfCollection(reading: Reading, collection: Node): Draft | undefined {
  const last = collection.segments.at(-1);
  const noun = nounOf(collection.segments);
  if (last?.kind !== 'literal' || noun === undefined || collection.operations.some(({ path }) => path.hasVerb))
    return undefined;
  const names = namesOf(noun, undefined);
  const record = elementIn(reading, withMethod(collection, 'GET'), names.nouns);
  if (record === undefined || !isObjectShape(record)) return undefined;
  const id = findId(reading.shapes, { record, parameter: undefined, nouns: names.nouns });
  const { key, segments } = collection;
  return { key, segments, collection, item: undefined, ...names, record, element: record, id, idParameter: undefined };
}

/** Every kind of record that a document shows, in the order of its paths. */
export function draftsOf(reading: Reading): readonly Draft[] {
  const nodes = [...reading.nodes.values()];
  const items = nodes.flatMap((node) => draftOfItem(reading, node) ?? []);
  const taken = new Set(items.map(({ key }) => key));
  const alone = nodes.filter(({ key }) => !taken.has(key)).flatMap((node) => draftOfCollection(reading, node) ?? []);
  return [...items, ...alone];
}

export const itemKeyOf = ({ key }: Draft): string => (key === '' ? '{}' : `${key}/{}`);

/** Whether two drafts are of the same records: one noun, and one schema or the like. */
export const isSameKind = (one: Draft, other: Draft): boolean =>
  nounKey(one.many.join(' ')) === nounKey(other.many.join(' ')) &&
  one.record.members.size > 0 &&
  (one.record.schema === other.record.schema ||
    (isAlike(one.record, other.record) && sameMembers(one.record, other.record)));

function sameMembers(one: Shape, other: Shape): boolean {
  return one.members.size === other.members.size && [...one.members.keys()].every((name) => other.members.has(name));
}

export const scopeOf = ({ segments }: Draft): readonly string[] => parametersOf(segments);
