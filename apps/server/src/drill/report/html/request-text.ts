/** A request in one line. */
import type { SeenRequest } from '../../observed.js';

/** When a request came, in seconds since the command was started. */
export const sinceBegin = ({ received_at }: Pick<SeenRequest, 'received_at'>, beganAt: number): string =>
  `${((Date.parse(received_at) - beganAt) / 1000).toFixed(3)} s`;

/** What a request was answered with. */
export function answerText({ status, ended, fault }: SeenRequest): string {
  const answer = status === null ? 'no answer' : String(status);
  const cut = ended === 'complete' ? '' : ended === 'cut' ? ', cut off' : ', the client left';
  return `${answer}${cut}${fault === null ? '' : ` (fault ${fault.fault})`}`;
}

/** A request in one line. */
export function requestText(request: SeenRequest, beganAt: number): string {
  const { sequence, method, path, query, duration_ms } = request;
  const url = query === '' ? path : `${path}?${query}`;
  const took = `${Math.round(duration_ms)} ms`;
  return `#${sequence} at ${sinceBegin(request, beganAt)}: ${method} ${url} → ${answerText(request)}, ${took}`;
}
