/** The operations of clients that register, push their requests, or run on devices. */
import { nothing } from '../kit/envelope.js';
import { get, post, put, remove } from '../kit/methods.js';
import { deviceAuthorization, deviceDecision, deviceLogin, deviceRequest } from './device.js';
import { pushedAnswer, pushedRequest } from './pushed.js';
import { clientRegistration, clientUpdate, registeredClient, registrationId } from './registration.js';

/** Operations of clients. */
export const clientOperations = {
  pushRequest: post('/api/oauth/par', {
    summary: 'Push an authorization request',
    description:
      'Stores an authorization request of an authenticated client, for a browser that then brings only client_id and request_uri (RFC 9126). It can be used once, within a minute. A proof in the header `DPoP` binds the code to its key.',
    extension: true,
    status: 201,
    credential: 'client',
    errors: 'oauth',
    bodies: ['form', 'json'],
    kinds: ['invalid_client'],
    empty: 'omitted',
    input: pushedRequest,
    output: pushedAnswer,
  }),
  authorizeDevice: post('/api/oauth/device', {
    summary: 'Begin the login of a device',
    description:
      'Gives a device a code to poll the token endpoint with, and one that its user types in at verification_uri (RFC 8628). With auto_approve the login is allowed automatically after so many polls.',
    extension: true,
    credential: 'client',
    errors: 'oauth',
    bodies: ['form', 'json'],
    kinds: ['invalid_client', 'unauthorized_client'],
    empty: 'omitted',
    input: deviceRequest,
    output: deviceAuthorization,
  }),
  decideDevice: post('/api/oauth/device/decision', {
    summary: 'Allow or deny the login of a device',
    description:
      'What the user does with the code that the device shows. Browsers get the page for it, which needs no script, at GET /api/oauth/device; programs get JSON.',
    extension: true,
    credential: 'session',
    errors: 'redirect',
    aliases: [{ method: 'GET', path: '/api/oauth/device', operationId: 'oauth.decideDeviceByGet' }],
    bodies: ['form', 'json'],
    empty: 'omitted',
    input: deviceDecision,
    output: deviceLogin,
  }),
  registerClient: post('/api/oauth/register', {
    summary: 'Register a client',
    description:
      'Adds a client with the metadata that it sends (RFC 7591). Its redirect URIs follow the rules for all clients, and only these are valid for it. A sandbox holds at most 50 of them, until it is reset. Nothing is fetched from the addresses in a registration.',
    extension: true,
    status: 201,
    errors: 'oauth',
    inputError: 'invalid_client_metadata',
    sends: ['backchannel_logout_uri'],
    input: clientRegistration,
    output: registeredClient,
  }),
  getClient: get('/api/oauth/register/{registration}', {
    summary: 'Read the registration of a client',
    description: 'Everything that a client has registered, read with its registration_access_token (RFC 7592 §2.1).',
    extension: true,
    credential: 'registration',
    credentialOptional: false,
    cache: 'none',
    errors: 'oauth',
    input: registrationId,
    output: registeredClient,
  }),
  updateClient: put('/api/oauth/register/{registration}', {
    summary: 'Change the registration of a client',
    description: 'Replaces everything that a client has registered before (RFC 7592 §2.2).',
    extension: true,
    credential: 'registration',
    credentialOptional: false,
    errors: 'oauth',
    inputError: 'invalid_client_metadata',
    sends: ['backchannel_logout_uri'],
    input: clientUpdate,
    output: registeredClient,
  }),
  deleteClient: remove('/api/oauth/register/{registration}', {
    summary: 'Delete the registration of a client',
    description: 'Ends a client, and all tokens that it has (RFC 7592 §2.3).',
    extension: true,
    credential: 'registration',
    credentialOptional: false,
    errors: 'oauth',
    input: registrationId,
    output: nothing,
  }),
};
