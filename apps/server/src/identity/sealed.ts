/** Values that travel through a browser and come back: signed by the sandbox, readable by anyone, changed by no one. */
import { bytesOf, fromBase64, textOf, toBase64url } from '#platform/bytes';
import { timingSafeEqual } from '#platform/hash';
import type { z } from 'zod';
import type { Records } from '../kit/records.js';
import { secretValue } from './grants.js';

/** What a sealed value is for: one kind is never taken for another, nor one sandbox's for another's. */
export interface Seal {
  readonly purpose: 'code' | 'session' | 'choice';
  readonly sandbox: string;
}

function macOf(records: Records, body: string, { purpose, sandbox }: Seal): string {
  return secretValue(records, ['sealed', purpose, sandbox, body]);
}

/** Seals a value. */
export function seal(records: Records, value: object, kind: Seal): string {
  const body = toBase64url(bytesOf(JSON.stringify(value)));
  return `${body}.${macOf(records, body, kind)}`;
}

/** Opens a sealed value; undefined where it was changed, or is of another kind or shape. */
export function unseal<Value>(
  records: Records,
  text: string,
  { kind, schema }: { kind: Seal; schema: z.ZodType<Value> },
): Value | undefined {
  const [body = '', mac = '', ...rest] = text.split('.');
  // A sealed value has one spelling: a used code with something added would pass for a new one.
  if (rest.length > 0) return undefined;
  const [right, given] = [bytesOf(macOf(records, body, kind)), bytesOf(mac)];
  if (right.length !== given.length || !timingSafeEqual(right, given)) return undefined;
  // Whoever knows the seed can seal what we would not.
  return schema.safeParse(jsonOf(textOf(fromBase64(body)))).data;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
