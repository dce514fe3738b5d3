/** Does the faults of the data to an answer in JSON, by the schema of its operation. */
import type { Operation } from '@understudy/contract/kit';
import { dataFaults } from '@understudy/contract/sandboxes';
import { z } from 'zod';
import type { Call } from '../call/call.js';
import type { Plan } from '../call/plan.js';
import { alterData, type DataFault } from '../faults/content/data.js';
import type { ContentEffect } from '../faults/outcome.js';
import type { Described } from '../kit/handler.js';
import { hashText, Random } from '../kit/random.js';
import type { Answer } from './answer.js';
import { requestViewOf } from './evaluate-faults.js';
import type { Exchange } from './exchange.js';

const names: ReadonlySet<string> = new Set(dataFaults.map(({ shape }) => shape.fault.value));

const isDataFault = (fault: ContentEffect['fault']): fault is DataFault => names.has(fault.fault);

const known = new WeakMap<z.ZodType, Described>();

/** The schema of a zod schema's output, made once. */
function describedBy(type: z.ZodType): Described {
  const there = known.get(type);
  if (there !== undefined) return there;
  const schema = z.toJSONSchema(type, { io: 'output', unrepresentable: 'any' });
  const resolve = (node: unknown): unknown => {
    const { $ref } = Object(node) as { readonly $ref?: unknown };
    if (typeof $ref !== 'string') return node;
    const path = $ref.split('/').slice(1);
    return path.reduce((at: unknown, name) => (Object(at) as Readonly<Record<string, unknown>>)[name], schema);
  };
  const described = { schema, resolve };
  known.set(type, described);
  return described;
}

/** What of an output is answered without its envelope: its records, or the one that was written. */
function bareOf({ schema, resolve }: Described, isOne: boolean): Described {
  const { data: records } = (Object(Object(schema).properties) ?? {}) as {
    readonly data?: { readonly items?: unknown };
  };
  return { schema: isOne ? (records?.items ?? records) : records, resolve };
}

/** A call whose answer is to be altered. */
export type AlteredCall = Pick<Call, 'met' | 'altered'> & { readonly exchange: Exchange };

/** Does the faults of the data that a call meets to a value; undefined where they have nothing to do. */
export function alteredJson(
  value: unknown,
  { met, altered, exchange }: AlteredCall,
  described: Described,
): string | undefined {
  const effects = met?.content?.filter(({ fault }) => isDataFault(fault)) ?? [];
  if (effects.length === 0) return undefined;
  const request = requestViewOf(exchange, { operation: exchange.operation, hasPath: true }).url();
  const faults = effects.flatMap((effect) => {
    const { fault, by } = effect;
    const random = new Random(hashText(`${exchange.sandbox.config.seed}\n${by.fault}`), hashText(request));
    return isDataFault(fault) ? [{ effect, fault, random }] : [];
  });
  const { text, applied } = alterData(value, described, faults);
  for (const { by } of applied) altered.add(by);
  return applied.length === 0 ? undefined : text;
}

/** The schema of what an operation answers. */
export const schemaOf = ({ output }: Pick<Operation, 'output'>): Described => describedBy(output);

const JSON_TEXT = /^(?:application\/(?:[^;]+\+)?json|text\/json)\s*(?:;|$)/i;

/** Does them to an answer, where that is JSON. */
export function alterAnswer(
  answer: Answer,
  { call, exchange }: { readonly call: Pick<Call, 'met' | 'altered'>; readonly exchange: Exchange },
  { operation, answerSchema }: Pick<Plan, 'operation' | 'answerSchema'>,
): Answer {
  const { body, type, status } = answer;
  if (typeof body !== 'string' || !JSON_TEXT.test(type)) return answer;
  const { meta, answers } = operation;
  const nothing: Described = { schema: true, resolve: (node) => node };
  const own = meta.raw === undefined ? schemaOf(operation) : (answerSchema?.({ status, type }) ?? nothing);
  const value: unknown = JSON.parse(body);
  const described = meta.bare ? bareOf(own, answers === 'written' && !Array.isArray(value)) : own;
  const text = alteredJson(value, { met: call.met, altered: call.altered, exchange }, described);
  return text === undefined ? answer : { ...answer, body: text };
}
