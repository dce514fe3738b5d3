/** Gives each operation its role, by the path it is on: an item, a collection, below an item, beside a collection, or alone. */
import { type Draft, draftsOf, listIn, type Reading } from './drafts.js';
import { kindsOf, type Kinds } from './kinds.js';
import { keyBefore, keyOfSegments, type Node, type NodeOperation, type Segment, withMethod } from './paths.js';
import { wordsOf } from './nouns.js';
import { action, answersItem, collectionRole, create, type Found, itemRole, list, none } from './operations.js';
import { isAlike } from './shapes.js';
import { isWhole, singleRole, type Singles, withSingles } from './singles.js';

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

/** Whether a path beside a collection, such as `/pets/findByStatus`, lists its records. */
function isListBeside(reading: Reading, draft: Draft, node: Node): boolean {
  const literal = literalOf(node.segments, -1);
  // Beside an item, it lists something else.
  if (literal === undefined || draft.segments.at(-1)?.kind !== 'literal') return false;
  const isWord = LISTS.test(wordsOf(literal)[0] ?? '');
  return withMethod(node, 'GET').some((operation) => {
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
function draftsWithoutBeside(reading: Reading): readonly Draft[] {
  const drafts = draftsOf(reading);
  const byKey = new Map(drafts.map((draft) => [draft.key, draft]));
  return drafts.filter((draft) => {
    if (draft.item !== undefined || draft.collection === undefined) return true;
    const around = byKey.get(keyBefore(draft.segments));
    return around === undefined || !isListBeside(reading, around, draft.collection);
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

function besideCollection({ reading, kinds }: Assigning, node: Node, one: NodeOperation): Found | undefined {
  const draft = kinds.byCollection.get(keyBefore(one.path.segments));
  const literal = literalOf(one.path.segments, -1);
  if (draft === undefined || literal === undefined) return undefined;
  const about = { reading, kinds, draft };
  if (one.operation.method === 'GET') return isListBeside(reading, draft, node) ? list(about, one) : undefined;
  const isCreate = one.operation.method === 'POST' && CREATES.test(wordsOf(literal)[0] ?? '');
  return isCreate ? create(about, one) : undefined;
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
    () => besideCollection(assigning, node, one),
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

/** Names of resources of which nothing but reading one record was understood: its ids would be nobody's to know. */
function unknownNames(found: ReadonlyMap<string, Found>): ReadonlySet<string> {
  const known = new Set<string>();
  const named = new Set<string>();
  for (const one of found.values()) {
    if (!('resource' in one)) continue;
    named.add(one.resource);
    if (KNOWS.has(one.kind)) known.add(one.resource);
  }
  return new Set([...named].filter((name) => !known.has(name)));
}

/** Finds the role of every operation. */
export function assign(reading: Reading): Assigned {
  const { kinds, singles } = withSingles(reading, kindsOf(reading.shapes, draftsWithoutBeside(reading)));
  const found = new Map<string, Found>();
  for (const node of reading.nodes.values()) {
    for (const one of node.operations) found.set(one.operation.id, roleOf({ reading, kinds, singles }, node, one));
  }
  const unknown = unknownNames(found);
  for (const [id, one] of found) {
    if ('resource' in one && unknown.has(one.resource))
      found.set(id, none('nothing lists, creates or changes such records'));
  }
  return { kinds, found };
}
