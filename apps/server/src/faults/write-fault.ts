/** Writes faults as text: the one canonical form of each, in which what is the default is left out. */
import type { Fault } from '@understudy/contract/sandboxes';
import { type BareItem, type Item, serializeList, Token } from 'structured-headers';
import { z } from 'zod';
import { definitions } from './definitions.js';

/** A token (RFC 9651 §3.3.4). */
const TOKEN = /^[A-Za-z*][\w!#$%&'*+.^`|~:/-]*$/;

function itemOf(value: unknown): BareItem {
  if (typeof value === 'number') return value;
  const text = String(value);
  return TOKEN.test(text) ? new Token(text) : text;
}

function isDefault(schema: z.ZodType, value: unknown): boolean {
  return schema instanceof z.ZodDefault && schema.def.defaultValue === value;
}

/** A fault to be written, and how often it strikes at most where it was said in a query or header. */
export interface Counted {
  readonly fault: Fault;
  readonly times?: number | null;
}

function faultItem({ fault, times = null }: Counted): Item {
  const values = new Map<string, unknown>(Object.entries(fault));
  const parameters = new Map<string, BareItem>();
  for (const [name, schema] of definitions.get(fault.fault) ?? []) {
    const value = values.get(name);
    if (value !== undefined && !isDefault(schema, value)) parameters.set(name, itemOf(value));
  }
  if (times !== null) parameters.set('times', times);
  return [new Token(fault.fault), parameters];
}

/** One fault as a Structured Field item, such as `rate_limit;retry_after=30`. */
export function writeFault(fault: Fault): string {
  return serializeList([faultItem({ fault })]);
}

/** Faults as a Structured Field list. */
export function writeFaults(faults: readonly Fault[]): string {
  return serializeList(faults.map((fault) => faultItem({ fault })));
}

/** A fault of a query or header, with how often it strikes. */
export function writeCounted(counted: Counted): string {
  return serializeList([faultItem(counted)]);
}
