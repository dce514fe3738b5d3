/** A domain with a handler that throws for each lamp that there is; the example names none. */
import { lampsWith } from './lamps.mjs';

export const lamps = lampsWith({
  read: ({ bulb }) => ({ id: bulb.id, watts: 40 }),
});
