/** A user, and what a client sends to register or change one. */
import { z } from 'zod';
import { choice, instant, recordId } from '../kit/field.js';
import { userClaims } from './claims.js';

/** States of a user: pending → active ⇄ suspended → deactivated; deactivated is final. */
export const userStatuses = ['pending', 'active', 'suspended', 'deactivated'] as const;

const email = z
  .email()
  .max(254)
  .meta({
    description: 'E-mail address; case is ignored.',
    examples: ['ada.lovelace@example.com'],
  });
const name = z
  .string()
  .min(1)
  .max(120)
  .meta({ description: 'Full name, 1 to 120 characters.', examples: ['Ada Lovelace'] });

/** A password as a client sends it. */
export const password = z
  .string()
  .min(8)
  .max(200)
  .meta({
    description: 'Password, 8 to 200 characters. It is stored only as a salted scrypt hash.',
    examples: ['correct horse battery staple'],
  });

/** A user. */
export const user = z
  .object({
    id: recordId('Id of the user.', 'usr_0001'),
    email: z.email().meta({ description: 'E-mail address.', examples: ['ada.lovelace@example.com'] }),
    name: z.string().meta({ description: 'Full name.', examples: ['Ada Lovelace'] }),
    status: choice(userStatuses, 'State of the user.').meta({
      description: 'State of the user.',
      examples: ['active'],
    }),
    created_at: instant('When the user registered.', '2025-01-06T09:00:00.000Z'),
    updated_at: instant('When the user last changed.', '2025-01-06T09:00:00.000Z'),
    claims: userClaims.optional(),
  })
  .meta({ id: 'User', description: 'A user.' });

/** A user. */
export type User = z.infer<typeof user>;

/** What registering answers. */
export const registration = user
  .omit({ updated_at: true })
  .meta({ id: 'Registration', description: 'A user who has registered.' });

/** Body of `POST /api/auth/register`. */
export const newUser = z
  .object({ email, password, name })
  .meta({ title: 'NewUser', description: 'A user to register.' });

/** Input of `PATCH /api/auth/users/{user_id}`. */
export const userChange = z
  .object({
    user_id: recordId('Id of the user.', 'usr_0001'),
    name,
    password,
    status: choice(userStatuses, 'The new state.').meta({ description: 'The new state.', examples: ['active'] }),
    claims: userClaims.optional(),
  })
  .meta({ title: 'UserChange', description: 'What to change.', examples: [{ name: 'Ada King' }] });

/** Body of `POST /api/auth/login`. */
export const credentials = z
  .object({
    email: z
      .string()
      .min(1)
      .max(254)
      .meta({
        description: 'E-mail address of the user; case is ignored.',
        examples: ['marcelo.abbott.1@example.com'],
      }),
    password: z
      .string()
      .min(1)
      .max(200)
      .meta({ description: 'Password of the user.', examples: ['Passw0rd!'] }),
  })
  .meta({ title: 'Credentials', description: 'The credentials to log in with.' });
