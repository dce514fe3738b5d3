/** Makes a collection of what its author says of it: what a record is, how many are seeded, and what is in each. */
import { checkMembers, DeclarationError } from '@understudy/contract/kit';
import { z } from 'zod';
import type { Collection, DueEvent, Transition, VersionedCollection } from './collection.js';
import { seededId } from './random.js';
import type { Identified } from './records.js';
import { type SeedTools, seedTools } from './seed-tools.js';

/** Whether records have versions: `true`, or nothing. */
export type Versions = true | undefined;

/** What a seed gives: the record without its id and version; what the schema puts in by itself can be left out. */
export type Seeded<Schema extends z.ZodObject, Versioned extends Versions = undefined> = Omit<
  z.input<Schema>,
  Versioned extends true ? 'id' | 'version' : 'id'
>;

/** The schema of a record, which has an id. */
export type RecordSchema = z.ZodObject<{ readonly id: z.ZodType<string, string> }>;

/** What an author says of a kind of record. */
export interface CollectionParts<Schema extends RecordSchema, Versioned extends Versions = undefined> {
  /** Name of the collection: `--size notes=10000` sizes it. */
  readonly name: string;
  /** Prefix of the ids, without the underscore: `note` for `note_0001`. */
  readonly prefix: string;
  /** What one record is called in messages, such as `note`; `record` where left out. */
  readonly noun?: string;
  /** How many records are seeded when nobody asks for another number. */
  readonly size: number;
  /** What a record is. */
  readonly schema: Schema;
  /** True where its records have an integer member `version`: a seeded one has 1, and each write that changes it counts on. */
  readonly versioned?: Versioned;
  /** What the clock makes of a record next: see {@link Collection}. */
  readonly transition?: (record: z.output<Schema>) => Transition<z.output<Schema>> | undefined;
  /** What webhooks are told of that the clock brings: see {@link Collection}. */
  readonly due?: (record: z.output<Schema>) => readonly DueEvent[];
  /** What those events show of a record: see {@link Collection}. */
  readonly shows?: (record: z.output<Schema>) => object;
  /** Makes the record at an index, without its id. Whatever is random in it comes from the tools. */
  readonly seed: (tools: SeedTools) => Seeded<Schema, Versioned>;
}

const partNames: Readonly<Record<keyof CollectionParts<RecordSchema>, true>> = {
  name: true,
  prefix: true,
  noun: true,
  size: true,
  schema: true,
  versioned: true,
  transition: true,
  due: true,
  shows: true,
  seed: true,
};

/** What a schema puts in where a member is left out. */
function defaultsOf({ shape }: z.ZodObject): object {
  const members = Object.entries<z.ZodType>(shape as Readonly<Record<string, z.ZodType>>);
  return Object.fromEntries(
    members.flatMap(([name, member]) => (member instanceof z.ZodDefault ? [[name, member.def.defaultValue]] : [])),
  );
}

/** A collection whose type says whether its records have versions. */
export type CollectionOf<Item extends Identified, Versioned extends Versions> = Versioned extends true
  ? VersionedCollection<Item>
  : Collection<Item>;

/** The version that seeded records begin with. */
function startOf({ name, schema, versioned }: CollectionParts<RecordSchema, Versions>): object {
  if (versioned === undefined) return {};
  const { version } = schema.shape as Readonly<Record<string, unknown>>;
  if (version instanceof z.ZodNumber) return { version: 1 };
  throw new DeclarationError(`the collection ${name} is versioned, but its schema has no integer member version`);
}

/**
 * Makes a collection. Any record can be had without making the others, so that a server with a million of them starts
 * at once, and record 7 is the same whatever the size.
 *
 * @example
 * ```ts
 * import { collection, z } from '@understudy/server/domain';
 *
 * const authors = collection({
 *   name: 'authors',
 *   prefix: 'author',
 *   size: 12,
 *   schema: z.object({ id: z.string(), name: z.string(), email: z.email() }),
 *   seed: ({ person }) => {
 *     const { name, email } = person();
 *     return { name, email };
 *   },
 * });
 *
 * export const notes = collection({
 *   name: 'notes',
 *   prefix: 'note',
 *   noun: 'note',
 *   size: 50,
 *   schema: z.object({
 *     id: z.string(),
 *     author_id: z.string(),
 *     title: z.string(),
 *     status: z.enum(['open', 'done']),
 *     created_at: z.iso.datetime(),
 *   }),
 *   seed: ({ one, words, pick, instant }) => ({
 *     author_id: one(authors),
 *     title: words(2, 5),
 *     status: pick(['open', 'done']),
 *     created_at: instant('2025'),
 *   }),
 * });
 * ```
 */
export function collection<Schema extends RecordSchema, Versioned extends Versions = undefined>(
  parts: CollectionParts<Schema, Versioned>,
): CollectionOf<z.output<Schema>, Versioned> {
  checkMembers(`the collection ${parts.name}`, parts, partNames);
  const { name, prefix, noun, size, schema, versioned, transition, due, shows, seed } = parts;
  const defaults = { ...defaultsOf(schema), ...startOf(parts) };
  const made: Collection<z.output<Schema>> = {
    name,
    prefix,
    ...(noun === undefined ? {} : { noun }),
    ...(versioned === undefined ? {} : { versioned }),
    ...(transition === undefined ? {} : { transition }),
    ...(due === undefined ? {} : { due }),
    ...(shows === undefined ? {} : { shows }),
    // What a schema gives is what its type says.
    schema: schema as z.ZodType as z.ZodType<z.output<Schema>>,
    defaultSize: size,
    // A server may serve it under another name and prefix, which it has there from then on.
    count: (dataset) => dataset.size(made.name),
    seeded: (dataset, index) => {
      const random = dataset.random(name, index);
      const members = seed(seedTools({ dataset, random, index }));
      // The type of the seed says that these are the members of a record; the start of a server checks some.
      return { id: seededId(made.prefix, index), ...defaults, ...members } as z.output<Schema>;
    },
  };
  // It has what the parts have.
  return made as CollectionOf<z.output<Schema>, Versioned>;
}
