/** The clock of the sandbox: what it shows, and how it is moved. */
import type { ClockReading } from '@understudy/client';
import { signal } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';
import { api, attempt } from '../api.js';
import { Field, LineForm } from '../fields.js';
import { countText } from '../format.js';
import { sandbox } from '../place.js';
import { resource } from '../resource.js';

/** The clock as it was read, and when that was by the clock of the page. */
const clock = resource(async () => {
  const { clock: state } = await api.value.sandboxes.getSandbox({ name: sandbox });
  return { ...state, readAt: performance.now() };
});

/** What the changes did, newest first. */
const changes = signal<readonly (ClockReading & { readonly what: string })[]>([]);

type Change = { readonly action: 'freeze' | 'advance' | 'resume'; readonly at?: string; readonly seconds?: number };

async function set(what: string, change: Change): Promise<void> {
  const reading = await attempt(() => api.value.sandboxes.setClock({ name: sandbox, ...change }));
  if (reading !== undefined) changes.value = [{ what, ...reading }, ...changes.value].slice(0, 20);
  await clock.reload();
}

const steps = { '1 minute': 60, '1 hour': 3600, '1 day': 86_400, '30 days': 2_592_000 } as const;

/** What a change set off. */
function effectText({ expired, due }: ClockReading): string {
  const parts = [
    ...(expired > 0 ? [`${countText(expired, 'record')} expired`] : []),
    ...(due > 0 ? [`${countText(due, 'delivery').replace('deliverys', 'deliveries')} due`] : []),
  ];
  return parts.length === 0 ? 'nothing fell due' : parts.join(', ');
}

/** The present of a clock that was read some time ago, as RFC 3339 has it. */
function presentOf({ mode, now, readAt }: { mode: string; now: string; readAt: number }): string {
  const passed = mode === 'frozen' ? 0 : performance.now() - readAt;
  return new Date(Date.parse(now) + passed).toISOString();
}

/** The pane. */
export function ClockPane() {
  const [, tick] = useState(0);
  const [instant, setInstant] = useState('');
  useEffect(() => {
    void clock.reload();
    // Another page or a test may set it too.
    const reading = setInterval(clock.refresh, 5000);
    const ticking = setInterval(() => tick((count) => count + 1), 250);
    return () => {
      clearInterval(reading);
      clearInterval(ticking);
    };
  }, []);
  const state = clock.value.value;
  const isFrozen = state?.mode === 'frozen';
  return (
    <div class="pane">
      <header class="line">
        <h2>Clock</h2>
        <span class="soft">What carries the time of the sandbox follows it: tokens, webhooks, orders, records.</span>
      </header>
      {clock.error.value !== undefined && <p class="error">{clock.error.value}</p>}
      {state !== undefined && (
        <p class="clock">
          <time>{presentOf(state).replace(/\.\d+Z$/, 'Z')}</time> <span class="mark">{state.mode}</span>
        </p>
      )}
      <div class="line">
        {isFrozen ? (
          <button type="button" class="primary" onClick={() => void set('resumed', { action: 'resume' })}>
            Resume
          </button>
        ) : (
          <button type="button" class="primary" onClick={() => void set('frozen', { action: 'freeze' })}>
            Freeze
          </button>
        )}
        {Object.entries(steps).map(([name, seconds]) => (
          <button key={name} type="button" onClick={() => void set(`${name} on`, { action: 'advance', seconds })}>
            + {name}
          </button>
        ))}
      </div>
      <LineForm onSubmit={() => void set(`frozen at ${instant}`, { action: 'freeze', at: instant })}>
        <Field
          label="Freeze at"
          value={instant}
          input={{ required: true, placeholder: '2026-01-01T00:00:00Z' }}
          onChange={setInstant}
        />
        <button type="submit">Freeze there</button>
      </LineForm>
      <ol class="log" aria-live="polite" aria-label="Changes of the clock">
        {changes.value.map((change, index) => (
          <li key={changes.value.length - index}>
            <strong>{change.what}</strong> <span class="soft">{change.now}</span> {effectText(change)}
          </li>
        ))}
      </ol>
    </div>
  );
}
