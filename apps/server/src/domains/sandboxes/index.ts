/** The control API: its handlers over the registry of sandboxes. */
import {
  type Delivery,
  type ListedSandbox,
  type Sandbox as SandboxRecord,
  sandboxes as declared,
  SNAPSHOT_FORMAT,
  type Verdict,
} from '@understudy/contract/sandboxes';
import type { Services } from '../../call/services.js';
import type { HandlersOf } from '../../kit/handler.js';
import { type Examples, implement } from '../../kit/implement.js';
import { retryOnConflict } from '../../store/commit/commit-queue.js';
import type { Sandbox } from '../../store/registry/sandbox.js';
import { UnreadableState } from '../../store/model/failures.js';
import { addRule, listRules, putInbox, putRules, removeRule, removeRules, updateRule } from './fault-rules.js';
import { followRequests, listRequests } from './list-requests.js';
import { changeSandbox, putSandbox, setClock, tokenHandlers } from './put-sandbox.js';
import { checksum, type Content, exportSnapshot, restoreSnapshot } from './snapshot.js';
import type { ContextOf, RegistryContext } from '../../kit/context.js';
import type { Entries } from '../../kit/listing.js';
import { DATA_VERSION, type Sizes } from '../../kit/dataset.js';
import { clockMode, instantText, readClock } from '../../kit/clock.js';
import type { Listed, Overview } from '../../store/registry/overview.js';
import { maskBody } from '../../journal/mask.js';
import { Draft } from '../../kit/draft.js';
import type { Records } from '../../kit/records.js';
import { ViewAt } from '../../store/model/view.js';
import {
  byEvent,
  type DeliveryRecord,
  outcomeOf,
  webhookDeliveries,
  webhookEvents,
  webhookRegistrations,
} from '../../webhooks/records.js';

const instantOrNull = (ms: number | null = null): string | null => (ms === null ? null : instantText(ms));

/** What the control API says of a sandbox. */
function describe(sandbox: Overview, { baseUrlOf }: Pick<RegistryContext, 'baseUrlOf'>): SandboxRecord {
  const { name, config, revision, clock, counts, rules } = sandbox;
  return {
    name,
    base_url: baseUrlOf(name),
    seed: config.seed,
    sizes: { ...config.sizes },
    data_version: DATA_VERSION,
    revision,
    clock: { mode: clockMode(clock), now: instantText(readClock(clock)) },
    counts: { ...counts, fault_rules: rules.length },
    ttl_seconds: config.ttl_seconds,
    strict: config.strict ?? false,
    login: config.login ?? 'automatic',
    id_token_claims: config.id_token_claims ?? 'scopes',
    scopes: config.scopes ? [...config.scopes] : null,
    oauth_clients: [...(config.oauth_clients ?? [])],
    dpop_nonce: config.dpop_nonce ?? 'optional',
    device_auto_approve: config.device_auto_approve ?? null,
  };
}

/** The examples of sandboxes, by component of the document. */
async function sandboxExamples({ sizes }: { readonly sizes: Sizes }): Promise<Examples> {
  const content: Content = {
    format: SNAPSHOT_FORMAT,
    data_version: DATA_VERSION,
    config: { seed: 'understudy', sizes, clock: 'real', ttl_seconds: 3600 },
    revision: 0,
    records: [],
  };
  const snapshot = { ...content, sha256: await checksum(content) };
  return {
    Sandbox: { sizes },
    PutSandboxBody: { seed: 'checkout', sizes, clock: '2026-01-01T00:00:00.000Z' },
    Snapshot: snapshot,
    RestoreSnapshotBody: snapshot,
  };
}

type ListCall = ContextOf<typeof declared, 'listVerdicts'>;

async function listVerdicts({ input }: ListCall, server: Services): Promise<Entries<Verdict>> {
  const { name, since = 0 } = input;
  const { verdicts, ...meta } = await server.conduct.of(name);
  const earliest = typeof since === 'string' ? Date.parse(since) : undefined;
  const wanted = verdicts.filter(({ last, verdict }) =>
    earliest === undefined ? last > Number(since) : Date.parse(verdict.at) >= earliest,
  );
  return { entries: wanted.map(({ position, verdict }) => ({ position, item: verdict })), meta };
}

/** What the control API says of a delivery. */
function showDelivery(delivery: DeliveryRecord, records: Records): Delivery {
  const { id, event_id, registration_id, next_at, log = [] } = delivery;
  const registration = records.get(webhookRegistrations, registration_id);
  const { body = '', type = '' } = records.get(webhookEvents, event_id) ?? {};
  const outcome = outcomeOf(delivery);
  return {
    id,
    event_id,
    type,
    registration_id,
    url: registration?.url ?? '',
    status: outcome ?? 'pending',
    due: outcome === undefined ? instantText(next_at) : null,
    payload: maskBody(body, undefined),
    attempts: log,
  };
}

/** The deliveries of a sandbox in the order of their events. */
function listDeliveries(sandbox: Sandbox): Entries<Delivery> {
  const records = new ViewAt(sandbox.view, sandbox.now());
  const found = records.changed(webhookDeliveries);
  found.sort(byEvent);
  return { entries: found.map((delivery, position) => ({ position, item: showDelivery(delivery, records) })) };
}

type RedeliverCall = ContextOf<typeof declared, 'redeliver'>;

/** Makes another attempt at a delivery. */
const redeliver = (ctx: RedeliverCall, server: Services): Promise<readonly Delivery[]> =>
  changeSandbox(ctx, server, async ({ view }, now) => {
    const draft = new Draft(new ViewAt(view, now), () => ({ parameter: 'delivery_id' }));
    const delivery = draft.find(webhookDeliveries, ctx.input.delivery_id);
    if (delivery.attempts === 0) {
      const detail = `the first attempt is due at ${instantText(delivery.next_at)}`;
      throw ctx.problem('conflict', { detail });
    }
    const made = server.outbox.redeliver(draft, delivery, now);
    return { answer: [showDelivery(made, draft)], writes: draft.writes };
  });

interface Named {
  readonly input: { readonly name: string };
}

/** Takes a failure to read a sandbox for nothing that could be said of it. */
function nothingReadable(failure: unknown): undefined {
  if (!(failure instanceof UnreadableState)) throw failure;
}

type NamedHandlers = Omit<HandlersOf<typeof declared>, 'listSandboxes' | keyof ReturnType<typeof tokenHandlers>>;

/** The same, each behind a check of its call. */
function behind(check: (ctx: Named) => void, handlers: NamedHandlers): NamedHandlers {
  const entries = Object.entries<(ctx: Named) => unknown>(handlers as never).map(([name, handle]) => {
    const checked = async (ctx: Named): Promise<unknown> => {
      check(ctx);
      return handle(ctx);
    };
    return [name, checked];
  });
  // Each stays the handler of its operation.
  return Object.fromEntries(entries) as unknown as NamedHandlers;
}

/** The control API. */
export const sandboxes = implement(declared, {
  examples: sandboxExamples,
  handlers: (server: Services) => {
    const { registry, access, deliveries } = server;

    /** Refuses to control the sandbox that everyone shares, where everyone can reach the server. */
    const checkAccess = ({ input }: Named): void => {
      if (input.name === registry.default.name) access.checkShared('controlling the default sandbox');
    };

    /** The sandbox that a call names; every name has one, whether or not anything is kept of it. */
    const named = async ({ input }: Named): Promise<Sandbox> => {
      const sandbox = await registry.open(input.name);
      await sandbox.refresh();
      return sandbox;
    };

    return {
      listSandboxes: async (ctx) => {
        access.checkShared('listing all sandboxes');
        const reached = (await registry.list()).filter(({ name }) => ctx.reach(name));
        const find = async ({ name, lifetime }: Listed): Promise<ListedSandbox> => {
          const overview = await registry.listed(name);
          if (overview instanceof UnreadableState) {
            return { name, base_url: ctx.baseUrlOf(name), unreadable: overview.reason };
          }
          return {
            ...describe(overview, ctx),
            created_at: instantOrNull(lifetime?.createdAt),
            last_used_at: instantOrNull(lifetime?.usedAt),
          };
        };
        const entryAt = (outline: Listed | undefined) =>
          outline && {
            outline,
            position: outline.position + 1,
            // Found only where it is shown.
            get item() {
              return find(outline);
            },
          };
        return { entries: { length: reached.length, at: (index) => entryAt(reached[index]) } };
      },

      ...behind(checkAccess, {
        putSandbox: async (ctx) => {
          const sandbox = await putSandbox(ctx, server);
          // A copy has the deliveries of its source, and another clock may make some due.
          deliveries.wake(sandbox);
          return { value: [describe(sandbox, ctx)] };
        },

        getSandbox: async (ctx) => {
          const { name } = ctx.input;
          return { value: describe((await registry.overview(name)) ?? registry.unwritten(name), ctx) };
        },

        deleteSandbox: async (ctx) => {
          const { name } = ctx.input;
          const found = await registry.overview(name).catch(nothingReadable);
          // Also where it holds nothing, its journal goes.
          await registry.discard(name);
          return { value: found === undefined ? [] : [describe(found, ctx)] };
        },

        resetSandbox: async (ctx) => {
          const sandbox = await registry.open(ctx.input.name);
          await sandbox.exclusively(() =>
            retryOnConflict(async () => {
              await sandbox.refresh();
              return sandbox.replace({ config: sandbox.config, revision: 0, records: [], tallies: [], isAnew: true });
            }),
          );
          return { value: [describe(sandbox, ctx)] };
        },

        setClock: async (ctx) => ({ value: [await setClock(ctx, server)] }),

        getSnapshot: async (ctx) => ({ value: await exportSnapshot(await named(ctx), server) }),

        restoreSnapshot: async (ctx) => {
          const sandbox = await restoreSnapshot(ctx, server);
          deliveries.wake(sandbox);
          return { value: [describe(sandbox, ctx)] };
        },

        listRequests: (ctx) => listRequests(ctx, server),

        listVerdicts: (ctx) => listVerdicts(ctx, server),

        listInbox: (ctx) => listRequests(ctx, server),

        listDeliveries: async (ctx) => listDeliveries(await named(ctx)),

        redeliver: async (ctx) => ({ value: await redeliver(ctx, server) }),

        putInbox: async (ctx) => ({ value: await putInbox(ctx, server) }),

        clearRequests: async (ctx) => {
          await server.journals.clear(ctx.input.name);
          return { value: null };
        },

        streamRequests: async (ctx) => ({ stream: await followRequests(ctx, server) }),

        listFaults: async (ctx) => {
          const rules = await listRules(await named(ctx));
          return { entries: rules.map((item) => ({ position: item.order, item })) };
        },

        putFaults: async (ctx) => ({ value: await putRules(ctx, server) }),

        addFault: async (ctx) => ({ value: await addRule(ctx, server) }),

        updateFault: async (ctx) => ({ value: await updateRule(ctx, server) }),

        deleteFault: async (ctx) => ({ value: await removeRule(ctx, server) }),

        deleteFaults: async (ctx) => ({ value: await removeRules(ctx, server) }),
      }),

      ...tokenHandlers(server),
    };
  },
});
