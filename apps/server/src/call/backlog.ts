/** The events that a stream has by now, where no stream can be answered. */
import type { StreamEvent } from '../kit/event-source.js';
import type { FoundStream } from './call-result.js';

/** Events of one answer at most: whoever wants more asks again, with the id of the last. */
const MOST = 1000;

/** The events that there are by now, up to the limit of the input. */
export async function backlog({ source, controls }: FoundStream): Promise<{ readonly data: StreamEvent[] }> {
  const { last_event_id, limit = MOST } = controls;
  const data: StreamEvent[] = [];
  let last = last_event_id;
  while (data.length < limit) {
    const { events, isOver } = await source.after(last);
    if (events.length === 0) break;
    data.push(...events.slice(0, limit - data.length));
    last = data.at(-1)?.id;
    if (isOver === true) break;
  }
  return { data };
}
