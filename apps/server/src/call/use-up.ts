/** Uses up what can be shown once, in a commit of its own: proofs of possession, and the assertions of clients. */
import { readCredential } from '#credentials';
import { Draft } from '../kit/draft.js';
import type { PresentedProof } from '../kit/presented-proof.js';
import { isUsed, markUsed, type OneUse } from '../kit/used-once.js';
import { commit } from '../state/commit/commit.js';
import { ViewAt } from '../state/model/view-at.js';
import type { Call } from './call.js';
import { draftFor, type Performance, presentedBy } from './make-context.js';
import { isDryRun } from './strike.js';

/** Uses something up, and answers whether it was not used before: by this process or another. */
export async function useAtOnce(call: Call, use: OneUse): Promise<boolean> {
  const { answer } = await commit<boolean>({
    sandbox: call.sandbox,
    dryRun: isDryRun(call),
    signal: call.signal,
    check: (state) => call.unmet?.check(state),
    prepare: async ({ view }, now) => {
      const draft = new Draft(new ViewAt(view, now));
      const isNew = !isUsed(draft, use, now);
      if (isNew) markUsed(draft, use);
      return { answer: isNew, writes: draft.writes };
    },
  });
  return answer;
}

/** What a request has used up: it may be performed again, and have several calls. */
const usedBy = new WeakMap<PresentedProof, Set<string>>();

/**
 * Uses up what a call shows of its maker that is good once. It is used whatever comes of the call.
 *
 * @throws ProblemError where the call lacks the credential that its operation declares, or shows what was used before
 */
export async function useUp(run: Performance): Promise<void> {
  const { operation, call, input } = run;
  const { meta } = operation;
  const showsAny = call.proof.header !== null || (meta.credential === 'client' && 'client_assertion' in Object(input));
  if (meta.credential === 'none' || !showsAny) return;
  const { sandbox } = call;
  if (!sandbox.fresh && call.isFresh !== true) await sandbox.refresh();
  const now = sandbox.now();
  const presented = presentedBy(run, now);
  await readCredential(draftFor(run, new ViewAt(sandbox.view, now)), meta, presented);
  const used = usedBy.get(call.proof) ?? new Set();
  usedBy.set(call.proof, used);
  for (const { refusal, ...use } of presented.uses) {
    const name = JSON.stringify(use.of);
    if (used.has(name)) continue;
    used.add(name);
    if (!(await useAtOnce(call, use))) throw refusal;
  }
}
