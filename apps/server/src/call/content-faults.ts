/** The faults of what an answer says, as far as they act on the call itself: on its pages, and on when a write is seen. */
import type { ContentEffect, ContentFault } from '../faults/outcome.js';
import type { PagingEffect } from '../faults/content/paging.js';
import { pagingFaults } from '@understudy/contract/sandboxes';
import { loadedLater } from '../kit/made-once.js';
import type { ShowPage } from '../kit/pages.js';
import { ViewAt } from '../store/model/view.js';
import type { Call } from './call.js';

type FaultedCall = Pick<Call, 'met' | 'altered' | 'sandbox' | 'client'> & { view?: Call['view'] };

const pagingNames: ReadonlySet<string> = new Set(pagingFaults.map(({ shape }) => shape.fault.value));

const isPaging = (effect: ContentEffect): effect is PagingEffect => pagingNames.has(effect.fault.fault);

/** Loaded only where a fault asks for it. */
const paging = loadedLater(() => import('../faults/content/paging.js'));

/** What the pages of a list show; undefined where that is what they are. */
export async function shownPages({ met, altered, sandbox }: FaultedCall): Promise<ShowPage | undefined> {
  const effects = met?.content?.filter(isPaging) ?? [];
  if (effects.length === 0) return undefined;
  const { lyingPages } = await paging();
  return lyingPages(effects, sandbox.config.seed, ({ by }) => altered.add(by));
}

/** The first fault of a name. */
function named<Name extends ContentFault['fault']>({ met }: FaultedCall, name: Name) {
  const found = met?.content?.find(({ fault }) => fault.fault === name);
  // Each fault is the one of its name.
  return found as (ContentEffect & { readonly fault: Extract<ContentFault, { readonly fault: Name }> }) | undefined;
}

/** The records that a read is late for; undefined where it reads those of the present. */
export function lateView(call: FaultedCall): ViewAt | undefined {
  const stale = named(call, 'stale');
  if (stale === undefined) return undefined;
  const { sandbox } = call;
  const { seconds, per } = stale.fault;
  const until = sandbox.now() - seconds * 1000;
  const past = sandbox.history.stateAt(sandbox.state, { until, client: per === 'client' ? call.client() : undefined });
  if (past === undefined) return undefined;
  call.altered.add(stale.by);
  call.view = past.view;
  return new ViewAt(past.view, until);
}

/** The fault that loses a write; undefined where none does. */
export const lostUpdate = (call: FaultedCall): ContentEffect | undefined => named(call, 'lost_update');
