/** Reads the journal of a sandbox whole. */
import type { Caller } from '../http/app-router.js';
import type { SeenRequest } from './observed.js';

/** The most that a page of a list has. */
const PER_PAGE = 50;

/** A journal. */
export interface ReadJournal {
  readonly requests: readonly SeenRequest[];
  readonly isIncomplete: boolean;
}

/** Without headers and bodies, of which no report shows any. */
function seen(entry: SeenRequest): SeenRequest {
  const { sequence, received_at, duration_ms, operation, method, path, query, status, fault, ended } = entry;
  return { sequence, received_at, duration_ms, operation, method, path, query, status, fault, ended };
}

/** Reads the journal of a sandbox whole. */
export async function readJournal(caller: Caller, name: string): Promise<ReadJournal> {
  const requests: SeenRequest[] = [];
  let isIncomplete = false;
  for (let cursor: string | undefined; ;) {
    const { data, pagination, meta } = await caller.sandboxes.listRequests({
      name,
      per_page: PER_PAGE,
      pagination_style: 'cursor',
      ...(cursor === undefined ? {} : { cursor }),
    });
    requests.push(...data.map(seen));
    isIncomplete ||= meta.incomplete || meta.dropped > 0;
    cursor = pagination.nextCursor ?? undefined;
    if (cursor === undefined) return { requests, isIncomplete };
  }
}
