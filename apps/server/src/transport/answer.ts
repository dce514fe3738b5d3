/** Has a request answered, and sends the answer. */
import type { Edge } from '../http/edge.js';
import type { Begun } from '../http/guard.js';
import type { Incoming } from '../http/incoming.js';
import type { ResponseWriter } from './response-writer.js';
import { sendAnswer } from './node-sending.js';
import { transfer } from './node-transfer.js';

/** What answers the requests. */
export type Answering = Pick<Edge, 'begin' | 'pauses'>;

/** An answer that is under way, and where it goes. */
interface Later extends Begun {
  readonly to: ResponseWriter;
}

/** Says that an answer is out: at once, or where it is a stream, when that is over. */
function leaveAfter({ response }: ResponseWriter, leave: () => void): void {
  if (response.writableEnded || response.closed) leave();
  else response.once('close', leave);
}

/** Answers a request whose answer is not there yet, or comes with waits. */
async function answerLater(
  edge: Answering,
  incoming: Incoming,
  { to, finished: answered, leave }: Later,
): Promise<void> {
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

/** Answers a request. The edge turns every failure into an answer; what is left is a connection that broke. */
export function answer(edge: Answering, incoming: Incoming, to: ResponseWriter): void {
  try {
    const { finished, leave } = edge.begin(incoming);
    if (finished instanceof Promise || finished.wire !== undefined) {
      answerLater(edge, incoming, { to, finished, leave }).catch(() => to.fail());
      return;
    }
    // Without a promise: most requests of a busy server are for an answer that is kept.
    try {
      sendAnswer(to, finished);
    } finally {
      if (leave !== undefined) leaveAfter(to, leave);
    }
    to.discard();
  } catch {
    to.fail();
  }
}
