/** Reads the verdicts that count, and reads them again with each request that comes, and in the end. */
import type { Verdict } from '../../generated/types.js';
import { askUntil } from '../received/ask-until.js';
import type { JournalPart, JournalSource } from '../received/journal-source.js';
import type { ExpectedConduct } from './expected-conduct.js';
import { fromOn } from './severities.js';

/** Verdicts of a page. */
const PAGE = 50;
/** Most verdicts that are shown. */
const SHOWN = 20;

/** What the clients of a sandbox did wrong. */
export interface Verdicts {
  /** The oldest of them. */
  readonly shown: readonly Verdict[];
  /** Whether there are more than those. */
  readonly isMore: boolean;
  /** Address of the server, without a slash at the end; empty where that is not known. */
  readonly root: string;
  readonly meta: JournalPart['meta'];
}

/** The verdicts that there are. */
export async function readVerdicts(source: JournalSource, expected: ExpectedConduct): Promise<Verdicts> {
  const { severity, except = [] } = expected;
  const counting: Verdict[] = [];
  for (let page = 1; ; page += 1) {
    const { data, meta, url } = await source.judge({ severity: fromOn(severity).join(','), page, per_page: PAGE });
    // Here, not by the filter of the server: that knows rules which this client does not.
    counting.push(...data.filter(({ rule }) => !except.includes(rule)));
    const isMore = counting.length > SHOWN;
    if (!isMore && data.length === PAGE) continue;
    const root = url.replace(/(\/sandboxes\/[^/?]+)?\/conduct\?.*$/, '');
    return { shown: counting.slice(0, SHOWN), isMore, root, meta };
  }
}

/** The first verdicts, or those that there are after so many ms. */
export async function awaitVerdicts(source: JournalSource, expected: ExpectedConduct, ms: number): Promise<Verdicts> {
  let verdicts = await readVerdicts(source, expected);
  const ask = async (wait: number): Promise<boolean> => {
    const { data } = await source.read({ since: verdicts.meta.last, per_page: 1, wait, min: 1 });
    if (data.length > 0) verdicts = await readVerdicts(source, expected);
    return data.length > 0;
  };
  await askUntil(() => verdicts.shown.length > 0, { ms, ask });
  // Not each verdict comes with a request: that a receiver of webhooks is slow shows when its answer comes.
  return ms > 0 && verdicts.shown.length === 0 ? readVerdicts(source, expected) : verdicts;
}
