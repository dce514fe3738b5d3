/** Options that limit what the server accepts and keeps. */
import { bytes, duration, whole } from './parse.js';
import { configured, setting } from './setting.js';

/** Options that limit what the server accepts and keeps. */
export const limitsOptions = {
  ...configured('Limits', {
    maxBody: setting<number>({
      placeholder: 'SIZE',
      help: 'Largest request body.',
      fallback: 100_000,
      shown: '100kB',
      read: bytes(1, 100_000_000),
    }),
    maxRecords: setting<number>({
      placeholder: 'NUMBER',
      help: 'Changed and created records that one sandbox may hold.',
      fallback: 10_000,
      read: whole(1, 10_000_000),
    }),
    maxRegistrations: setting<number>({
      placeholder: 'NUMBER',
      help: 'Webhook registrations that one sandbox may hold.',
      fallback: 100,
      read: whole(1, 10_000),
    }),
    maxBytes: setting<number>({
      placeholder: 'SIZE',
      help: 'Size of the changed records of one sandbox, as JSON.',
      fallback: 32_000_000,
      shown: '32MB',
      read: bytes(1000, 1_000_000_000),
    }),
    maxTotalBytes: setting<number>({
      placeholder: 'SIZE',
      help: 'Size of the changed records of all sandboxes in a process, as JSON.',
      fallback: 512_000_000,
      shown: '512MB',
      read: bytes(1000, 100_000_000_000),
    }),
    maxSandboxes: setting<number>({
      placeholder: 'NUMBER',
      help: 'Sandboxes that have writes or a configuration; others do not count.',
      fallback: 1000,
      read: whole(1, 1_000_000),
    }),
    maxStreams: setting<number>({
      placeholder: 'NUMBER',
      help: 'Streams of events that a process has open at once.',
      fallback: 1000,
      read: whole(0, 1_000_000),
    }),
    sandboxTtl: setting<number | null | undefined>({
      placeholder: 'TIME',
      help: 'Idle time after which a sandbox is deleted, or never.',
      fallback: undefined,
      shown: '1h in memory, otherwise never',
      read: duration(1, 31_536_000),
    }),
    maxSnapshot: setting<number>({
      placeholder: 'SIZE',
      help: 'Largest snapshot that can be restored.',
      fallback: 10_000_000,
      shown: '10MB',
      read: bytes(1, 1_000_000_000),
    }),
    maxJournal: setting<number>({
      placeholder: 'NUMBER',
      help: 'Requests that the journal of one sandbox holds; 0 for no journal.',
      fallback: 10_000,
      read: whole(0, 100_000),
    }),
    maxJournalBytes: setting<number>({
      placeholder: 'SIZE',
      help: 'Size of the journal of one sandbox; its oldest requests give way first.',
      fallback: 4_000_000,
      shown: '4MB',
      read: bytes(0, 1_000_000_000),
    }),
    maxJournalBody: setting<number>({
      placeholder: 'SIZE',
      help: 'Start of a request body that the journal keeps; 0 keeps none.',
      fallback: 64_000,
      shown: '64kB',
      read: bytes(0, 100_000_000),
    }),
    maxTotalJournalBytes: setting<number>({
      placeholder: 'SIZE',
      help: 'Size of all journals of a process, or of a shared store; the largest give way first.',
      fallback: 64_000_000,
      shown: '64MB',
      read: bytes(0, 10_000_000_000),
    }),
  }),
};
