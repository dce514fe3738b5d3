/** Winds the clock of a sandbox. */
import { sandboxes as declared } from '@understudy/contract/sandboxes';
import type { Services } from '../../call/services.js';
import {
  advanceClock,
  clockMode,
  type ClockSetting,
  type ClockState,
  endsBefore,
  freezeClock,
  instantText,
  readClock,
  resumeClock,
  startingClock,
} from '../../kit/clock.js';
import type { ContextOf } from '../../kit/context.js';
import { Draft } from '../../kit/draft.js';
import { badRequest, problemsOf } from '../../kit/problem-error.js';
import { commit } from '../../store/commit/commit.js';
import { CLOCK_ID, clocks, type StoredRecord } from '../../store/model/internal.js';
import type { State } from '../../store/model/state.js';
import { dueBetween } from '../../webhooks/records.js';

type ClockContext = ContextOf<typeof declared, 'setClock'>;
type Input = ClockContext['input'];

const problem = problemsOf(declared.kinds);

function checkForward(state: State, next: ClockState, pointer: string): void {
  const [now, then] = [state.now(), readClock(next)];
  if (!state.written || then >= now) return;
  const detail = `must not lie before ${instantText(now)}: after the first write the clock only goes forward`;
  throw problem('conflict', {
    detail: `the clock cannot go back to ${instantText(then)}; reset the sandbox first`,
    errors: [{ pointer, code: 'conflict', detail }],
  });
}

/** The record of a clock that was set anew. */
export function clockMove(before: State, setting: ClockSetting, pointer: string): StoredRecord {
  const state = startingClock(setting);
  checkForward(before, state, pointer);
  return { collection: clocks.name, id: CLOCK_ID, value: { id: CLOCK_ID, state }, order: null, expires: null };
}

function checkInput({ action, at, seconds }: Input): void {
  const faults = [
    ...(at !== undefined && action !== 'freeze'
      ? [{ pointer: '#/at', code: 'excluded', detail: 'is allowed with freeze only' }]
      : []),
    ...(seconds !== undefined && action !== 'advance'
      ? [{ pointer: '#/seconds', code: 'excluded', detail: 'is allowed with advance only' }]
      : []),
    ...(seconds === undefined && action === 'advance'
      ? [{ pointer: '#/seconds', code: 'required', detail: 'is required' }]
      : []),
  ];
  if (faults.length > 0) throw badRequest(faults);
}

function wound(clock: ClockState, { action, at, seconds = 0 }: Input): ClockState {
  if (action === 'resume') return resumeClock(clock);
  if (action === 'advance') {
    const ms = Math.round(seconds * 1000);
    if (!endsBefore(clock, ms)) return advanceClock(clock, ms);
    throw badRequest([{ pointer: '#/seconds', code: 'too_big', detail: 'must not lead past the year 9999' }]);
  }
  return freezeClock(clock, at === undefined ? undefined : Date.parse(at));
}

/** Winds the clock, and counts the records whose life this ended. */
export async function setClock({ input, idempotency }: ClockContext, { registry, deliveries }: Services) {
  checkInput(input);
  const sandbox = await registry.open(input.name);
  const { answer } = await commit({
    sandbox,
    dryRun: false,
    idempotency: idempotency && { scope: idempotency, payload: input },
    prepare: async (before, then) => {
      const state = wound(before.clock, input);
      const now = readClock(state);
      // Time goes on while this runs, so that only an instant that was given can lie before the present.
      if (input.at !== undefined) checkForward(before, state, '#/at');
      const expired = before.ended(now).length - before.ended(then).length;
      const due = dueBetween(before.view, then, now);
      const reading = { mode: clockMode(state), now: instantText(now), expired, due };
      const draft = new Draft(before.view);
      draft.put(clocks, { id: CLOCK_ID, state });
      return { answer: reading, writes: draft.writes };
    },
  });
  deliveries.wake(sandbox);
  return answer;
}
