/** A client that behaves: it waits as it is told to, gives up in time, and makes each write once. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

const base = process.env['UNDERSTUDY_URL'];
const ATTEMPTS = 5;

/** Statuses after which the same request may succeed. */
const passing = new Set([408, 429, 500, 502, 503, 504]);

/** How long an answer asks to wait, in ms (RFC 9110 §10.2.3: seconds, or a date). */
function askedFor(/** @type {Response | undefined} */ answer) {
  const text = answer?.headers.get('retry-after') ?? '0';
  return /^\d+$/.test(text) ? Number(text) * 1000 : Math.max(Date.parse(text) - Date.now(), 0);
}

/**
 * Sends a request until it has an answer that counts.
 *
 * @param {string} path
 * @param {RequestInit} [init]
 */
async function send(path, init) {
  for (let attempt = 1; ; attempt += 1) {
    let answer;
    try {
      answer = await fetch(`${base}${path}`, { ...init, signal: AbortSignal.timeout(10_000) });
      const text = await answer.text();
      if (answer.ok) return JSON.parse(text);
    } catch (error) {
      // What came whole and is no JSON comes from somebody else, and will come again.
      if (error instanceof SyntaxError) throw error;
    }
    const isFinal = answer !== undefined && !answer.ok && !passing.has(answer.status);
    if (isFinal || attempt === ATTEMPTS) throw new Error(`${path} failed: ${answer?.status ?? 'no answer'}`);
    // Longer each time, and not as long as everybody else.
    const backoff = 150 * 2 ** attempt * (1 + Math.random() / 4);
    await sleep(askedFor(answer) + backoff);
  }
}

/** Every course, by the links of the pages. */
let count = 0;
for (let cursor = ''; cursor !== null;) {
  const page = await send(`/api/education/courses?per_page=50&pagination_style=cursor${cursor && `&cursor=${cursor}`}`);
  count += page.data.length;
  cursor = page.pagination.nextCursor;
}
console.log(`${count} courses`);

for (let number = 1; number <= 8; number += 1) {
  // The same key with every attempt, so that the server makes the enrollment once.
  const headers = { 'content-type': 'application/json', 'idempotency-key': randomUUID() };
  const body = JSON.stringify({ student_id: 'stu_0001', course_id: `crs_000${number}` });
  await send('/api/education/enrollments', { method: 'POST', headers, body });
}
