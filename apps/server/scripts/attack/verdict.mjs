/** Judges an answer: what a server may answer to anybody, and what it may not. */
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

const decoders = { gzip: gunzipSync, br: brotliDecompressSync };

/** The JSON of an answer, where it has one. */
export function jsonOf({ headers, body }) {
  if (!/json/.test(headers['content-type'] ?? '')) return undefined;
  try {
    const decode = decoders[headers['content-encoding']] ?? ((bytes) => bytes);
    return JSON.parse(decode(body).toString());
  } catch {
    return undefined;
  }
}

/** The problem of an answer; over tRPC it stands in the error, of a batch in the first that has one. */
function problemOf(json) {
  const [first] = Array.isArray(json) ? json.filter((one) => one?.error !== undefined) : [json];
  return first?.error?.data?.problem ?? first;
}

const wasAskedFor = (target, error) => new RegExp(`[?&]simulate_error=${error}(?:&|$)`).test(target);

/** Failures that simulate_error asks for, by status. */
const simulated = { 500: 'server_error', 503: 'service_unavailable', 504: 'timeout' };

function isExpected({ status, headers }, problem, { target }) {
  if (simulated[status] !== undefined && wasAskedFor(target, simulated[status])) return true;
  // Other requests set fault rules on the sandboxes that all share.
  if (problem?.simulated === true) return true;
  if (status === 507) return problem === undefined || problem.kind === 'sandbox_full';
  return status === 503 && headers['retry-after'] !== undefined;
}

/** What an answer must not show: where the server's files lie, and how it got there. */
const LEAK = /node_modules|\/dist\/chunks\/|file:\/\/|\n\s+at \S+ \(|\.js:\d+:\d+/;

/**
 * @returns {string | undefined} what is wrong with an answer
 */
export function complaintOf(answer, request) {
  if ('broken' in answer) return `no answer: ${answer.broken}`;
  const json = jsonOf(answer);
  const problem = problemOf(json);
  if (answer.status >= 500 && !isExpected(answer, problem, request)) {
    return `${answer.status} that nobody asked for: ${JSON.stringify(problem)?.slice(0, 500)}`;
  }
  // A batch over tRPC is 207 as a whole, with a status for each of its calls.
  const parts = Array.isArray(json) ? json.map((one) => problemOf(one)) : [];
  const inner = parts.find((one) => one?.status === 500 && one.kind === 'internal');
  if (inner !== undefined) return `500 in a batch: ${JSON.stringify(inner).slice(0, 500)}`;
  if (answer.status >= 400 && answer.status !== 401 && LEAK.test(answer.body.toString('latin1'))) {
    return `shows the server's inside: ${answer.body.toString().slice(0, 500)}`;
  }
  return undefined;
}
