/** Contacts of an organization, and what clients send of them. */
import { z } from 'zod';
import { instant, recordId } from '../kit/field.js';
import { organizationId, text, textOrNull } from './texts.js';

/** Most properties of a contact. */
const MAX_PROPERTIES = 20;

const email = z
  .email()
  .max(254)
  .meta({
    description: 'E-mail address, which no other contact of the organization has in any case.',
    examples: ['grace.hopper@example.com'],
  });

const tag = z
  .string()
  .regex(/^[^|\s](?:[^|]{0,38}[^|\s])?$/, { error: 'must have 1 to 40 characters, no | and no space around them' });

const tags = z
  .array(tag)
  .max(50)
  .meta({ description: 'Tags, at most 50.', examples: [['customer', 'vip']] });

const properties = z
  .record(z.string().regex(/^[a-z0-9_]{1,40}$/), z.union([z.string().max(2000), z.number(), z.boolean()]))
  .refine((given) => Object.keys(given).length <= MAX_PROPERTIES, {
    error: `must have at most ${MAX_PROPERTIES} properties`,
  })
  .meta({
    description: `At most ${MAX_PROPERTIES} members of the organization's own: texts, numbers and booleans, by names of a–z, 0–9 and _.`,
    examples: [{ seats: 5, is_beta: true }],
    maxProperties: MAX_PROPERTIES,
  });

/** A contact. */
export const contact = z
  .object({
    id: recordId('Id of the contact.', 'cnt_0001'),
    version: z
      .int()
      .min(1)
      .meta({ description: 'Version; each write that changes something increases it by one.', examples: [1] }),
    organization_id: organizationId,
    email,
    name: text('Full name.', 'Grace Hopper'),
    company: textOrNull('Company; null where it is not known.', 'Okafor Logistics', 200),
    phone: textOrNull('Phone number; null where it is not known.', '+44 20 7946 0018', 40),
    tags,
    properties,
    created_at: instant('When it was created.', '2025-02-03T08:15:00.000Z'),
    updated_at: instant('When it was last changed.', '2025-02-03T08:15:00.000Z'),
  })
  .meta({ id: 'Contact', description: 'Somebody whom an organization is in contact with.' });

/** A contact. */
export type Contact = z.infer<typeof contact>;

/** The id of a contact, in a path. */
export const contactId = recordId('Id of the contact.', 'cnt_0001');

/** What a client says of a contact, and a row of an import: what is left out is empty. */
export const newContact = z
  .object({
    email,
    name: contact.shape.name,
    company: contact.shape.company.default(null).meta({ description: 'Company.', examples: ['Okafor Logistics'] }),
    phone: contact.shape.phone.default(null).meta({ description: 'Phone number.', examples: ['+44 20 7946 0018'] }),
    tags: tags.default([]).meta({ description: 'Tags, at most 50; in CSV joined by `|`.', examples: [['customer']] }),
    properties: properties.default({}).meta({
      description: `At most ${MAX_PROPERTIES} members of the organization's own; in CSV as JSON.`,
      examples: [{ seats: 5, is_beta: true }],
      maxProperties: MAX_PROPERTIES,
    }),
  })
  .meta({
    title: 'NewContact',
    description: 'The contact.',
    examples: [
      { email: 'grace.hopper@example.com', name: 'Grace Hopper', company: 'Okafor Logistics', tags: ['customer'] },
    ],
  });

/** What a client says of a contact. */
export type NewContact = z.infer<typeof newContact>;
