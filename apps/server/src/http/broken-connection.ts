/** What the platform's fetch says of a connection that breaks, as the undici of Node does. */
import { constants } from 'node:os';
import type { Ending } from './transfer.js';

/** What the socket said. */
function causeOf(ending: Ending | undefined): Error {
  if (ending === 'reset') {
    const cause = new Error('read ECONNRESET');
    return Object.assign(cause, { errno: -constants.errno.ECONNRESET, code: 'ECONNRESET', syscall: 'read' });
  }
  return Object.assign(new Error('other side closed'), { name: 'SocketError', code: 'UND_ERR_SOCKET' });
}

/** The error of a fetch to which no head came. */
export function fetchFailed(ending: Ending | undefined): TypeError {
  return new TypeError('fetch failed', { cause: causeOf(ending) });
}

/** The error of a body that does not come to its end. */
export function terminated(ending: Ending | undefined): TypeError {
  return new TypeError('terminated', { cause: causeOf(ending) });
}
