/** Holds what a handler answers and writes against what was declared, before any of it is stored. */
import type { Operation } from '@understudy/contract/kit';
import type { z } from 'zod';
// Not by way of `z`: a bundle for a page would have all of zod then.
import { $ZodAsyncError } from 'zod/v4/core';
import { isBound } from '../kit/bind-collection.js';
import type { Write } from '../kit/write.js';

/** A fault of a handler: what it answers or writes is not what was declared. It is answered as `internal`, and logged. */
class NotAsDeclared extends Error {
  override readonly name = 'NotAsDeclared';
}

/** What a schema finds wrong with a value. */
interface Refused {
  readonly error?: { readonly issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[] };
}

function firstIssue({ error }: Refused): string | undefined {
  const [issue] = error?.issues ?? [];
  if (issue === undefined) return undefined;
  const member = issue.path.map(String).join('.');
  return `${member === '' ? 'as a whole' : `at ${member}`}: ${issue.message}`;
}

/** What a schema says of a value: at once where it can, which takes half the time. */
function parsed(schema: z.ZodType, value: unknown): Refused | Promise<Refused> {
  try {
    return schema.safeParse(value) as Refused;
  } catch (error) {
    // A domain that somebody brought may ask something else in its checks.
    if (error instanceof $ZodAsyncError) return schema.safeParseAsync(value) as Promise<Refused>;
    throw error;
  }
}

/** Refuses an answer that the schema of its operation refuses: nothing is written then. */
export async function checkAnswer({ name, output }: Operation, answer: unknown): Promise<void> {
  const fault = firstIssue(await parsed(output, answer));
  if (fault !== undefined) throw new NotAsDeclared(`${name} answers what its output does not allow, ${fault}`);
}

/** Refuses records that their collection would not take back, of domains that somebody brought. */
export function checkWrites({ name }: Operation, writes: readonly Write[]): void {
  for (const write of writes) {
    if (!('record' in write) || !isBound(write.collection)) continue;
    const fault = firstIssue(write.collection.schema.safeParse(write.record) as Refused);
    if (fault === undefined) continue;
    throw new NotAsDeclared(`${name} puts a record that ${write.collection.name} does not allow, ${fault}`);
  }
}
