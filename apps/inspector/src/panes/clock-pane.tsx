/** The clock of the sandbox: what it shows, and how it is moved. */
import type { ClockReading } from '@understudy/client';
import { signal } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';
import { api, attempt } from '../api.js';
import { Field, LineForm } from '../fields.js';
import { agoText, countText } from '../format.js';
import { sandbox } from '../place.js';
import { resource } from '../resource.js';
import { state, useSandboxState } from '../state.js';
import { Row, Table } from '../table.js';

/** The clock as it was read, and when that was by the clock of the page. */
const clock = resource(async () => {
  const { clock: found } = await api.value.sandboxes.getSandbox({ name: sandbox });
  return { ...found, readAt: performance.now() };
});

/** What the changes did, newest first. */
const changes = signal<readonly (ClockReading & { readonly what: string })[]>([]);

type Change = { readonly action: 'freeze' | 'advance' | 'resume'; readonly at?: string; readonly seconds?: number };

async function set(what: string, change: Change): Promise<void> {
  const reading = await attempt(() => api.value.sandboxes.setClock({ name: sandbox, ...change }));
  if (reading !== undefined) changes.value = [{ what, ...reading }, ...changes.value].slice(0, 20);
  await Promise.all([clock.reload(), state.reload()]);
}

const steps = { '1 minute': 60, '1 hour': 3600, '1 day': 86_400, '30 days': 2_592_000 } as const;

/** An instant of a record that is still to come. */
interface Coming {
  readonly at: number;
  readonly what: string;
  readonly member: string;
}

/** Rows that are shown. */
const MOST = 10;

/** The instants in a record, by the names of their members. */
function instantsIn(value: unknown, what: string, member = ''): Coming[] {
  if (typeof value === 'object' && value !== null) {
    const isList = Array.isArray(value);
    return Object.entries(value).flatMap(([name, part]) => instantsIn(part, what, isList ? member : name));
  }
  if (!/(?:^|_)(?:at|until|end|expires)$/.test(member)) return [];
  const at = typeof value === 'number' ? value : Date.parse(String(value));
  // Smaller numbers are no ms since 1970.
  return at > 1e12 ? [{ at, what, member }] : [];
}

function ComingTable({ now }: { now: number }) {
  const records = state.value.value?.records ?? [];
  const coming = records
    .flatMap(({ collection, id, value }) => instantsIn(value, `${collection}/${id}`))
    .filter(({ at }) => at > now)
    .toSorted((one, other) => one.at - other.at);
  if (coming.length === 0) return <p class="soft">No record that was written has an instant that is still to come.</p>;
  return (
    <>
      <Table label="Still to come" columns={['When', 'Record', 'Member', 'At']}>
        {coming.slice(0, MOST).map(({ at, what, member }) => {
          const instant = new Date(at).toISOString();
          const seconds = Math.ceil(at - now) / 1000;
          return (
            <Row
              key={`${what} ${member} ${at}`}
              title={agoText(instant, now)}
              cells={[what.slice(0, 50), member, instant]}
            >
              <button type="button" class="quiet" onClick={() => void set(instant, { action: 'advance', seconds })}>
                Move there
              </button>
            </Row>
          );
        })}
      </Table>
      {coming.length > MOST && <p class="soft">{coming.length - MOST} more come later.</p>}
    </>
  );
}

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
    const timer = setInterval(clock.refresh, 5000);
    const ticking = setInterval(() => tick((count) => count + 1), 250);
    return () => {
      clearInterval(timer);
      clearInterval(ticking);
    };
  }, []);
  useSandboxState();
  const reading = clock.value.value;
  const isFrozen = reading?.mode === 'frozen';
  return (
    <div class="pane">
      <header class="line">
        <h2>Clock</h2>
        <span class="soft">What carries the time of the sandbox follows it: tokens, webhooks, orders, records.</span>
      </header>
      {clock.error.value !== undefined && <p class="error">{clock.error.value}</p>}
      {reading !== undefined && (
        <p class="clock">
          <time>{presentOf(reading).replace(/\.\d+Z$/, 'Z')}</time> <span class="mark">{reading.mode}</span>
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
      {reading !== undefined && <ComingTable now={Date.parse(presentOf(reading))} />}
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
