/** An organization: the tenant that members, keys and contacts belong to. */
import { z } from 'zod';
import { choice, instant, recordId } from '../kit/field.js';
import { planLimits } from './plan.js';
import { subscription } from './subscription.js';
import { text } from './texts.js';

/** Roles of members, from the highest to the lowest. */
export const roles = ['owner', 'admin', 'member', 'viewer'] as const;

/** A role. */
export type Role = (typeof roles)[number];

const slug = z
  .string()
  .regex(/^[a-z0-9-]{3,40}$/, { error: 'must be 3 to 40 lower-case letters, digits and hyphens' })
  .meta({ description: 'Its name in addresses, which no other has.', examples: ['acme-tools'] });

const count = (description: string, example: number) =>
  z
    .int()
    .min(0)
    .meta({ description, examples: [example] });

/** An organization. */
export const organization = z
  .object({
    id: recordId('Id of the organization.', 'org_0001'),
    name: text('Name.', 'Acme Tools'),
    slug,
    role: choice(roles, 'Role of the caller in it.')
      .nullable()
      .meta({ description: 'Role of the caller in it; null for an API key.', examples: ['owner'] }),
    subscription,
    limits: planLimits.meta({ description: 'What its plan allows.' }),
    usage: z
      .object({ members: count('Members.', 8), contacts: count('Contacts that there are by now.', 240) })
      .meta({ description: 'How much of that is used.' }),
    created_at: instant('When it was created.', '2024-01-08T00:00:00.000Z'),
  })
  .meta({ id: 'Organization', description: 'An organization: a tenant with members, API keys and contacts.' });

/** An organization. */
export type Organization = z.infer<typeof organization>;

/** Body of `POST /api/saas/organizations`. */
export const newOrganization = z.object({ name: text('Name.', 'Acme Tools'), slug }).meta({
  title: 'NewOrganization',
  description: 'The organization to create.',
  examples: [{ name: 'Acme Tools', slug: 'acme-tools' }],
});
