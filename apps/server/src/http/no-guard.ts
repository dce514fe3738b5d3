/** Stands where clients are kept from taking what others need, on platforms without a network: there is one client. */
import type { AnswerWith, Begun } from './guard.js';
import type { Incoming } from './incoming.js';

/** Keeps nobody from anything. */
export class Guard {
  begin(request: Incoming, answer: AnswerWith): Begun {
    return { finished: answer(request) };
  }
}
