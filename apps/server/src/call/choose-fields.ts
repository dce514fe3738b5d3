/** Leaves out of an answer what the caller does not want to see of its records. */
import { TRPCError } from '@trpc/server';
import { type FieldsControl, type Operation, Validated } from '@understudy/contract/kit';

type Members = Readonly<Record<string, unknown>>;

/** A record with some of its members: those named and its id, in their own order. */
function chosen(record: Members, names: ReadonlySet<string>): Members {
  return Object.fromEntries(Object.entries(record).filter(([name]) => name === 'id' || names.has(name)));
}

/**
 * The answer with the members that `fields` names, where it names any. What the schema of the answer lets be left out must
 * be there before, so an answer that has gaps of its own is a fault of its handler.
 */
export function chooseFields({ meta, whole }: Operation, input: unknown, answer: unknown): unknown {
  if (!meta.fields) return answer;
  const { data: complete, error } = whole.safeParse(answer);
  if (error !== undefined) {
    throw new TRPCError({ code: 'INTERNAL_SERVER_ERROR', message: 'Output validation failed', cause: error });
  }
  // An operation with fields has the parameter, and answers a list or a record in an envelope.
  const { fields } = input as FieldsControl;
  const envelope = complete as { readonly data: Members | readonly Members[] };
  if (fields === undefined) return new Validated(envelope);
  const names = new Set(fields.split(','));
  const { data } = envelope;
  return { ...envelope, data: isList(data) ? data.map((one) => chosen(one, names)) : chosen(data, names) };
}

function isList(data: Members | readonly Members[]): data is readonly Members[] {
  return Array.isArray(data);
}
