/** The authentication domain: users, logins, tokens. */
import { z } from 'zod';
import { listInput } from '../kit/controls.js';
import { defineDomain } from '../kit/define-domain.js';
import { batchOf, listOf, recordOf, writtenOf } from '../kit/envelope.js';
import { choice, recordId } from '../kit/field.js';
import { equal } from '../kit/filter.js';
import { get, patch, post } from '../kit/methods.js';
import { batch, batchResult } from './batch.js';
import { authKinds } from './kinds.js';
import { loggedOut, refreshToken, session } from './session.js';
import { credentials, newUser, registration, user, userChange, userStatuses } from './user.js';
import { authEvents } from './webhook-events.js';

/** The authentication domain. */
export const auth = defineDomain({
  name: 'auth',
  description:
    'Users and their sessions. The password of every seeded user is `Passw0rd!`. Access tokens are JWTs that can be verified with the keys (JWKS) of the OAuth domain; each of the two domains accepts the tokens of the other.',
  events: authEvents,
  kinds: authKinds,
  operations: {
    register: post('/api/auth/register', {
      summary: 'Register a user',
      description:
        'Creates an active user. Sending the identical registration again answers the same user; the same e-mail address with another password or name is a 409.',
      kinds: ['conflict'],
      emits: ['user.created'],
      input: newUser,
      output: writtenOf(registration),
    }),
    login: post('/api/auth/login', {
      summary: 'Log in',
      description:
        'Exchanges an e-mail address and a password for tokens. An unknown address and a wrong password get the same 401; a pending, suspended or deactivated user gets a 403, each with a `kind` of its own.',
      beginsSession: true,
      kinds: ['user_pending', 'user_suspended', 'user_deactivated'],
      input: credentials,
      output: writtenOf(session),
    }),
    refresh: post('/api/auth/refresh', {
      summary: 'Refresh tokens',
      description:
        'Exchanges a refresh token for new tokens. Each refresh token can be used once: using one again ends the whole session.',
      renewsSession: true,
      input: z
        .object({ refresh_token: refreshToken })
        .meta({ title: 'Refresh', description: 'The token to exchange.' }),
      output: writtenOf(session),
    }),
    logout: post('/api/auth/logout', {
      summary: 'Log out',
      description:
        'Ends the session of the bearer token, of the refresh token, or of both. Repeating it is not an error.',
      credential: 'bearer',
      credentialOptional: true,
      input: z
        .object({ refresh_token: refreshToken.optional() })
        .meta({ title: 'Logout', description: 'The session to end, if no bearer token is sent.' }),
      output: writtenOf(loggedOut),
    }),
    getProfile: get('/api/auth/profile', {
      summary: 'Get the profile of the user who is logged in',
      description: 'The user to whom the bearer token belongs.',
      credential: 'bearer',
      cache: 'none',
      input: z.object({}),
      output: recordOf(user),
    }),
    listUsers: get('/api/auth/users', {
      summary: 'List users',
      description: 'All users, in the order they were added.',
      searches: ['name', 'email'],
      sorts: ['name', 'email', 'status', 'updated_at', 'created_at'],
      filters: {
        status: equal(
          choice(userStatuses, 'Only users of this status.').meta({
            description: 'Only users of this status.',
            examples: ['active'],
          }),
        ),
      },
      input: listInput({}),
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
        'Changes the name, the password, the status or the claims. Allowed changes of status: pending → active or deactivated, active ⇄ suspended, active and suspended → deactivated; any other is a 409. Suspending or deactivating a user ends the user’s tokens. Claims apply from the next token on, and at userinfo at once; null removes one.',
      kinds: ['conflict'],
      patch: 'merge',
      input: userChange,
      output: writtenOf(user),
    }),
    runBatch: post('/api/auth/batch', {
      summary: 'Run several operations',
      description:
        'Runs 1 to 50 register, login, refresh and logout operations in order. A well-formed batch is always a 200; each result has its own status.',
      emits: ['user.created'],
      input: batch,
      output: batchOf(batchResult),
    }),
  },
});

export * from './batch.js';
export * from './claims.js';
export * from './kinds.js';
export * from './session.js';
export * from './user.js';
