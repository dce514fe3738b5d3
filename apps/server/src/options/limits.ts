/** Options about how much the server takes and keeps. */
import { option } from './option.js';
import { bytes, duration, whole } from './parse.js';

/** Options about how much the server takes and keeps. */
export const limitsOptions = {
  maxBody: option<number>({
    flag: 'max-body',
    variable: 'UNDERSTUDY_MAX_BODY',
    placeholder: 'SIZE',
    help: 'Largest request body.',
    fallback: 100_000,
    shown: '100kB',
    read: bytes(1, 100_000_000),
  }),
  maxRecords: option<number>({
    flag: 'max-records',
    variable: 'UNDERSTUDY_MAX_RECORDS',
    placeholder: 'NUMBER',
    help: 'Changed or created records that one sandbox may hold.',
    fallback: 10_000,
    read: whole(1, 10_000_000),
  }),
  maxRegistrations: option<number>({
    flag: 'max-registrations',
    variable: 'UNDERSTUDY_MAX_REGISTRATIONS',
    placeholder: 'NUMBER',
    help: 'Webhook registrations that one sandbox may hold; each event costs a signature for each.',
    fallback: 100,
    read: whole(1, 10_000),
  }),
  maxSandboxes: option<number>({
    flag: 'max-sandboxes',
    variable: 'UNDERSTUDY_MAX_SANDBOXES',
    placeholder: 'NUMBER',
    help: 'Sandboxes held at once.',
    fallback: 1000,
    read: whole(1, 1_000_000),
  }),
  sandboxTtl: option<number | null>({
    flag: 'sandbox-ttl',
    variable: 'UNDERSTUDY_SANDBOX_TTL',
    placeholder: 'TIME',
    help: 'Idle time after which the memory store forgets a sandbox, or never.',
    fallback: 3600,
    shown: '1h',
    read: duration(1, 31_536_000),
  }),
  maxSnapshot: option<number>({
    flag: 'max-snapshot',
    variable: 'UNDERSTUDY_MAX_SNAPSHOT',
    placeholder: 'SIZE',
    help: 'Largest snapshot that can be restored.',
    fallback: 10_000_000,
    shown: '10MB',
    read: bytes(1, 1_000_000_000),
  }),
  maxJournal: option<number>({
    flag: 'max-journal',
    variable: 'UNDERSTUDY_MAX_JOURNAL',
    placeholder: 'NUMBER',
    help: 'Requests that the journal of one sandbox remembers.',
    fallback: 200,
    read: whole(0, 100_000),
  }),
  maxJournalBytes: option<number>({
    flag: 'max-journal-bytes',
    variable: 'UNDERSTUDY_MAX_JOURNAL_BYTES',
    placeholder: 'SIZE',
    help: 'Memory that the journal of one sandbox takes; the oldest requests make room.',
    fallback: 1_000_000,
    shown: '1MB',
    read: bytes(0, 1_000_000_000),
  }),
  maxTotalJournalBytes: option<number>({
    flag: 'max-total-journal-bytes',
    variable: 'UNDERSTUDY_MAX_TOTAL_JOURNAL_BYTES',
    placeholder: 'SIZE',
    help: 'Memory that all journals of a process take; the largest make room.',
    fallback: 64_000_000,
    shown: '64MB',
    read: bytes(0, 10_000_000_000),
  }),
};
