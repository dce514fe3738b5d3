/** The frame of the inspector: its tabs, what it says, its dialogs and the keys that work in every pane. */
import type { ComponentChildren } from 'preact';
import { signal } from '@preact/signals';
import { useEffect, useRef, useState } from 'preact/hooks';
import { isReachable, isRefused, notice, useToken } from './api.js';
import { useHotkeys } from './hotkeys.js';
import { basePath, sandbox } from './place.js';
import { ClockPane } from './panes/clock-pane.js';
import { ConductPane } from './panes/conduct-pane.js';
import { DataPane } from './panes/data-pane.js';
import { FaultsPane } from './panes/faults-pane.js';
import { RequestsPane } from './panes/requests-pane.js';
import { SandboxesPane } from './panes/sandboxes-pane.js';
import { TimelinePane } from './panes/timeline-pane.js';
import { TokensPane } from './panes/tokens-pane.js';
import { WebhooksPane } from './panes/webhooks-pane.js';
import { pane, type PaneName, panes, show } from './route.js';
import { RuleBuilder } from './rule-builder.js';
import { editRule } from './rule-draft.js';
import { verdicts } from './verdicts.js';

const views: Readonly<Record<PaneName, () => ComponentChildren>> = {
  requests: RequestsPane,
  timeline: TimelinePane,
  faults: FaultsPane,
  conduct: ConductPane,
  data: DataPane,
  clock: ClockPane,
  webhooks: WebhooksPane,
  tokens: TokensPane,
  sandboxes: SandboxesPane,
};

const names = Object.keys(panes) as PaneName[];

const isHelpOpen = signal(false);

const keys: Readonly<Record<string, string>> = {
  '1 – 9': 'show a pane',
  'j, k': 'the next one, the one before',
  Enter: 'open it',
  Esc: 'close it, or show all',
  '/': 'filter requests',
  n: 'make a rule',
  r: 'make a rule from the request',
  c: 'copy the request as curl',
  s: 'send the request again',
  '?': 'this list',
};

interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

function Dialog({ title, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} aria-label={title} onClose={onClose}>
      <h2>{title}</h2>
      {children}
    </dialog>
  );
}

function Help() {
  return (
    <Dialog title="Keys" onClose={() => (isHelpOpen.value = false)}>
      <dl class="pairs">
        {Object.entries(keys).map(([key, what]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <form method="dialog">
        <button type="submit">Close</button>
      </form>
    </Dialog>
  );
}

function TokenDialog() {
  const [text, setText] = useState('');
  return (
    <Dialog title="This server asks for a token" onClose={() => (isRefused.value = false)}>
      <p>The admin token of the server, or one that controls this sandbox. It is stored in this tab only.</p>
      <form method="dialog" class="line" onSubmit={() => useToken(text)}>
        <input
          type="password"
          aria-label="Token"
          required
          autoComplete="off"
          value={text}
          onInput={({ currentTarget }) => setText(currentTarget.value)}
        />
        <button type="submit" class="primary">
          Use it
        </button>
      </form>
    </Dialog>
  );
}

function Tabs() {
  const total = verdicts.value.value?.total ?? 0;
  return (
    <nav aria-label="Panes">
      {names.map((name, index) => (
        <a
          key={name}
          href={`#${name}`}
          aria-current={pane.value === name ? 'page' : undefined}
          title={`Key ${index + 1}`}
        >
          {panes[name]}
          {name === 'conduct' && total > 0 && (
            <span class="badge">
              {total}
              <span class="hidden"> verdicts</span>
            </span>
          )}
        </a>
      ))}
    </nav>
  );
}

/** The whole page. */
export function App() {
  const View = views[pane.value];
  useHotkeys({
    ...Object.fromEntries(names.map((name, index) => [String(index + 1), () => show(name)])),
    '?': () => (isHelpOpen.value = true),
    n: () => editRule(),
    '/': () => {
      show('requests');
      const focus = () => document.getElementById('filter')?.focus();
      if (pane.value === 'requests') focus();
      else setTimeout(focus, 50);
    },
  });
  return (
    <>
      <header class="top">
        <a class="brand" href={`${basePath}/`}>
          <svg viewBox="0 0 32 32" width="22" height="22" aria-hidden="true" fill="currentColor" stroke="currentColor">
            <circle cx="12.5" cy="12.5" r="8" fill="none" stroke-width="2" stroke-dasharray="3.1 2.2" />
            <circle cx="20" cy="20" r="8" stroke="none" />
          </svg>
          <span class="hidden">Understudy</span>
        </a>
        <h1>{sandbox}</h1>
        <Tabs />
        <span class={isReachable.value ? 'live' : 'live lost'} role="status">
          <span aria-hidden="true">{isReachable.value ? '●' : '○'}</span> {isReachable.value ? 'live' : 'reconnecting'}
        </span>
        <button type="button" class="quiet" aria-label="Keys" onClick={() => (isHelpOpen.value = true)}>
          ?
        </button>
      </header>
      <main>
        <View />
      </main>
      <div class={notice.value?.isError === true ? 'notice error' : 'notice'} role="status">
        {notice.value?.text}
      </div>
      <RuleBuilder />
      {isHelpOpen.value && <Help />}
      {isRefused.value && <TokenDialog />}
    </>
  );
}
