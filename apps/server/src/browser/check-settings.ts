/** What of the options a browser cannot do. */
import { OptionError, type Settings } from '../options/options.js';

/**
 * Refuses what needs a machine.
 *
 * @throws OptionError naming the option
 */
export function checkSettings({ store, webhookDelivery }: Settings): void {
  // The address of a database may hold a password.
  if (store !== 'memory') {
    throw new OptionError('the option store names a database, but a browser has none; leave it out, or use memory');
  }
  if (webhookDelivery === 'on') {
    throw new OptionError(
      'the option webhookDelivery is "on", but a browser delivers to nobody; leave it out, or use off',
    );
  }
}
