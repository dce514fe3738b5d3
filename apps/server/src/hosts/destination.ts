/** Where an answer goes over Node's http. */
import type { ServerResponse } from 'node:http';
import type { Peer } from './peer.js';

/** Where an answer goes. */
export interface Destination {
  readonly response: ServerResponse;
  readonly peer: Peer;
}
