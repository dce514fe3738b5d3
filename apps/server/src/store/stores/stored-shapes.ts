/** The shapes of the records that a database holds: records of another release, of a changed domain or file are made to fit, or refused. */
import { sha256 } from '#platform/hash';
import { z } from 'zod';
import { addIssues, FaultList, pointer } from '../../kit/faults.js';
import { textOf, valueOf } from '../model/size.js';
import { REMOVED } from '../model/stored-record.js';
import type { KeptCollection } from './dataset-spec.js';
import { lineOf, StoreRefused } from './refused.js';

/** A record as a database holds it. */
export interface HeldRecord {
  readonly sandbox: string;
  readonly id: string;
  /** JSON. */
  readonly value: string;
}

type Shapes = Readonly<Record<string, string>>;

const computed = new WeakMap<z.ZodType, string>();

/** The shape that follows from a schema: another text once the schema has changed. */
function shapeBy(schema: z.ZodType): string {
  let shape = computed.get(schema);
  if (shape === undefined) {
    // What is kept is read, so that its defaults count; what JSON Schema cannot say is no part of the shape.
    const text = JSON.stringify(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }));
    shape = sha256(text).slice(0, 12);
    computed.set(schema, shape);
  }
  return shape;
}

/** Stands before the fingerprint of seeded records; no hash has it. */
const BEFORE_FINGERPRINT = ':';

/** The shape of a collection's records: another text once its schema, or what is seeded by a file, has changed. */
function shapeOf({ schema, fingerprint }: KeptCollection): string | undefined {
  if (schema === undefined) return undefined;
  const shape = shapeBy(schema);
  return fingerprint === undefined ? shape : `${shape}${BEFORE_FINGERPRINT}${fingerprint()}`;
}

function readShapes(text: string): Shapes {
  return JSON.parse(text) as Shapes;
}

/** The shapes that a database then has: those of this server, and of the domains that it does not have. */
export function shapesText(collections: readonly KeptCollection[], held = '{}'): string {
  const own = collections.flatMap((collection) => {
    const shape = shapeOf(collection);
    return shape === undefined ? [] : [[collection.name, shape] as const];
  });
  const all = { ...readShapes(held), ...Object.fromEntries(own) };
  return JSON.stringify(Object.fromEntries(Object.entries(all).toSorted(([a], [b]) => (a < b ? -1 : 1))));
}

/** The collections whose records may have another shape than this server gives them. */
export function reshaped(collections: readonly KeptCollection[], held: string): KeptCollection[] {
  const shapes = readShapes(held);
  return collections.filter((collection) => {
    const shape = shapeOf(collection);
    return shape !== undefined && shapes[collection.name] !== shape;
  });
}

/** Names of the collections whose seeded records are others than those that a database was made for. */
export function exchanged(collections: readonly KeptCollection[], held: string): string[] {
  const shapes = readShapes(held);
  return collections.flatMap(({ name, fingerprint }) => {
    const shape = shapes[name];
    if (fingerprint === undefined || shape === undefined) return [];
    return shape.split(BEFORE_FINGERPRINT)[1] === fingerprint() ? [] : [name];
  });
}

/** Whether a server that knows the shapes a database had would write records of another shape. */
export function isOtherShape(held: string, text: string): boolean {
  const shapes = readShapes(text);
  return Object.entries(readShapes(held)).some(([name, shape]) => shapes[name] !== shape);
}

function refuse({ name, migrate }: KeptCollection, { sandbox, id }: HeldRecord, why: string): never {
  const help = migrate === undefined ? 'have its domain migrate it' : 'mend its migration';
  throw new StoreRefused(
    'store',
    `the record ${JSON.stringify(id)} of ${name} that it holds in the sandbox ${JSON.stringify(sandbox)} does not fit any more: ${why}; ${help}, or use another database`,
  );
}

function faultIn(error: z.core.$ZodError, input: unknown): string {
  const faults = new FaultList();
  addIssues(faults, error, { input, locate: (path) => ({ pointer: pointer(path) }) });
  const { errors = [] } = faults.toProblem().details;
  return errors.map(({ pointer: member = '#', detail }) => `${member} ${detail}`).join(', ');
}

/** What the domain makes of a record of another shape. */
function migrated(collection: KeptCollection, record: HeldRecord, value: unknown): unknown {
  try {
    // It is handed a copy: one that it has changed by half is said as it was.
    return collection.migrate?.(structuredClone(value));
  } catch (error) {
    return refuse(collection, record, `its migration fails (${lineOf(error)})`);
  }
}

/**
 * The value that a record must have to fit its collection; undefined where it has it.
 *
 * @throws {@link StoreRefused} naming the record and its member, where neither its schema nor its domain make it fit
 */
export function fitting(collection: KeptCollection, record: HeldRecord): string | undefined {
  const { schema, migrate } = collection;
  const value = valueOf(record.value);
  if (value === REMOVED || schema === undefined) return undefined;
  let read = schema.safeParse(value);
  if (!read.success && migrate !== undefined) {
    const made = migrated(collection, record, value);
    read = schema.safeParse(made);
    if (!read.success) refuse(collection, record, `once migrated, ${faultIn(read.error, made)}`);
  }
  if (!read.success) return refuse(collection, record, faultIn(read.error, value));
  if (read.data.id !== record.id) refuse(collection, record, 'its migration gives it another id');
  // What its schema does not know stays with it: another release may.
  const known =
    typeof value === 'object' && value !== null && migrate === undefined ? { ...value, ...read.data } : read.data;
  const text = textOf(known);
  return text === record.value ? undefined : text;
}
