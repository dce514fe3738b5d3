/** What the clients did wrong: verdicts as they arise, each with its requests and what to do. */
import { signal } from '@preact/signals';
import { useHotkeys } from '../hotkeys.js';
import { countText } from '../format.js';
import { showRequest } from '../route.js';
import { VerdictText, verdicts } from '../verdicts.js';

/** The verdict that the keys are at, by its id: others come before it. */
const current = signal<string | undefined>(undefined);

/** Goes to the verdict that is so many further down. */
function move(by: number): void {
  const found = verdicts.value.value?.data ?? [];
  const at = found.findIndex(({ id }) => id === current.value);
  const next = found[Math.min(found.length - 1, Math.max(0, at + by))];
  current.value = next?.id;
  document.getElementById(`verdict-${next?.id}`)?.scrollIntoView({ block: 'nearest' });
}

/** The pane. */
export function ConductPane() {
  const read = verdicts.value.value;
  const found = read?.data ?? [];
  useHotkeys({
    j: () => move(1),
    ArrowDown: () => move(1),
    k: () => move(-1),
    ArrowUp: () => move(-1),
    Enter: () => {
      const last = verdicts.value.value?.data.find(({ id }) => id === current.value)?.requests.at(-1);
      if (last !== undefined) showRequest(last);
    },
  });
  return (
    <div class="pane">
      <header class="line">
        <h2>Conduct</h2>
        <span class="soft" role="status">
          {read === undefined
            ? ''
            : `${countText(read.total, 'verdict')}${read.total > found.length ? `, the newest ${found.length}` : ''}`}
          {read?.isIncomplete === true ? '; requests are missing in the journal, so there may be more' : ''}
        </span>
      </header>
      {verdicts.error.value !== undefined && <p class="error">{verdicts.error.value}</p>}
      {read !== undefined && found.length === 0 && (
        <div class="empty">
          <h2>Nothing wrong so far</h2>
          <p>
            The server judges each request of the app: retries that come too soon, writes without a key, pages that are
            skipped. Make something fail to see how the app behaves: <kbd>n</kbd> makes a rule.
          </p>
        </div>
      )}
      <ol class="verdicts">
        {found.map((verdict) => (
          <li key={verdict.id} id={`verdict-${verdict.id}`} aria-current={verdict.id === current.value}>
            <VerdictText verdict={verdict} />
          </li>
        ))}
      </ol>
    </div>
  );
}
