/** The events of the auth domain. */
import { webhookEvent } from '../kit/webhook.js';
import { user } from './user.js';

/** The events of the auth domain, by type. */
export const authEvents = {
  'user.created': webhookEvent({ type: 'user.created', description: 'A user has registered.', object: user }),
};
