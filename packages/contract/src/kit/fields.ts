/** The parameter that chooses which members of records are shown, and what is then answered. */
import { z } from 'zod';

/** Some members of a record. */
type Part<Item> = { [Name in keyof Item]?: Item[Name] | undefined };

/** A record, as far as it is shown: always with its id. */
type Shown<Item> = Item extends { readonly id: infer Id } ? Part<Omit<Item, 'id'>> & { id: Id } : Part<Item>;

/** An answer of which `fields` may have left members out. */
export type ShownAnswer<Answer> = Answer extends { data: (infer Item)[] }
  ? Omit<Answer, 'data'> & { data: Shown<Item>[] }
  : Answer extends { data: infer Item }
    ? Omit<Answer, 'data'> & { data: Shown<Item> }
    : Answer;

/** The schema of one record in an envelope, or of each of a list; undefined where there is none. */
function recordIn(output: z.ZodType): z.ZodType | undefined {
  const data: unknown = output instanceof z.ZodObject ? output.shape['data'] : undefined;
  const record: unknown = data instanceof z.ZodArray ? data.element : data;
  return record instanceof z.ZodType ? record : undefined;
}

/** The objects that a record can be. */
function objectsIn(record: z.ZodType | undefined): readonly z.ZodObject[] {
  if (record instanceof z.ZodObject) return [record];
  const options: readonly unknown[] = record instanceof z.ZodUnion ? record.options : [];
  return options.flatMap((option) => (option instanceof z.ZodType ? objectsIn(option) : []));
}

/** Whether records may have members that their schema does not name. */
function isOpen({ def: { catchall } }: z.ZodObject): boolean {
  return catchall !== undefined && !(catchall instanceof z.ZodNever);
}

/**
 * The schema of `fields`: a comma-separated list of members that the records of an answer have.
 *
 * @throws TypeError where the answer has no records with members
 */
export function fieldsInput(output: z.ZodType) {
  const objects = objectsIn(recordIn(output));
  if (objects.length === 0) throw new TypeError('fields needs an answer whose records are objects');
  const names = [...new Set(objects.flatMap((object) => Object.keys(object.shape)))];
  const known = new Set(names);
  const isKnown = (name: string) => known.has(name) || (name !== '' && objects.some(isOpen));
  const error = `must be a comma-separated list of ${names.join(', ')}`;
  return z
    .string()
    .check(({ value, issues }) => {
      if (value.split(',').every(isKnown)) return;
      issues.push({ code: 'invalid_format', format: 'fields', message: error, input: value, continue: true });
    })
    .optional()
    .meta({
      description: `The members to show, a comma-separated list; \`id\` is always shown. Left out: all. Members: ${names.map((name) => `\`${name}\``).join(', ')}.`,
      examples: [names.slice(0, 2).join(',')],
    });
}

/** The schema of `fields`. */
export type FieldsInput = ReturnType<typeof fieldsInput>;

/** What an input holds where its operation declares `fields`. */
export interface FieldsControl {
  /** Members to show, such as `id,title`; undefined: all. */
  readonly fields?: string | undefined;
}

/** What a member is without the value that stands in for it where it is missing: one that is not shown stays away. */
function withoutDefault(member: z.core.$ZodType): z.core.$ZodType {
  const stands = member instanceof z.ZodDefault || member instanceof z.ZodPrefault || member instanceof z.ZodCatch;
  return stands ? withoutDefault(member.unwrap()) : member;
}

/** One schema for each record, so that the operations that answer it name the same component. */
const parts = new WeakMap<z.ZodType, z.ZodType>();

function makePart(record: z.ZodType): z.ZodType {
  if (record instanceof z.ZodUnion) {
    const [first, ...others] = objectsIn(record).map(partOf);
    return first === undefined ? record : z.union([first, ...others]);
  }
  if (!(record instanceof z.ZodObject)) return record;
  const members = Object.entries(record.shape).map(([name, member]) => [
    name,
    name === 'id' ? member : z.optional(withoutDefault(member)),
  ]);
  const bare = z.object(Object.fromEntries(members) as z.ZodRawShape);
  const { catchall } = record.def;
  const part = catchall === undefined ? bare : bare.catchall(catchall);
  const { id, description = '' } = record.meta() ?? {};
  return id === undefined
    ? part
    : part.meta({ id: `${id}Part`, description: `${description} With \`fields\`, only the members that it names.` });
}

/** The schema of a record of which any member but its id may be left out. */
function partOf(record: z.ZodType): z.ZodType {
  const cached = parts.get(record);
  if (cached !== undefined) return cached;
  const part = makePart(record);
  parts.set(record, part);
  return part;
}

/** The schema of an answer of which `fields` may have left members out. */
export function shownOutput(output: z.ZodType): z.ZodType {
  const record = recordIn(output);
  if (!(output instanceof z.ZodObject) || record === undefined) return output;
  const whole = output.shape['data'] as z.ZodType;
  const data = whole instanceof z.ZodArray ? z.array(partOf(record)) : partOf(record);
  const { description } = whole.meta() ?? {};
  return output.extend({ data: description === undefined ? data : data.meta({ description }) });
}
