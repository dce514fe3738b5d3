/** The rules of the sandbox, and what is done to them. */
import type { FaultRule } from '@understudy/client';
import { effect } from '@preact/signals';
import { api, attempt } from './api.js';
import { version } from './journal.js';
import { sandbox } from './place.js';
import { resource } from './resource.js';

/** The rules, in the order in which they are tried. */
export const faults = resource(async () => {
  const rules: FaultRule[] = [];
  for await (const rule of api.value.sandboxes.listFaults({ name: sandbox, per_page: 50 })) rules.push(rule);
  return rules;
});

/** Reads the rules again as requests come, until it is called off. */
export function followFaults(): () => void {
  return effect(() => {
    void version.value;
    void api.value;
    faults.refresh();
  });
}

/** Does something to the rules, and shows them as they are then. */
export async function changeFaults(work: () => Promise<unknown>, done?: string): Promise<void> {
  await attempt(work, done);
  await faults.reload();
}

/** Adds the rules of a preset. */
export const addPreset = (preset: string): Promise<void> =>
  changeFaults(
    () => api.value.sandboxes.addFault({ name: sandbox, fault: `preset;name=${preset}` }),
    `The preset ${preset} is set.`,
  );
