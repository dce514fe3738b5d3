/** Applies a JSON patch (RFC 6902) to a record; loaded when the first one comes. */
import { type Operation, applyPatch } from 'rfc6902';
import { badRequest } from '../../kit/problem-error.js';
import type { JsonObject, Json } from '../model.js';
import { isObject } from '../schema.js';
import type { Patch } from './respond.js';

/** Operations of a JSON patch, and the members that they need beside. */
const NEEDS: Readonly<Record<string, readonly string[]>> = {
  add: ['value'],
  remove: [],
  replace: ['value'],
  move: ['from'],
  copy: ['from'],
  test: ['value'],
};

/** What is wrong with a step that cannot be applied. */
function faultOf(step: JsonObject, error: Error): string {
  const { op, path, from } = step;
  const needs = Object.hasOwn(NEEDS, String(op)) ? NEEDS[String(op)] : undefined;
  if (needs === undefined) return `has the op ${JSON.stringify(String(op).slice(0, 40))}, which is none`;
  const lacks = needs.find((name) => !Object.hasOwn(step, name));
  if (lacks !== undefined) return `has no ${lacks}, which ${String(op)} needs`;
  if (error.name === 'TestError') return `tests ${String(path)} for a value that it has not`;
  return `names a place that is not there: ${String(op)} ${[from, path].filter((one) => one !== undefined).join(' ')}`;
}

/** Applies one step in place; gives what is wrong with it. */
function apply(holder: object, step: JsonObject): Error | null | undefined {
  try {
    // What it lacks is told by the error.
    return applyPatch(holder, [step as unknown as Operation])[0];
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

/** What a JSON patch makes of a record. */
export function patchOf(steps: readonly JsonObject[]): Patch {
  // The record is a member, so that an empty pointer leads to something that can be replaced.
  const below = (name: string, pointer: Json | undefined) =>
    // What is no pointer is left to be refused.
    typeof pointer === 'string' && /^(?:\/|$)/.test(pointer) ? { [name]: `/record${pointer}` } : {};
  return (record) => {
    const holder = { record: structuredClone(record) as Json };
    for (const [index, step] of steps.entries()) {
      const error = apply(holder, { ...step, ...below('path', step['path']), ...below('from', step['from']) });
      if (!error) continue;
      throw badRequest([{ pointer: `#/${index}`, code: 'invalid_value', detail: faultOf(step, error) }]);
    }
    if (isObject(holder.record)) return holder.record;
    throw badRequest([{ pointer: '#', code: 'invalid_value', detail: 'leaves no object of the record' }]);
  };
}
