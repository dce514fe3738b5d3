/** The headers that differ each time that an answer is given. */
import { serverTiming } from '../kit/server-timing.js';

/**
 * Those headers by name.
 *
 * @param appMs how long the answer took to be made, in ms
 */
export const ownHeaders = (id: string, appMs: number): Readonly<Record<'x-request-id' | 'server-timing', string>> => ({
  'x-request-id': id,
  'server-timing': serverTiming(0, appMs),
});
