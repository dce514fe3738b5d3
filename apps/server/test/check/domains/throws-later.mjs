/** A domain with a handler that throws once it has answered, where nobody can catch it. */
import { lampsWith } from './lamps.mjs';

export const lamps = lampsWith({
  read: (lamp) => {
    setImmediate(() => {
      throw new RangeError('the fuse has blown');
    });
    return lamp;
  },
});
