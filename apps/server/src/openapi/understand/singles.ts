/** Records of which there is one: `/me`, `/settings`, `/users/{id}/settings`; read by GET and changed at the same path. */
import type { ApiOperation } from '../model.js';
import { answerShape } from './bodies.js';
import { type Draft, listIn, type Reading } from './drafts.js';
import type { Kinds } from './kinds.js';
import { change, type Found, get } from './operations.js';
import { isPrefix, type Node, type NodeOperation, type Segment, withMethod } from './paths.js';
import { camelCase, wordsOf } from './nouns.js';
import { findRecord, type FoundRecord } from './records.js';
import { isAlike, isObjectShape, isUnknown } from './shapes.js';

/** The one record of each path that has one. */
export type Singles = ReadonlyMap<Node, Draft>;

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
    const none = { collection: undefined, item: undefined, element: undefined, id: undefined, idParameter: undefined };
    const words = { nouns, one: names.slice(-1), many: [names.join('.')] };
    const draft: Draft = { ...none, ...words, key, segments, record, isSingle: true };
    if (changes.some((one) => singleRole(reading, kinds, draft, one) !== undefined)) return draft;
  }
  return undefined;
}

/** Whether a list at the path of one record is read and replaced as a whole, as rules of a firewall are: it is that record then. */
export const isWhole = (draft: Draft, node: Node): boolean =>
  draft.collection === node && draft.item === undefined && withMethod(node, 'POST').length === 0;

/** The records of which there is one, and the kinds with them: those that are called alike, and are alike, are one. */
export function withSingles(reading: Reading, kinds: Kinds): { readonly kinds: Kinds; readonly singles: Singles } {
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
export function singleRole(reading: Reading, kinds: Kinds, draft: Draft, one: NodeOperation): Found | undefined {
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
