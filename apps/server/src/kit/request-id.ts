/** Ids of requests: the client's own where it is well formed, else one that no other request has. */
import { randomText } from '#platform/hash';

const WELL_FORMED = /^[\w.:+/=-]{1,128}$/;

// Ids are operational, not data: they differ from run to run.
const prefix = `req_${randomText(6)}`;
let count = 0;

/** The id of a request; one that this process has given is a number, so that whoever keeps it keeps no text. */
export type RequestId = string | number;

/** Gives a request its id. */
export function requestId(own: string | null | undefined): RequestId {
  if (own !== null && own !== undefined && WELL_FORMED.test(own)) return own;
  count += 1;
  return count;
}

/** The id as it is shown. */
export function idText(id: RequestId): string {
  return typeof id === 'number' ? prefix + id.toString(36) : id;
}

/** The parts of an id that a process has given: what all of its ids begin with, and its number. */
export interface CountedId {
  readonly prefix: string;
  readonly count: number;
}

/** As many characters as each process has before its numbers. */
const PREFIX_LENGTH = prefix.length;

const COUNT = /^(?:0|[1-9a-z][\da-z]{0,8})$/;

/** The parts of an id; undefined of one that no process seems to have given. */
export function countedId(id: string): CountedId | undefined {
  const digits = id.slice(PREFIX_LENGTH);
  if (!id.startsWith('req_') || !COUNT.test(digits)) return undefined;
  return { prefix: id.slice(0, PREFIX_LENGTH), count: Number.parseInt(digits, 36) };
}

/** The id of such parts. */
export const idOf = ({ prefix: own, count: number }: CountedId): string => own + number.toString(36);

/** What the ids of this process begin with. */
export const ownPrefix = prefix;
