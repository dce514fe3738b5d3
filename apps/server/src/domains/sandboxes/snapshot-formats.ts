/** Brings the records of a snapshot from the format it has to the present one. */
import { type Snapshot, SNAPSHOT_FORMAT } from '@understudy/contract/sandboxes';
import { eventsApart } from '../../webhooks/events-apart.js';

type Records = Snapshot['records'];

/** Each entry leads from one format to the next, beginning with 1. */
const STEPS: readonly ((records: Records) => Records)[] = [eventsApart];

/** The records in the present format. */
export function presentRecords({ format, records }: Pick<Snapshot, 'format' | 'records'>): Records {
  return STEPS.slice(format - 1, SNAPSHOT_FORMAT - 1).reduce((before, step) => step(before), records);
}
