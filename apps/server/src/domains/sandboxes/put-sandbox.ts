/** Creates or reconfigures a sandbox, or makes it a copy of another. */
import { type OAuthClient, sandboxes as declared, type StoredRule } from '@understudy/contract/sandboxes';
import type { TallyEntry } from '../../faults/action.js';
import type { Services } from '../../call/services.js';
import { listed } from '../../faults/read-faults.js';
import { fingerprinted, readRules } from '../../faults/rules.js';
import type { ContextOf } from '../../kit/context.js';
import { loginSettings } from '../../kit/logins.js';
import { badRequest, ProblemError, problemsOf } from '../../kit/problem-error.js';
import type { Sizes } from '../../kit/dataset.js';
import { sizeFaults } from './snapshot.js';
import { retryOnConflict } from '../../store/commit/commit-queue.js';
import type { Sandbox } from '../../store/registry/sandbox.js';
import type { SandboxConfig, State } from '../../store/model/state.js';
import { CLOCK_ID, clocks, ruleLists, type StoredRecord } from '../../store/model/internal.js';
import type { ProblemFault } from '@understudy/contract/kit';
import { isRedirectAllowed, REDIRECT_RULE, type RedirectRules } from '../../identity/redirects.js';
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
import { Draft } from '../../kit/draft.js';
import { commit, type Prepared } from '../../store/commit/commit.js';
import { dueBetween } from '../../webhooks/records.js';

type ClockContext = ContextOf<typeof declared, 'setClock'>;
type ClockInput = ClockContext['input'];

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
function clockMove(before: State, setting: ClockSetting, pointer: string): StoredRecord {
  const state = startingClock(setting);
  checkForward(before, state, pointer);
  return { collection: clocks.name, id: CLOCK_ID, value: { id: CLOCK_ID, state }, order: null, expires: null };
}

function checkInput({ action, at, seconds }: ClockInput): void {
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

function wound(clock: ClockState, { action, at, seconds = 0 }: ClockInput): ClockState {
  if (action === 'resume') return resumeClock(clock);
  if (action === 'advance') {
    const ms = Math.round(seconds * 1000);
    if (!endsBefore(clock, ms)) return advanceClock(clock, ms);
    throw badRequest([{ pointer: '#/seconds', code: 'too_big', detail: 'must not lead past the year 9999' }]);
  }
  return freezeClock(clock, at === undefined ? undefined : Date.parse(at));
}

/** A call that changes what a sandbox holds. */
interface Change {
  readonly input: { readonly name: string };
  readonly idempotency: readonly string[] | undefined;
}

/** Changes what the sandbox of a call holds in one write, and looks for deliveries that are due then. */
export async function changeSandbox<Answer>(
  { input, idempotency }: Change,
  { registry, deliveries }: Services,
  prepare: (before: State, now: number, sandbox: Sandbox) => Promise<Prepared<Answer>>,
): Promise<Answer> {
  const sandbox = await registry.open(input.name);
  const { answer } = await commit<Answer>({
    sandbox,
    dryRun: false,
    idempotency: idempotency && { scope: idempotency, payload: input },
    prepare: (before, now) => prepare(before, now, sandbox),
  });
  deliveries.wake(sandbox);
  return answer;
}

/** Winds the clock, and counts the records whose life this ended. */
export async function setClock(ctx: ClockContext, server: Services) {
  const { input } = ctx;
  checkInput(input);
  return changeSandbox(ctx, server, async (before, then) => {
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
  });
}

/** The faults of the addresses that browsers may not be sent to (Front-Channel Logout §2, RP-Initiated Logout §3.1). */
function clientFaults(clients: readonly OAuthClient[], redirects: RedirectRules): ProblemFault[] {
  const fault = (uri: string | undefined, pointer: string): ProblemFault[] =>
    uri === undefined || isRedirectAllowed(uri, redirects)
      ? []
      : [{ pointer, code: 'not_allowed', detail: REDIRECT_RULE }];
  return clients.flatMap((client, index) => [
    ...(client.redirect_uris ?? []).flatMap((uri, at) => fault(uri, `#/oauth_clients/${index}/redirect_uris/${at}`)),
    ...(client.post_logout_redirect_uris ?? []).flatMap((uri, at) =>
      fault(uri, `#/oauth_clients/${index}/post_logout_redirect_uris/${at}`),
    ),
    ...fault(client.frontchannel_logout_uri, `#/oauth_clients/${index}/frontchannel_logout_uri`),
  ]);
}

type PutContext = ContextOf<typeof declared, 'putSandbox'>;
type Input = PutContext['input'];

/** The sandbox to copy; what cannot be copied is refused with its fault. */
async function source({ input, reach }: PutContext, { registry, access }: Services): Promise<Sandbox | undefined> {
  const { from, name } = input;
  if (from === undefined) return undefined;
  const faults = (['seed', 'sizes'] as const).flatMap((member) =>
    input[member] === undefined
      ? []
      : [{ pointer: `#/${member}`, code: 'excluded', detail: 'cannot be given together with from' }],
  );
  if (from === name) faults.push({ pointer: '#/from', code: 'same', detail: 'must name another sandbox' });
  if (faults.length > 0) throw badRequest(faults);
  access.checkReach(reach, from);
  if (from === registry.default.name) access.checkShared('copying the default sandbox');
  const found = await registry.find(from);
  if (found !== undefined) return found;
  throw new ProblemError('not_found', {
    detail: `there is no sandbox ${JSON.stringify(from)} to copy`,
    errors: [{ pointer: '#/from', code: 'not_found', detail: 'must be the name of a sandbox that exists' }],
  });
}

function sameSizes(a: Sizes, b: Sizes): boolean {
  return Object.keys({ ...a, ...b }).every((name) => a[name] === b[name]);
}

function conflict(detail: string, pointer: string): ProblemError {
  return problem('conflict', { detail, errors: [{ pointer, code: 'conflict', detail }] });
}

/** The fault rules that the input asks for; undefined where it says nothing of them. */
function wantedRules({ input, baseUrlOf }: PutContext, { operations }: Services): readonly StoredRule[] | undefined {
  if (input.faults === undefined) return undefined;
  const read = readRules(input.faults, { origin: baseUrlOf(input.name), operations });
  if ('issues' in read) throw badRequest(listed(read.issues, { path: ['faults'] }));
  return fingerprinted(read.rules);
}

interface Wanted {
  readonly input: Input;
  /** Its fault rules; undefined where the input says nothing of them. */
  readonly rules: readonly StoredRule[] | undefined;
}

/** The configuration that is wanted, on top of what is there. */
function wantedConfig({ input, rules }: Wanted, base: SandboxConfig): SandboxConfig {
  const { clock } = input;
  const faults = rules ?? base.faults ?? [];
  return {
    seed: input.seed ?? base.seed,
    sizes: { ...base.sizes, ...input.sizes },
    clock: clock === undefined ? base.clock : clock === 'real' ? clock : Date.parse(clock),
    ttl_seconds: input.ttl_seconds === undefined ? base.ttl_seconds : input.ttl_seconds,
    ...((input.strict ?? base.strict) ? { strict: true } : {}),
    ...loginSettings({
      login: input.login ?? base.login,
      id_token_claims: input.id_token_claims ?? base.id_token_claims,
      scopes: input.scopes === undefined ? base.scopes : input.scopes,
      oauth_clients: input.oauth_clients ?? base.oauth_clients,
      dpop_nonce: input.dpop_nonce ?? base.dpop_nonce,
      device_auto_approve:
        input.device_auto_approve === undefined ? base.device_auto_approve : input.device_auto_approve,
    }),
    ...(faults.length > 0 ? { faults } : {}),
  };
}

/** What a written sandbox keeps: seed and sizes cannot change under its records, its clock only goes forward. */
function recordsToStore(sandbox: Sandbox, input: Input, config: SandboxConfig): readonly StoredRecord[] {
  if (config.seed !== sandbox.config.seed) {
    throw conflict('the seed cannot change after the first write; reset the sandbox first', '#/seed');
  }
  if (!sameSizes(config.sizes, sandbox.config.sizes)) {
    throw conflict('sizes cannot change after the first write; reset the sandbox first', '#/sizes');
  }
  const kept = preservedRecords(sandbox, input);
  return input.clock === undefined ? kept : [...kept, clockMove(sandbox.state, config.clock, '#/clock')];
}

/** The records of a sandbox, without those in whose place the input sets something. */
function preservedRecords({ state }: Sandbox, { clock, faults }: Input): readonly StoredRecord[] {
  const replaced = new Set<string>();
  if (clock !== undefined) replaced.add(clocks.name);
  if (faults !== undefined) replaced.add(ruleLists.name);
  return state.export().filter(({ collection }) => !replaced.has(collection));
}

interface Copied {
  readonly sandbox: Sandbox;
  readonly tallies: readonly TallyEntry[];
}

async function configure(sandbox: Sandbox, wanted: Wanted, copied: Copied | undefined) {
  const { input } = wanted;
  // Rules that are configured anew begin to count at zero.
  const none = input.faults === undefined ? undefined : [];
  if (copied !== undefined) {
    const { revision, config: base } = copied.sandbox;
    if (sandbox.state.written)
      throw conflict('a sandbox that was written to cannot become a copy; reset it first', '#/from');
    const config = wantedConfig(wanted, base);
    const records = preservedRecords(copied.sandbox, input);
    return sandbox.replace({ config, revision, records, tallies: none ?? copied.tallies, isAnew: true });
  }
  const config = wantedConfig(wanted, sandbox.config);
  if (!sandbox.state.written) {
    const records = preservedRecords(sandbox, input);
    return sandbox.replace({ config, revision: records.length === 0 ? 0 : sandbox.revision, records, tallies: none });
  }
  const records = recordsToStore(sandbox, input, config);
  return sandbox.replace({ config, revision: sandbox.revision, records, tallies: none });
}

/** Makes a sandbox be as the input says. */
export async function putSandbox(ctx: PutContext, server: Services): Promise<Sandbox> {
  const { input } = ctx;
  const faults = [
    ...sizeFaults(input.sizes ?? {}, server.limits.maxSizes, ['sizes']),
    ...clientFaults(input.oauth_clients ?? [], server.limits.redirects),
  ];
  if (faults.length > 0) throw badRequest(faults);
  const wanted = { input, rules: wantedRules(ctx, server) };
  const from = await source(ctx, server);
  const sandbox = await server.registry.open(input.name);
  await from?.refresh();
  const copied = from && { sandbox: from, tallies: await from.tallies() };
  await sandbox.exclusively(() =>
    retryOnConflict(async () => {
      await sandbox.refresh();
      return configure(sandbox, wanted, copied);
    }),
  );
  return sandbox;
}

type Contexts = {
  [Name in 'listControlTokens' | 'createControlToken' | 'revokeControlToken']: ContextOf<typeof declared, Name>;
};

/** Only whoever may control all sandboxes hands out tokens for some. */
export function tokenHandlers({ access, tokens }: Services) {
  const check = ({ reach }: Pick<Contexts['listControlTokens'], 'reach'>): void => {
    access.checkShared('handing out tokens');
    access.checkWhole(reach);
  };

  return {
    listControlTokens: async (ctx: Contexts['listControlTokens']) => {
      check(ctx);
      const all = await tokens.list();
      // Others end while a client pages, so that positions follow from the tokens themselves.
      let position = 0;
      return {
        entries: all.map((item) => ({
          position: (position = Math.max(position + 1, Date.parse(item.created_at))),
          item,
        })),
      };
    },

    createControlToken: async (ctx: Contexts['createControlToken']) => {
      check(ctx);
      const { sandboxes, expires_in_days } = ctx.input;
      const made = await tokens.make(sandboxes, expires_in_days);
      if (made !== undefined) return { value: [made] };
      throw problem('conflict', {
        detail: `this server has ${tokens.most} tokens, which is as many as it keeps; revoke some first`,
      });
    },

    revokeControlToken: async (ctx: Contexts['revokeControlToken']) => {
      check(ctx);
      await tokens.revoke(ctx.input.token_id);
      return { value: null };
    },
  };
}
