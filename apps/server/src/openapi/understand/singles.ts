/** Records of which there is one: `/me`, `/settings`, `/users/{id}/settings`; read by GET and changed at the same path. */
import type { ApiOperation } from '../model.js';
import { answerShape, bodyMediaOf, bodyShape } from './bodies.js';
import { type Draft, listIn, type Reading } from './drafts.js';
import { type Kinds, nameOf } from './kinds.js';
import type { Found } from './operations.js';
import { isPrefix, type Node, type NodeOperation, parametersOf, type Segment, withMethod } from './paths.js';
import { camelCase, wordsOf } from './nouns.js';
import { findRecord, type FoundRecord } from './records.js';
import { isAlike, isListShape, isObjectShape, isUnknown, likeness } from './shapes.js';

/** The one record of each path that has one. */
export type Singles = ReadonlyMap<Node, Draft>;

type Expected = Pick<Draft, 'nouns' | 'record'>;

function recordOf({ shapes }: Reading, get: ApiOperation, nouns: readonly string[]): FoundRecord | undefined {
  const answer = answerShape(shapes, get);
  const found = answer && isObjectShape(answer) && !isUnknown(answer) && findRecord(shapes, answer, { nouns });
  return found && found.shape.members.size > 0 ? found : undefined;
}

/** Where the record stands in what a change of the one record answers and takes; undefined where it changes something else. */
function changeOf({ shapes }: Reading, operation: ApiOperation, { nouns, record }: Expected) {
  if (bodyMediaOf(operation) === undefined) return undefined;
  const body = bodyShape(shapes, operation);
  const answer = answerShape(shapes, operation);
  const taken = body && findRecord(shapes, body, { nouns, record });
  const shown = answer && findRecord(shapes, answer, { nouns, record });
  const isTaken = taken !== undefined && (likeness(taken.shape, record) ?? 0) >= 0.5;
  const isShown = shown !== undefined && shown.shape.members.size > 0 && isAlike(shown.shape, record);
  const isSure = operation.method === 'POST' ? isTaken && isShown : isTaken || isShown;
  if (!isSure || (body !== undefined && isListShape(body))) return undefined;
  return { wrap: shown?.path ?? [], bodyWrap: taken?.path ?? [] };
}

const namesIn = (segments: readonly Segment[]): readonly string[] =>
  segments.flatMap((one) => (one.kind === 'literal' && !isPrefix(one.text) ? [camelCase(wordsOf(one.text))] : []));

/** The one record of a path; undefined where it is none, or nothing changes it. */
function singleOf(reading: Reading, node: Node, kinds: Kinds): Draft | undefined {
  const last = node.segments.at(-1);
  const hasVerb = node.operations.some(({ path }) => path.hasVerb);
  if (last?.kind !== 'literal' || isPrefix(last.text) || hasVerb) return undefined;
  const words = wordsOf(last.text);
  const nouns = [words.join(' '), words.at(-1) ?? ''];
  // What is posted to a collection with items is one of them.
  const isPosted = kinds.byCollection.get(node.key)?.item === undefined;
  const changes = node.operations.filter(
    ({ operation: { method } }) => method === 'PUT' || method === 'PATCH' || (method === 'POST' && isPosted),
  );
  for (const get of withMethod(node, 'GET')) {
    const record = recordOf(reading, get, nouns)?.shape;
    // Where items lie below, a list is no record, though it may be written at the same path: `PUT /Invoices` of Xero.
    if (reading.nodes.has(`${node.key}/{}`) && listIn(reading, get, nouns) !== undefined) continue;
    if (record === undefined || !changes.some(({ operation }) => changeOf(reading, operation, { record, nouns })))
      continue;
    const { key, segments } = node;
    const names = namesIn(segments);
    const none = { collection: undefined, item: undefined, element: undefined, id: undefined, idParameter: undefined };
    return { ...none, key, segments, nouns, one: names.slice(-1), many: [names.join('.')], record, isSingle: true };
  }
  return undefined;
}

/** Whether a list at the path of one record is read and replaced as a whole, as rules of a firewall are: it is that record then. */
export const isWhole = (draft: Draft, node: Node): boolean =>
  draft.collection === node && draft.item === undefined && withMethod(node, 'POST').length === 0;

/** The records of which there is one, and the kinds with them: those that are called alike, and are alike, are one. */
export function withSingles(reading: Reading, kinds: Kinds): { readonly kinds: Kinds; readonly singles: Singles } {
  const names = new Map(kinds.names);
  const taken = new Map<string, Draft>(Array.from(names, ([draft, name]) => [name, draft]));
  const singles = new Map<Node, Draft>();
  for (const node of reading.nodes.values()) {
    const single = singleOf(reading, node, kinds);
    if (single === undefined) continue;
    const [own = ''] = single.many;
    let name = own;
    const isOther = (draft: Draft | undefined): boolean =>
      draft !== undefined && !(draft.isSingle === true ? isAlike(draft.record, single.record) : isWhole(draft, node));
    for (let number = 2; isOther(taken.get(name)); number += 1) name = `${own}${number}`;
    const before = taken.get(name);
    const draft = before?.isSingle === true ? before : single;
    taken.set(name, draft);
    names.set(draft, name);
    singles.set(node, draft);
  }
  return { kinds: { ...kinds, names, drafts: [...kinds.drafts, ...new Set(singles.values())] }, singles };
}

/** What an operation on the path of the one record does; undefined where it does something else. */
export function singleRole(reading: Reading, kinds: Kinds, draft: Draft, one: NodeOperation): Found | undefined {
  const { operation, path } = one;
  const { method } = operation;
  if (method === 'DELETE') return undefined;
  const at = { scope: parametersOf(path.segments), id: undefined, bound: [] };
  const about = { resource: nameOf(kinds, draft), at };
  if (method !== 'GET') {
    const change = changeOf(reading, operation, draft);
    return change && { kind: method === 'PUT' ? 'replace' : 'merge', ...about, ...change };
  }
  const record = recordOf(reading, operation, draft.nouns);
  return record && isAlike(record.shape, draft.record) ? { kind: 'get', ...about, wrap: record.path } : undefined;
}
