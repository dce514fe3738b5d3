/** A domain whose handler never comes back. It holds its process without keeping a processor busy. */
import { lampsWith } from './lamps.mjs';

const never = new Int32Array(new SharedArrayBuffer(4));

export const lamps = lampsWith({
  read: (lamp) => {
    Atomics.wait(never, 0, 0);
    return lamp;
  },
});
