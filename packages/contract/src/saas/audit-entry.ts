/** The audit log: who has changed what. */
import { z } from 'zod';
import { choice, instant, recordId } from '../kit/field.js';
import { organizationId } from './texts.js';

/** What can be done. */
export const auditActions = [
  'contact.created',
  'contact.updated',
  'contact.deleted',
  'import.started',
  'key.created',
  'key.revoked',
  'member.added',
  'member.role_changed',
  'member.removed',
  'organization.created',
  'subscription.changed',
] as const;

/** Something that was done. */
export type AuditAction = (typeof auditActions)[number];

const change = z
  .object({
    field: z.string().meta({ description: 'The member.', examples: ['company'] }),
    before: z.unknown().meta({ description: 'What it was; null where there was nothing.', examples: [null] }),
    after: z.unknown().meta({ description: 'What it became; a secret is `***`.', examples: ['Okafor Logistics'] }),
  })
  .meta({ id: 'AuditChange', description: 'A member that was changed.' });

/** A member that was changed. */
export type AuditChange = z.infer<typeof change>;

/** An entry of the audit log. */
export const auditEntry = z
  .object({
    id: recordId('Id of the entry.', 'aud_0001'),
    organization_id: organizationId,
    actor: z
      .object({
        type: choice(['user', 'key'], 'Whether it was a user or an API key.'),
        id: recordId('Id of the user or the key.', 'usr_0001'),
      })
      .meta({ description: 'Who did it.' }),
    action: choice(auditActions, 'What was done.'),
    target: z
      .object({
        type: choice(['contact', 'import', 'key', 'member', 'organization'], 'What kind of record it is.'),
        id: recordId('Its id.', 'cnt_0001'),
      })
      .meta({ description: 'What it was done to.' }),
    changes: z.array(change).meta({ description: 'The members that changed.' }),
    at: instant('When it was done.', '2025-02-03T08:15:00.000Z'),
  })
  .meta({ id: 'AuditEntry', description: 'A write that changed something, and who made it.' });

/** An entry of the audit log. */
export type AuditEntry = z.infer<typeof auditEntry>;
