/** Records of which there is one: `/me`, `/settings`, `/users/{id}/settings`; read by GET and changed at the same path. */
import type { ApiOperation, Schema } from '../model.js';
import { answerShape, bodyMediaOf, bodyShape } from './bodies.js';
import { listIn, type Reading } from './drafts.js';
import { isPrefix, type Node, type Segment, withMethod } from './paths.js';
import { camelCase, wordsOf } from './nouns.js';
import { findRecord, type FoundRecord } from './records.js';
import { isAlike, isListShape, isObjectShape, isUnknown, likeness } from './shapes.js';

export interface Single {
  readonly node: Node;
  readonly name: string;
  readonly noun: string;
  readonly record: FoundRecord;
  readonly schema: Schema;
}

/** What an operation does with the one record; the scope is found later. */
export interface SingleRole {
  readonly kind: 'single-get' | 'single-replace' | 'single-merge';
  readonly wrap: readonly string[];
  readonly bodyWrap: readonly string[];
}

const nounsOf = (noun: string): readonly string[] => [noun, wordsOf(noun).at(-1) ?? noun];

function recordOf({ shapes }: Reading, get: ApiOperation, noun: string): FoundRecord | undefined {
  const answer = answerShape(shapes, get);
  if (answer === undefined || isListShape(answer) || !isObjectShape(answer) || isUnknown(answer)) return undefined;
  const found = findRecord(shapes, answer, { nouns: nounsOf(noun) });
  return found !== undefined && found.shape.members.size > 0 ? found : undefined;
}

/** What a change of the one record does; undefined where it does something else. */
function changeOf(
  { shapes }: Reading,
  operation: ApiOperation,
  { record, noun }: Pick<Single, 'record' | 'noun'>,
): SingleRole | undefined {
  if (bodyMediaOf(operation) === undefined) return undefined;
  const expected = { nouns: nounsOf(noun), record: record.shape };
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

const CHANGES = ['PUT', 'PATCH'] as const;

function nameOf(segments: readonly Segment[]): string {
  const parts = segments.flatMap((segment) =>
    segment.kind === 'literal' && !isPrefix(segment.text) ? [camelCase(wordsOf(segment.text))] : [],
  );
  return parts.join('.');
}

/** The one record of a path; undefined where it is none, or nothing changes it. */
export function singleOf(reading: Reading, node: Node, { byPost }: { readonly byPost: boolean }): Single | undefined {
  const last = node.segments.at(-1);
  if (last?.kind !== 'literal' || isPrefix(last.text) || node.operations.some(({ path }) => path.hasVerb))
    return undefined;
  const noun = wordsOf(last.text).join(' ');
  for (const get of withMethod(node, 'GET')) {
    const record = recordOf(reading, get, noun);
    if (record === undefined) continue;
    // Where items lie below, a list is no record, though it may be written at the same path: `PUT /Invoices` of Xero.
    if (reading.nodes.has(`${node.key}/{}`) && listIn(reading, get, nounsOf(noun)) !== undefined) continue;
    const methods = byPost ? [...CHANGES, 'POST' as const] : CHANGES;
    const changes = methods.flatMap((method) => withMethod(node, method));
    if (!changes.some((operation) => changeOf(reading, operation, { record, noun }) !== undefined)) continue;
    return { node, name: nameOf(node.segments), noun, record, schema: record.shape.schema ?? true };
  }
  return undefined;
}

/** What an operation on the path of the one record does. */
export function singleRole(reading: Reading, operation: ApiOperation, single: Single): SingleRole | undefined {
  if (operation.method === 'DELETE') return undefined;
  if (operation.method !== 'GET') return changeOf(reading, operation, single);
  const record = recordOf(reading, operation, single.noun);
  const isSame = record !== undefined && isAlike(record.shape, single.record.shape);
  return isSame ? { kind: 'single-get', wrap: record.path, bodyWrap: [] } : undefined;
}
