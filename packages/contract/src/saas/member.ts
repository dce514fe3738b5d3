/** Members of organizations. */
import { z } from 'zod';
import { choice, instant, recordId } from '../kit/field.js';
import { roles } from './organization.js';
import { organizationId, text, userId } from './texts.js';

/** A member. */
export const member = z
  .object({
    id: recordId('Id of the membership.', 'mem_0001'),
    organization_id: organizationId,
    user_id: userId,
    name: text('Full name of the user.', 'Ada Lovelace'),
    email: z.email().meta({ description: 'E-mail address of the user.', examples: ['ada.lovelace@example.com'] }),
    role: choice(roles, 'Role: each may do what the lower ones may.'),
    joined_at: instant('When the user was added.', '2024-01-08T00:00:00.000Z'),
  })
  .meta({ id: 'Member', description: 'A user in an organization.' });

/** A member. */
export type Member = z.infer<typeof member>;

/** Body of `PUT /api/saas/organizations/{organization_id}/members/{user_id}`. */
export const memberRole = z
  .object({
    organization_id: organizationId,
    user_id: recordId('Id of the user, of the auth domain.', 'usr_0040'),
    role: choice(roles, 'The role to have.').meta({ description: 'The role to have.', examples: ['member'] }),
  })
  .meta({ title: 'MemberRole', description: 'The role of the user.', examples: [{ role: 'member' }] });
