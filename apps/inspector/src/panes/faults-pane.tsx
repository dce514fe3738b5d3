/** The rules of the sandbox with their counts: switched on and off, moved, removed; presets, and the way to the builder. */
import type { FaultRule } from '@understudy/client';
import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { api } from '../api.js';
import { CodeLine } from '../clipboard.js';
import { addPreset, changeFaults, faults, followFaults } from '../faults.js';
import { sandbox } from '../place.js';
import { catalog, curlOf, editRule } from '../rule-draft.js';
import { Table } from '../table.js';

/** The rule that is being dragged. */
const dragged = signal<FaultRule | undefined>(undefined);

const update = (id: string, change: { enabled?: boolean; order?: number }) =>
  changeFaults(() => api.value.sandboxes.updateFault({ name: sandbox, id, ...change }));

/** Which requests a rule is about. */
function whenText({ when }: FaultRule): string {
  const { method, path, operation, ...rest } = when;
  const parts = [method, operation, path].flatMap((part) => (part === undefined ? [] : [[part].flat().join(' or ')]));
  const others = Object.keys(rest).length === 0 ? [] : [JSON.stringify(rest)];
  return [...parts, ...others].join(' · ') || 'all requests';
}

/** How often it strikes. */
function limitText({ after, times, every, probability, per }: FaultRule): string {
  const parts = [
    times !== null && `${times} ${times === 1 ? 'time' : 'times'}`,
    after > 0 && `after ${after}`,
    every > 1 && `every ${every}th`,
    probability < 1 && `p ${probability.toFixed(2)}`,
    per !== 'sandbox' && `per ${per}`,
  ];
  return parts.filter(Boolean).join(', ') || 'always';
}

/** Whether it has nothing left to do. */
const isSpent = ({ times, struck, per }: FaultRule): boolean => times !== null && per === 'sandbox' && struck >= times;

function RuleRow({ rule, count }: { rule: FaultRule; count: number }) {
  const { id, order, enabled, fault, answer, matched, struck } = rule;
  const move = (to: number) => void update(id, { order: Math.max(1, Math.min(count, to)) });
  return (
    <tr
      class={enabled && !isSpent(rule) ? '' : 'off'}
      draggable
      onDragStart={() => (dragged.value = rule)}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        const from = dragged.value;
        dragged.value = undefined;
        if (from !== undefined && from.id !== id) void update(from.id, { order });
      }}
    >
      <td>
        <span class="grip" aria-hidden="true">
          ⋮⋮
        </span>
        <button
          type="button"
          class="quiet"
          aria-label={`Move ${id} up`}
          disabled={order === 1}
          onClick={() => move(order - 1)}
        >
          ↑
        </button>
        <button
          type="button"
          class="quiet"
          aria-label={`Move ${id} down`}
          disabled={order === count}
          onClick={() => move(order + 1)}
        >
          ↓
        </button>
      </td>
      <td>
        <label class="switch">
          <input
            type="checkbox"
            role="switch"
            aria-label={`${id} on`}
            checked={enabled}
            onChange={() => void update(id, { enabled: !enabled })}
          />
          {enabled ? 'on' : 'off'}
        </label>
      </td>
      <th scope="row">{id}</th>
      <td>
        <code>{fault ?? `answer ${answer?.status ?? ''}`}</code>
      </td>
      <td>{whenText(rule)}</td>
      <td>
        {limitText(rule)}
        {isSpent(rule) ? ' · done' : ''}
      </td>
      <td>
        <strong>{struck}</strong> of {matched}
      </td>
      <td>
        <button
          type="button"
          class="quiet"
          aria-label={`Remove ${id}`}
          onClick={() =>
            void changeFaults(() => api.value.sandboxes.deleteFault({ name: sandbox, id }), `${id} is removed.`)
          }
        >
          ✕
        </button>
      </td>
    </tr>
  );
}

/** The pane. */
export function FaultsPane() {
  useEffect(() => {
    if (catalog.value.peek() === undefined) void catalog.reload();
    return followFaults();
  }, []);
  const rules = faults.value.value;
  return (
    <div class="pane">
      <header class="line">
        <h2>Faults</h2>
        <button type="button" class="primary" onClick={() => editRule()}>
          New rule <kbd>n</kbd>
        </button>
        {rules !== undefined && rules.length > 0 && (
          <button
            type="button"
            onClick={() =>
              void changeFaults(() => api.value.sandboxes.deleteFaults({ name: sandbox }), 'All rules are removed.')
            }
          >
            Remove all
          </button>
        )}
      </header>
      {faults.error.value !== undefined && <p class="error">{faults.error.value}</p>}
      {rules !== undefined && rules.length > 0 && (
        <Table label="Rules" columns={['Order', 'State', 'Rule', 'What it does', 'Requests', 'How often', 'Applied']}>
          {rules.map((rule) => (
            <RuleRow key={rule.id} rule={rule} count={rules.length} />
          ))}
        </Table>
      )}
      {rules?.length === 0 && (
        <div class="empty">
          <h2>Nothing goes wrong</h2>
          <p>
            A rule makes requests fail that match it. The app under test needs no change. Write one, or take a preset.
          </p>
          <CodeLine name="curl" text={curlOf({ when: { method: 'POST' }, times: 1, fault: 'server_error' })} />
        </div>
      )}
      <h3>Presets</h3>
      <ul class="presets">
        {catalog.value.value?.presets.map(({ name, description }) => (
          <li key={name}>
            <button type="button" onClick={() => void addPreset(name)}>
              {name}
            </button>
            <span class="soft">{description}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
