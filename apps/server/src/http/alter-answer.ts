/** Does the faults of the data to an answer in JSON, by the schema of its operation. */
import type { Operation } from '@understudy/contract/kit';
import { dataFaults } from '@understudy/contract/sandboxes';
import { z } from 'zod';
import type { Call } from '../call/call.js';
import type { AlterTexts } from '../call/call.js';
import type { Plan, PlanResult } from '../call/pipeline.js';
import { alterData, type DataFault } from '../faults/content/data.js';
import type { ContentEffect } from '../faults/outcome.js';
import type { Described } from '../kit/handler.js';
import { hashText, Random } from '../kit/random.js';
import { type Answer, EVENTS_TYPE } from './answer.js';
import { requestViewOf } from './evaluate-faults.js';
import type { Exchange } from './exchange.js';

const names: ReadonlySet<string> = new Set(dataFaults.map(({ shape }) => shape.fault.value));

const isDataFault = (fault: ContentEffect['fault']): fault is DataFault => names.has(fault.fault);

const descriptions = new WeakMap<z.ZodType, Described>();

/** The schema of a zod schema's output, made once. */
function describedBy(type: z.ZodType): Described {
  const cached = descriptions.get(type);
  if (cached !== undefined) return cached;
  const schema = z.toJSONSchema(type, { io: 'output', unrepresentable: 'any' });
  const resolve = (node: unknown): unknown => {
    const { $ref } = Object(node) as { readonly $ref?: unknown };
    if (typeof $ref !== 'string') return node;
    const path = $ref.split('/').slice(1);
    return path.reduce((at: unknown, name) => (Object(at) as Readonly<Record<string, unknown>>)[name], schema);
  };
  const described = { schema, resolve };
  descriptions.set(type, described);
  return described;
}

/** What of an output is answered without its envelope: its records, or the one that was written. */
function bareOf({ schema, resolve }: Described, isOne: boolean): Described {
  const { data: records } = (Object(Object(schema).properties) ?? {}) as {
    readonly data?: { readonly items?: unknown };
  };
  return { schema: isOne ? (records?.items ?? records) : records, resolve };
}

/** What the events of a stream carry, whichever type they are of. */
function eventsOf({ schema, resolve }: Described): Described {
  const memberOf = (node: unknown, ...way: readonly string[]): unknown =>
    way.reduce((at, name) => (Object(resolve(at)) as Readonly<Record<string, unknown>>)[name], node);
  const event = memberOf(schema, 'properties', 'data', 'items');
  const types = memberOf(event, 'anyOf') as readonly unknown[] | undefined;
  return { schema: { anyOf: (types ?? [event]).map((type) => memberOf(type, 'properties', 'data')) }, resolve };
}

/** A call whose answer is to be altered. */
export type AlteredCall = Pick<Call, 'faultOutcome' | 'altered'> & { readonly exchange: Exchange };

/** Does the faults of the data to a value, which may be one of several of its answer; undefined where they have nothing to do. */
type AlterValue = (value: unknown, described: Described, nth?: number) => string | undefined;

/** Makes what does the faults of the data that a call meets; undefined where it meets none. */
function alteringFor({ faultOutcome, altered, exchange }: AlteredCall): AlterValue | undefined {
  const effects = (faultOutcome?.content ?? []).flatMap((effect) => {
    const { fault, by } = effect;
    return isDataFault(fault)
      ? [{ effect, fault, seed: hashText(`${exchange.sandbox.config.seed}\n${by.fault}`) }]
      : [];
  });
  if (effects.length === 0) return undefined;
  const request = requestViewOf(exchange, { operation: exchange.operation, hasPath: true }).url();
  return (value, described, nth) => {
    const of = hashText(nth === undefined ? request : `${request}\n${nth}`);
    const faults = effects.map(({ effect, fault, seed }) => ({ effect, fault, random: new Random(seed, of) }));
    const { text, applied } = alterData(value, described, faults);
    for (const { by } of applied) altered.add(by);
    return applied.length === 0 ? undefined : text;
  };
}

/** Does the faults of the data that a call meets to a value; undefined where they have nothing to do. */
export const alteredJson = (value: unknown, call: AlteredCall, described: Described): string | undefined =>
  alteringFor(call)?.(value, described);

/** What JSON stands behind in the lines of a sequence: the field of an event, or the mark of RFC 7464. */
const DATA = /^(data: ?|[^\s\w{["-]?)([{["\w-].*)$/gm;

/** Makes what does them to each value of a sequence, in their order: lines of JSON, or the data of events. */
function alteringLines(alter: AlterValue, described: Described, isOfEvents: boolean): AlterTexts {
  let count = 0;
  return (text) =>
    text.replaceAll(DATA, (line: string, head: string, json: string) => {
      if (isOfEvents !== head.startsWith('data')) return line;
      try {
        return head + (alter(JSON.parse(json), described, count++) ?? json);
      } catch {
        // What is no JSON, such as `[DONE]`, says what it says.
        return line;
      }
    });
}

/** The schema of what an operation answers. */
export const schemaOf = ({ output }: Pick<Operation, 'output'>): Described => describedBy(output);

/** Has faults of the data change what a stream, or lines of JSON, are to say. */
export function alterResult(
  result: PlanResult,
  { call, exchange }: { readonly call: Pick<Call, 'faultOutcome' | 'altered'>; readonly exchange: Exchange },
  { operation }: Pick<Plan, 'operation'>,
): PlanResult {
  const { stream, lines } = result.found;
  const isLines = lines?.controls.format === 'ndjson' && lines.text === undefined;
  if (stream === undefined && !isLines) return result;
  const alter = alteringFor({ faultOutcome: call.faultOutcome, altered: call.altered, exchange });
  if (alter === undefined) return result;
  // What they do is seen once it has been read, and by then the head has gone.
  for (const { fault, by } of call.faultOutcome?.content ?? []) if (isDataFault(fault)) call.altered.add(by);
  if (lines !== undefined) {
    const altered = alteringLines(alter, describedBy(lines.row), false);
    return { ...result, found: { ...result.found, lines: { ...lines, altered } } };
  }
  const altered = alteringLines(alter, eventsOf(schemaOf(operation)), true);
  return { ...result, found: { ...result.found, stream: stream && { ...stream, altered } } };
}

const JSON_TEXT = /^(?:application\/(?:[^;]+\+)?json|text\/json)\s*(?:;|$)/i;

/** Sequences of values: events, and lines of JSON. */
const SEQUENCE = /event-stream|ndjson|jsonl|json-seq/i;

/** Does them to an answer, where that is JSON, or a sequence of it. */
export function alterAnswer(
  answer: Answer,
  { call, exchange }: { readonly call: Pick<Call, 'faultOutcome' | 'altered'>; readonly exchange: Exchange },
  { operation, answerSchema }: Pick<Plan, 'operation' | 'answerSchema'>,
): Answer {
  const { body, type, status } = answer;
  const isSequence = SEQUENCE.test(type);
  if (typeof body !== 'string' || !(isSequence || JSON_TEXT.test(type))) return answer;
  const alter = alteringFor({ faultOutcome: call.faultOutcome, altered: call.altered, exchange });
  if (alter === undefined) return answer;
  const { meta, answers } = operation;
  const nothing: Described = { schema: true, resolve: (node) => node };
  const own = meta.raw === undefined ? schemaOf(operation) : (answerSchema?.({ status, type }) ?? nothing);
  if (isSequence) {
    const described = meta.raw === undefined ? eventsOf(own) : own;
    return { ...answer, body: alteringLines(alter, described, type.startsWith(EVENTS_TYPE))(body) };
  }
  const value: unknown = JSON.parse(body);
  const described = meta.bare ? bareOf(own, answers === 'written' && !Array.isArray(value)) : own;
  return { ...answer, body: alter(value, described) ?? body };
}
