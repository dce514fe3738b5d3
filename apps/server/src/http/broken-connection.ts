/** What the platform's fetch says of a connection that breaks, as the undici of Node does. */
import { latin1, textOf } from '#platform/bytes';
import { RESET } from '#platform/broken';
import type { Ending } from './cut.js';

/** Bytes that are neither the begin of an answer nor the size of a chunk, and end a line for those who read lines. */
export const GARBAGE = latin1('\0\u0001\u0002 this is no HTTP \u00ff\u00fe\r\n\r\n');

/** What a parser says of garbage, by where it stands. */
const parserErrors = {
  start: { code: 'HPE_INVALID_CONSTANT', reason: 'Expected HTTP/' },
  body: { code: 'HPE_INVALID_CHUNK_SIZE', reason: 'Invalid character in chunk size' },
} as const;

/** What the socket or the parser said. */
function causeOf(ending: Ending | undefined, at: keyof typeof parserErrors): Error {
  if (ending === 'reset') {
    const cause = new Error('read ECONNRESET');
    return Object.assign(cause, { errno: -RESET, code: 'ECONNRESET', syscall: 'read' });
  }
  if (ending === 'garbage') {
    const { code, reason } = parserErrors[at];
    const cause = new Error(`Response does not match the HTTP/1.1 protocol (${reason})`);
    return Object.assign(cause, { name: 'HTTPParserError', code, data: textOf(GARBAGE) });
  }
  return Object.assign(new Error('other side closed'), { name: 'SocketError', code: 'UND_ERR_SOCKET' });
}

/** The error of a fetch to which no head came. */
export function fetchFailed(ending: Ending | undefined): TypeError {
  return new TypeError('fetch failed', { cause: causeOf(ending, 'start') });
}

/** The error of a body that does not come to its end. */
export function terminated(ending: Ending | undefined): TypeError {
  return new TypeError('terminated', { cause: causeOf(ending, 'body') });
}
