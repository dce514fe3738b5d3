/** The authentication domain: users, logins, tokens. */
import { z } from 'zod';
import { listInput } from '../kit/controls.js';
import { defineDomain } from '../kit/define-domain.js';
import { batchOf, listOf, recordOf, writtenOf } from '../kit/envelope.js';
import { choice, recordId } from '../kit/field.js';
import { get, patch, post } from '../kit/methods.js';
import { batch, batchResult } from './batch.js';
import { loggedOut, refreshToken, session } from './session.js';
import { credentials, newUser, registration, user, userChange, userStatuses } from './user.js';
import { authEvents } from './webhook-events.js';

/** The authentication domain. */
export const auth = defineDomain({
  name: 'auth',
  description:
    'Users and their sessions. Every seeded user has the password `Passw0rd!`. Access tokens are JWTs that verify with the JWKS of the OAuth domain, and both domains accept each other’s.',
  events: authEvents,
  operations: {
    register: post('/api/auth/register', {
      summary: 'Register a user',
      description:
        'Creates an active user. The identical registration again answers the same user; the same e-mail with another password or name is 409.',
      kinds: ['conflict'],
      emits: ['user.created'],
      input: newUser,
      output: writtenOf(registration),
    }),
    login: post('/api/auth/login', {
      summary: 'Log in',
      description:
        'Exchanges e-mail and password for tokens. An unknown e-mail and a wrong password are the same 401; a pending, suspended or deactivated user is 403.',
      input: credentials,
      output: writtenOf(session),
    }),
    refresh: post('/api/auth/refresh', {
      summary: 'Refresh tokens',
      description:
        'Exchanges a refresh token for new tokens. Each is good for one use: using one again ends the whole session.',
      renewsSession: true,
      input: z
        .object({ refresh_token: refreshToken })
        .meta({ title: 'Refresh', description: 'The token to exchange.' }),
      output: writtenOf(session),
    }),
    logout: post('/api/auth/logout', {
      summary: 'Log out',
      description: 'Ends the session of the bearer token, of the refresh token, or of both. It may be repeated.',
      credential: 'bearer',
      credentialOptional: true,
      input: z
        .object({ refresh_token: refreshToken.optional() })
        .meta({ title: 'Logout', description: 'The session to end, where no bearer token names it.' }),
      output: writtenOf(loggedOut),
    }),
    getProfile: get('/api/auth/profile', {
      summary: 'Get the profile of the user who is logged in',
      description: 'The user of the bearer token.',
      credential: 'bearer',
      cache: 'none',
      input: z.object({}),
      output: recordOf(user),
    }),
    listUsers: get('/api/auth/users', {
      summary: 'List users',
      description: 'All users, in the order they came.',
      searches: ['name', 'email'],
      input: listInput({
        status: choice(userStatuses, 'Only users of this status.')
          .meta({ description: 'Only users of this status.', examples: ['active'] })
          .optional(),
      }),
      output: listOf(user),
    }),
    getUser: get('/api/auth/users/{user_id}', {
      summary: 'Get a user',
      description: 'One user by id.',
      input: z.object({ user_id: recordId('Id of the user.', 'usr_0001') }),
      output: recordOf(user),
    }),
    updateUser: patch('/api/auth/users/{user_id}', {
      summary: 'Change a user',
      description:
        'Changes name or status. Allowed: pending → active or deactivated, active ⇄ suspended, active and suspended → deactivated; anything else is 409. Suspending or deactivating ends the user’s tokens.',
      kinds: ['conflict'],
      input: userChange,
      output: writtenOf(user),
    }),
    runBatch: post('/api/auth/batch', {
      summary: 'Run several operations',
      description:
        'Runs 1 to 50 of register, login, refresh and logout in order. A well-formed batch is always 200; each result has a status of its own.',
      emits: ['user.created'],
      input: batch,
      output: batchOf(batchResult),
    }),
  },
});

export * from './batch.js';
export * from './session.js';
export * from './user.js';
