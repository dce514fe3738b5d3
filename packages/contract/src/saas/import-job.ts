/** Imports of contacts, of which some rows may fail. */
import { z } from 'zod';
import { choice, instant, recordId } from '../kit/field.js';
import { rowsOf } from '../kit/lines.js';
import { newContact } from './contact.js';
import { organizationId } from './texts.js';

/** States of an import. */
export const importStatuses = ['queued', 'running', 'completed', 'completed_with_errors', 'failed'] as const;

/** What becomes of an import that has bad rows. */
export const importModes = ['skip', 'abort'] as const;

/** Most rows of an import. */
export const MAX_IMPORT_ROWS = 500;

const count = (description: string, example: number) =>
  z
    .int()
    .min(0)
    .meta({ description, examples: [example] });

/** What is wrong with a row. */
export const rowError = z
  .object({
    row: z
      .int()
      .min(1)
      .meta({ description: 'Number of the row, from 1; a header does not count.', examples: [3] }),
    pointer: z.string().meta({ description: 'Where in the row it is, as a JSON pointer.', examples: ['#/email'] }),
    code: z.string().meta({
      description:
        '`invalid_email`, `required`, `duplicate_row`, `exists`, `plan_limit`, `wrong_columns`, `invalid_json`, or a code that any input can have.',
      examples: ['invalid_email'],
    }),
    detail: z.string().meta({ description: 'What must be changed.', examples: ['must be a valid email'] }),
  })
  .meta({ id: 'ImportRowError', description: 'What is wrong with a row of an import.' });

/** What is wrong with a row. */
export type ImportRowError = z.infer<typeof rowError>;

/** An import. */
export const importJob = z
  .object({
    id: recordId('Id of the import.', 'imp_0001'),
    organization_id: organizationId,
    status: choice(
      importStatuses,
      '`queued` for a second, then `running`; in the end `completed`, `completed_with_errors` if rows were bad, or `failed` if nothing was created.',
    ),
    mode: choice(importModes, '`skip` leaves bad rows out; with `abort` a single one makes the whole import fail.'),
    total: count('Rows.', 500),
    processed: count('Rows that were processed by now, ten a second.', 500),
    created: count('Contacts that were created by now.', 463),
    failed: count('Rows that have failed by now.', 37),
    errors: z.array(rowError).meta({ description: 'What is wrong with each row that has failed by now.' }),
    started_at: instant('When it was asked for.', '2026-01-05T10:00:00.000Z'),
    finished_at: instant('When it was over.', '2026-01-05T10:00:51.000Z')
      .nullable()
      .meta({ description: 'When it was over; null until then.', examples: ['2026-01-05T10:00:51.000Z'] }),
  })
  .meta({ id: 'ImportJob', description: 'An import of contacts, by the clock of the sandbox.' });

/** An import. */
export type ImportJob = z.infer<typeof importJob>;

/** Body of `POST /api/saas/organizations/{organization_id}/imports`. */
export const newImport = z
  .object({
    organization_id: organizationId,
    mode: choice(importModes, 'What happens to the import if a row is bad.').default('skip'),
    rows: rowsOf(newContact, { most: MAX_IMPORT_ROWS }),
  })
  .meta({ title: 'NewImport', description: 'The contacts to add.' });
