/** Options that limit what the server accepts and keeps. */
import { duration } from './parse.js';
import { configured, number, setting, size } from './setting.js';

/** Options that limit what the server accepts and keeps. */
export const limitsOptions = {
  ...configured('Limits', {
    maxBody: size('Largest request body.', '100kB', [1, 100_000_000]),
    maxRecords: number('Changed and created records that one sandbox may hold.', 10_000, [1, 10_000_000]),
    maxRegistrations: number('Webhook registrations that one sandbox may hold.', 100, [1, 10_000]),
    maxBytes: size('Size of the changed records of one sandbox, as JSON.', '32MB', [1000, 1_000_000_000]),
    maxTotalBytes: size(
      'Size of the changed records of all sandboxes in a process, as JSON.',
      '512MB',
      [1000, 100_000_000_000],
    ),
    maxSandboxes: number('Sandboxes that have writes or a configuration; others do not count.', 1000, [1, 1_000_000]),
    maxStreams: number('Streams of events that a process has open at once.', 1000, [0, 1_000_000]),
    sandboxTtl: setting<number | null | undefined>({
      placeholder: 'TIME',
      help: 'Idle time after which a sandbox is deleted, or never.',
      fallback: undefined,
      shown: '1h in memory, otherwise never',
      read: duration(1, 31_536_000),
    }),
    maxSnapshot: size('Largest snapshot that can be restored.', '10MB', [1, 1_000_000_000]),
    maxJournal: number('Requests that the journal of one sandbox holds; 0 for no journal.', 10_000, [0, 100_000]),
    maxJournalBytes: size(
      'Size of the journal of one sandbox; its oldest requests give way first.',
      '4MB',
      [0, 1_000_000_000],
    ),
    maxJournalBody: size('Start of a request body that the journal keeps; 0 keeps none.', '64kB', [0, 100_000_000]),
    maxTotalJournalBytes: size(
      'Size of all journals of a process, or of a shared store; the largest give way first.',
      '64MB',
      [0, 10_000_000_000],
    ),
  }),
};
