/** Records of which there is one: `/me`, `/settings`, `/users/{id}/settings`; read by GET and changed at the same path. */
import type { ApiOperation } from '../model.js';
import { answerShape, bodyMediaOf, bodyShape } from './bodies.js';
import { listIn, type Reading } from './drafts.js';
import { isPrefix, type Node, type Segment, withMethod } from './paths.js';
import { camelCase, wordsOf } from './nouns.js';
import { findRecord, type FoundRecord } from './records.js';
import { isAlike, isListShape, isObjectShape, isUnknown, likeness } from './shapes.js';

export interface Single {
  readonly node: Node;
  readonly name: string;
  readonly nouns: readonly string[];
  readonly record: FoundRecord;
}

/** What an operation does with the one record; the scope is found later. */
export interface SingleRole {
  readonly kind: 'single-get' | 'single-replace' | 'single-merge';
  readonly wrap: readonly string[];
  readonly bodyWrap: readonly string[];
}

function recordOf({ shapes }: Reading, get: ApiOperation, nouns: readonly string[]): FoundRecord | undefined {
  const answer = answerShape(shapes, get);
  const found = answer && isObjectShape(answer) && !isUnknown(answer) && findRecord(shapes, answer, { nouns });
  return found && found.shape.members.size > 0 ? found : undefined;
}

/** What a change of the one record does; undefined where it does something else. */
function changeOf(
  { shapes }: Reading,
  operation: ApiOperation,
  { record, nouns }: Pick<Single, 'record' | 'nouns'>,
): SingleRole | undefined {
  if (bodyMediaOf(operation) === undefined) return undefined;
  const expected = { nouns, record: record.shape };
  const body = bodyShape(shapes, operation);
  const answer = answerShape(shapes, operation);
  const taken = body && findRecord(shapes, body, expected);
  const shown = answer && findRecord(shapes, answer, expected);
  const isTaken = taken !== undefined && (likeness(taken.shape, record.shape) ?? 0) >= 0.5;
  const isShown = shown !== undefined && shown.shape.members.size > 0 && isAlike(shown.shape, record.shape);
  const isSure = operation.method === 'POST' ? isTaken && isShown : isTaken || isShown;
  if (!isSure || (body !== undefined && isListShape(body))) return undefined;
  const kind = operation.method === 'PUT' ? 'single-replace' : 'single-merge';
  return { kind, wrap: shown?.path ?? [], bodyWrap: taken?.path ?? [] };
}

const nameOf = (segments: readonly Segment[]): string =>
  segments
    .flatMap((one) => (one.kind === 'literal' && !isPrefix(one.text) ? [camelCase(wordsOf(one.text))] : []))
    .join('.');

/** The one record of a path; undefined where it is none, or nothing changes it. */
export function singleOf(reading: Reading, node: Node, { byPost }: { readonly byPost: boolean }): Single | undefined {
  const last = node.segments.at(-1);
  const hasVerb = node.operations.some(({ path }) => path.hasVerb);
  if (last?.kind !== 'literal' || isPrefix(last.text) || hasVerb) return undefined;
  const words = wordsOf(last.text);
  const nouns = [words.join(' '), words.at(-1) ?? ''];
  const methods = byPost ? (['PUT', 'PATCH', 'POST'] as const) : (['PUT', 'PATCH'] as const);
  const changes = methods.flatMap((method) => withMethod(node, method));
  for (const get of withMethod(node, 'GET')) {
    const record = recordOf(reading, get, nouns);
    // Where items lie below, a list is no record, though it may be written at the same path: `PUT /Invoices` of Xero.
    if (reading.nodes.has(`${node.key}/{}`) && listIn(reading, get, nouns) !== undefined) continue;
    if (record === undefined || !changes.some((one) => changeOf(reading, one, { record, nouns }) !== undefined))
      continue;
    return { node, name: nameOf(node.segments), nouns, record };
  }
  return undefined;
}

/** What an operation on the path of the one record does. */
export function singleRole(reading: Reading, operation: ApiOperation, single: Single): SingleRole | undefined {
  if (operation.method === 'DELETE') return undefined;
  if (operation.method !== 'GET') return changeOf(reading, operation, single);
  const record = recordOf(reading, operation, single.nouns);
  const isSame = record !== undefined && isAlike(record.shape, single.record.shape);
  return isSame ? { kind: 'single-get', wrap: record.path, bodyWrap: [] } : undefined;
}
