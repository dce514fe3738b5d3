/** Gives each operation its role, by the path it is on: an item, a collection, below an item, beside a collection, of one record, or alone. */
import { type Draft, draftsOf, listIn, type Reading } from './drafts.js';
import { kindsOf, type Kinds } from './kinds.js';
import {
  keyBefore,
  keyOfSegments,
  type Node,
  type NodeOperation,
  type Segment,
  withMethod,
  isPrefix,
} from './paths.js';
import { wordsOf, camelCase } from './nouns.js';
import {
  action,
  answersItem,
  collectionRole,
  create,
  type Found,
  itemRole,
  list,
  none,
  change,
  get,
} from './operations.js';
import { isAlike, answerShape, isObjectShape, isUnknown } from './shapes.js';
import type { ApiOperation } from '../model.js';
import { type FoundRecord, findRecord } from './records.js';

/** The one record of each path that has one. */
type Singles = ReadonlyMap<Node, Draft>;

function recordOf({ shapes }: Reading, operation: ApiOperation, nouns: readonly string[]): FoundRecord | undefined {
  const answer = answerShape(shapes, operation);
  const found = answer && isObjectShape(answer) && !isUnknown(answer) && findRecord(shapes, answer, { nouns });
  return found && found.shape.members.size > 0 ? found : undefined;
}

const namesIn = (segments: readonly Segment[]): readonly string[] =>
  segments.flatMap((one) => (one.kind === 'literal' && !isPrefix(one.text) ? [camelCase(wordsOf(one.text))] : []));

/** The one record of a path; undefined where it is none, or nothing changes it. */
function singleOf(reading: Reading, node: Node, kinds: Kinds): Draft | undefined {
  const last = node.segments.at(-1);
  const hasVerb = node.operations.some(({ path }) => path.hasVerb);
  if (last?.kind !== 'literal' || isPrefix(last.text) || hasVerb) return undefined;
  const own = wordsOf(last.text);
  const nouns = [own.join(' '), own.at(-1) ?? ''];
  // What is posted to a collection with items is one of them.
  const isPosted = kinds.byCollection.get(node.key)?.item === undefined;
  const changes = node.operations.filter(
    ({ operation: { method } }) => method === 'PUT' || method === 'PATCH' || (method === 'POST' && isPosted),
  );
  for (const shows of withMethod(node, 'GET')) {
    const record = recordOf(reading, shows, nouns)?.shape;
    // Where items lie below, a list is no record, though it may be written at the same path: `PUT /Invoices` of Xero.
    if (reading.nodes.has(`${node.key}/{}`) && listIn(reading, shows, nouns) !== undefined) continue;
    if (record === undefined) continue;
    const { key, segments } = node;
    const names = namesIn(segments);
    const nothing = {
      collection: undefined,
      item: undefined,
      element: undefined,
      id: undefined,
      idParameter: undefined,
    };
    const words = { nouns, one: names.slice(-1), many: [names.join('.')] };
    const draft: Draft = { ...nothing, ...words, key, segments, record, isSingle: true };
    if (changes.some((one) => singleRole(reading, kinds, draft, one) !== undefined)) return draft;
  }
  return undefined;
}

/** Whether a list at the path of one record is read and replaced as a whole, as rules of a firewall are: it is that record then. */
const isWhole = (draft: Draft, node: Node): boolean =>
  draft.collection === node && draft.item === undefined && withMethod(node, 'POST').length === 0;

/** The records of which there is one, and the kinds with them: those that are called alike, and are alike, are one. */
function withSingles(reading: Reading, kinds: Kinds): { readonly kinds: Kinds; readonly singles: Singles } {
  const names = new Map(kinds.names);
  const byName = new Map<string, Draft>(Array.from(names, ([draft, name]) => [name, draft]));
  const singles = new Map<Node, Draft>();
  for (const node of reading.nodes.values()) {
    const single = singleOf(reading, node, kinds);
    if (single === undefined) continue;
    const [own = ''] = single.many;
    let name = own;
    const isOther = (draft: Draft | undefined): boolean =>
      draft !== undefined && !(draft.isSingle === true ? isAlike(draft.record, single.record) : isWhole(draft, node));
    for (let number = 2; isOther(byName.get(name)); number += 1) name = `${own}${number}`;
    const before = byName.get(name);
    const draft = before?.isSingle === true ? before : single;
    byName.set(name, draft);
    names.set(draft, name);
    singles.set(node, draft);
  }
  return { kinds: { ...kinds, names, drafts: [...kinds.drafts, ...new Set(singles.values())] }, singles };
}

/** What an operation on the path of the one record does; undefined where it does something else. */
function singleRole(reading: Reading, kinds: Kinds, draft: Draft, one: NodeOperation): Found | undefined {
  const { method } = one.operation;
  const about = { reading, kinds, draft };
  if (method === 'DELETE') return undefined;
  if (method !== 'GET') {
    const role = change(about, one, { kind: method === 'PUT' ? 'replace' : 'merge', hasId: false });
    return role.kind === 'none' ? undefined : role;
  }
  const record = recordOf(reading, one.operation, draft.nouns);
  return record !== undefined && isAlike(record.shape, draft.record) ? get(about, one) : undefined;
}

/** What was found for the operations of a document, by their ids. */
export interface Assigned {
  readonly kinds: Kinds;
  readonly found: ReadonlyMap<string, Found>;
}

/** Words of a path that lists or finds records of the collection before it: `/pets/findByStatus`, `/pets/search`. */
const LISTS =
  /^(?:list|all|search|find|query|filter|lookup|browse|recent|latest|mine|by|get|index|popular|active|archived|deleted|trashed|me|own|public|featured|available|pending|open|closed)$/;

const CREATES = /^(?:create|add|new|register|insert)$/;

const literalOf = (segments: readonly Segment[], index: number): string | undefined => {
  const segment = segments.at(index);
  return segment?.kind === 'literal' ? segment.text : undefined;
};

/** Whether a path beside a collection, such as `/pets/findByStatus`, lists its records; by a POST, where its name says so. */
function isSiblingList(reading: Reading, draft: Draft, node: Node, method: 'GET' | 'POST' = 'GET'): boolean {
  const literal = literalOf(node.segments, -1);
  // Beside an item, it lists something else.
  if (literal === undefined || (draft.collection === undefined && draft.segments.at(-1)?.kind !== 'literal'))
    return false;
  const isWord = LISTS.test(wordsOf(literal)[0] ?? '');
  if (method === 'POST' && !isWord) return false;
  return withMethod(node, method).some((operation) => {
    const found = listIn(reading, operation, draft.nouns, draft.record);
    if (found === undefined || found.element.members.size === 0) return false;
    const { schema } = found.element;
    return (
      schema === draft.record.schema ||
      schema === draft.element?.schema ||
      (isWord && isAlike(found.element, draft.record))
    );
  });
}

/** Drafts without those that are only lists beside another. */
function draftsWithoutSiblings(reading: Reading): readonly Draft[] {
  const drafts = draftsOf(reading);
  const byKey = new Map(drafts.map((draft) => [draft.key, draft]));
  return drafts.filter((draft) => {
    if (draft.item !== undefined || draft.collection === undefined) return true;
    const around = byKey.get(keyBefore(draft.segments));
    return around === undefined || !isSiblingList(reading, around, draft.collection);
  });
}

/** Words between an item and a verb: `/droplets/{id}/actions/reboot`. */
const BETWEEN = /^(?:actions?|commands?|do)$/i;

function belowItem(kinds: Kinds, segments: readonly Segment[]): Draft | undefined {
  const between = literalOf(segments, -2);
  const before = between !== undefined && BETWEEN.test(between) ? segments.slice(0, -2) : segments.slice(0, -1);
  return kinds.byItem.get(keyOfSegments(before));
}

/** A role, or the first reason why there is none. */
function firstOf(tries: readonly (() => Found | undefined)[]): Found {
  let reason: Found | undefined;
  for (const next of tries) {
    const found = next();
    if (found === undefined) continue;
    if (found.kind !== 'none') return found;
    reason ??= found;
  }
  return reason ?? none('no collection has this path');
}

interface Assigning {
  readonly reading: Reading;
  readonly kinds: Kinds;
  readonly singles: Singles;
}

function siblingOfCollection({ reading, kinds }: Assigning, node: Node, one: NodeOperation): Found | undefined {
  const draft = kinds.byCollection.get(keyBefore(one.path.segments));
  const literal = literalOf(one.path.segments, -1);
  if (draft === undefined || literal === undefined) return undefined;
  const about = { reading, kinds, draft };
  const { method } = one.operation;
  if (method !== 'GET' && method !== 'POST') return undefined;
  if (isSiblingList(reading, draft, node, method)) return list(about, one);
  return method === 'POST' && CREATES.test(wordsOf(literal)[0] ?? '') ? create(about, one) : undefined;
}

function ofSingle({ reading, kinds, singles }: Assigning, node: Node, one: NodeOperation): Found | undefined {
  const draft = singles.get(node);
  return draft && singleRole(reading, kinds, draft, one);
}

function roleOf(assigning: Assigning, node: Node, one: NodeOperation): Found {
  const { reading, kinds } = assigning;
  const { segments } = one.path;
  const { method } = one.operation;
  return firstOf([
    () => {
      const draft = kinds.byItem.get(node.key);
      return draft && itemRole({ reading, kinds, draft }, one);
    },
    () => (method === 'PUT' || method === 'PATCH' ? ofSingle(assigning, node, one) : undefined),
    () => {
      const draft = kinds.byCollection.get(node.key);
      if (draft?.collection !== node || (assigning.singles.has(node) && isWhole(draft, node))) return undefined;
      const item = method === 'POST' ? belowItem(kinds, segments) : undefined;
      const literal = literalOf(segments, -1);
      // `POST /charges/{id}/refund` that answers the charge makes no refund that could be read.
      if (item !== undefined && literal !== undefined && answersItem({ reading, kinds, draft: item }, one, draft)) {
        return action({ reading, kinds, draft: item }, one, literal);
      }
      return collectionRole({ reading, kinds, draft }, one);
    },
    () => ofSingle(assigning, node, one),
    () => siblingOfCollection(assigning, node, one),
    () => {
      const draft = belowItem(kinds, segments);
      const literal = literalOf(segments, -1);
      if (draft === undefined || literal === undefined || method === 'GET') return undefined;
      return action({ reading, kinds, draft }, one, literal);
    },
    () => none(whyNothing(assigning, one)),
  ]);
}

/** Why an operation that stands alone has no role. */
function whyNothing({ kinds }: Assigning, { path, operation }: NodeOperation): string {
  const last = path.segments.at(-1);
  if (last === undefined) return 'the root of the API is no collection';
  if (last.kind === 'mixed') return 'its path does not name a record by one parameter';
  if (operation.method === 'GET') {
    return last.kind === 'parameter'
      ? 'its answer is no record'
      : 'its answer has no list of records, and nothing changes it';
  }
  if (last.kind === 'literal' && kinds.byItem.has(keyBefore(path.segments))) return 'nothing reads what it writes';
  return 'nothing at this path lists or reads what it writes';
}

/** Roles that make records, or change what is there: without one of them, or a list, a record could only ever be unknown. */
const KNOWS: ReadonlySet<string> = new Set(['list', 'create', 'replace', 'merge', 'remove']);

/** Finds the role of every operation. */
export function assign(reading: Reading): Assigned {
  const { kinds, singles } = withSingles(reading, kindsOf(reading.shapes, draftsWithoutSiblings(reading)));
  const found = new Map<string, Found>();
  for (const node of reading.nodes.values()) {
    for (const one of node.operations) found.set(one.operation.id, roleOf({ reading, kinds, singles }, node, one));
  }
  const known = new Set(
    [...found.values()].flatMap((one) => (KNOWS.has(one.kind) && 'resource' in one ? one.resource : [])),
  );
  for (const [id, one] of found) {
    if ('resource' in one && !known.has(one.resource))
      found.set(id, none('nothing lists, creates or changes such records'));
  }
  return { kinds, found };
}
