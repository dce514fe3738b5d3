/** What came of drills, for the reports: one with everything that a report shows, in texts that try to break out of it. */
import { conductTexts } from '@understudy/contract';
import {
  type DrillResult,
  type JudgedVerdict,
  type PlanResult,
  plansNamed,
  type SeenRequest,
} from '../../src/drill/result.js';
import { OutputTail } from '../../src/drill/process/run-command.js';

/** When the plans of {@link drillResult} began. */
export const BEGAN = Date.parse('2026-03-01T12:00:00.000Z');

/** Text that would be markup, the end of markup, or nothing that XML may have. */
export const NASTY = `</script><img src=x onerror=alert(1)>"'&]]>\u0000\u0007\u{1b}[31mred\ud800`;

/** A request of a plan. */
export function request(sequence: number, given: Partial<SeenRequest> = {}): SeenRequest {
  return {
    sequence,
    received_at: new Date(BEGAN + sequence * 100).toISOString(),
    duration_ms: 12,
    operation: 'education.listCourses',
    method: 'GET',
    path: '/api/education/courses',
    query: '',
    status: 200,
    fault: null,
    ended: 'complete',
    ...given,
  };
}

/** A verdict that fails its plan. */
export function verdict(given: Partial<JudgedVerdict> = {}): JudgedVerdict {
  return {
    id: 'retried_unsafe_2_3',
    rule: 'retried_unsafe',
    severity: 'error',
    detail: 'repeated POST /api/education/enrollments without an Idempotency-Key',
    requests: [2, 3],
    reference: conductTexts.retried_unsafe.reference,
    code: null,
    pointer: null,
    document: null,
    blames: null,
    at: new Date(BEGAN + 300).toISOString(),
    isKnown: false,
    isOver: true,
    ...given,
  };
}

/** What came of a plan in which all went well. */
export function planResult(name: string, given: Partial<PlanResult> = {}): PlanResult {
  const plan = plansNamed([name]).find((one) => one.name === name);
  if (plan === undefined) throw new Error(`there is no plan ${name}`);
  const end = { code: 0, signal: null, isTimedOut: false, ms: 1234, left: 0, output: new OutputTail() };
  return { plan, beganAt: BEGAN, end, requests: [request(1)], verdicts: [], failures: [], ...given };
}

function output(text: string): OutputTail {
  const tail = new OutputTail();
  tail.push(Buffer.from(text));
  return tail;
}

const write = { operation: 'education.createEnrollment', method: 'POST', path: '/api/education/enrollments' };

/** A drill that failed in every way. */
export function drillResult(): DrillResult {
  const lost = planResult('lost_answers', {
    requests: [
      request(1, { query: `q=${NASTY}` }),
      request(2, { ...write, status: null, ended: 'cut', fault: { rule: 'r1', fault: 'reset;commit=after' } }),
      request(3, { ...write, status: 500 }),
      request(4, { ...write, status: 409, duration_ms: 400 }),
    ],
    verdicts: [
      verdict(),
      verdict({
        rule: 'no_user_agent',
        severity: 'advice',
        detail: NASTY,
        requests: [1],
        isOver: false,
        reference: null,
      }),
      verdict({ rule: 'no_backoff', severity: 'warning', requests: [2, 3, 4], isKnown: true, isOver: false }),
    ],
    failures: [{ kind: 'verdicts', message: 'the client broke retried_unsafe' }],
  });
  const hung = planResult('flaky', {
    end: { code: null, signal: 'SIGKILL', isTimedOut: true, ms: 5000, left: 2, output: output(`first\n${NASTY}\n`) },
    failures: [{ kind: 'command', message: 'the command did not end within 5 s, and was ended' }],
  });
  return {
    command: ['node', 'my client.js'],
    seed: 'understudy',
    plans: [planResult('calm'), lost, hung],
    skipped: plansNamed(['deploy']).slice(1),
    stoppedBy: 'SIGINT',
    ms: 9876,
  };
}
