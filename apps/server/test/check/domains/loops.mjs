/** A domain whose handler never comes back. */
import { lampsWith } from './lamps.mjs';

export const lamps = lampsWith({
  read: (lamp) => {
    while (lamp.watts > 0);
    return lamp;
  },
});
