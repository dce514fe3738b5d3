/** Has a request answered, and sends the answer. */
import type { Edge } from '../http/edge.js';
import type { Incoming } from '../http/incoming.js';
import type { Destination } from './destination.js';
import { sendAnswer } from './node-sending.js';
import { transfer } from './node-transfer.js';

/** What answers the requests. */
export type Answering = Pick<Edge, 'begin' | 'pauses'>;

/** Says that an answer is out: at once, or where it is a stream, when that is over. */
function leaveAfter({ response }: Destination, leave: () => void): void {
  if (response.writableEnded || response.closed) leave();
  else response.once('close', leave);
}

/** Answers a request. */
export async function answer(edge: Answering, incoming: Incoming, to: Destination): Promise<void> {
  const { finished: answered, leave } = edge.begin(incoming);
  try {
    const finished = answered instanceof Promise ? await answered : answered;
    if (finished.wire === undefined) sendAnswer(to, finished);
    else {
      // What is not read of a body would stand before the next request, and would turn a FIN into an RST.
      to.discard();
      await transfer(to, finished, { method: incoming.method, pauses: edge.pauses });
    }
  } finally {
    if (leave !== undefined) leaveAfter(to, leave);
  }
  to.discard();
}
