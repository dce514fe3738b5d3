/** What clients did wrong: the verdicts of the sandbox, and what the server says to do about each. */
import type { Verdict } from '@understudy/client';
import { computed, effect } from '@preact/signals';
import { api } from './api.js';
import { version } from './journal.js';
import { rootPath, sandbox } from './place.js';
import { resource } from './resource.js';
import { showRequest } from './route.js';

/** Verdicts that are shown: as many as a page has. */
const MOST = 50;

/** How often verdicts are read that come with time alone, in ms. */
const EVERY_MS = 10_000;

/** The newest verdicts, and how many there are. */
export const verdicts = resource(async () => {
  const { data, pagination, meta } = await api.value.sandboxes.listVerdicts({
    name: sandbox,
    sort: '-at',
    per_page: MOST,
  });
  return { data, total: pagination.total, isIncomplete: meta.incomplete };
});

/** What the server says of a rule. */
interface Advice {
  readonly rule: string;
  readonly advice: string;
  readonly codes?: readonly { readonly code: string; readonly advice: string }[];
}

/** What to do, by the ids of rules and of their codes. */
const advice = resource(async () => {
  const response = await fetch(`${rootPath}/conduct`);
  const { data } = (await response.json()) as { readonly data: readonly Advice[] };
  return new Map(
    data.flatMap(({ rule, advice: text, codes = [] }) => [
      [rule, text] as const,
      ...codes.map((one) => [one.code, one.advice] as const),
    ]),
  );
});

const bySequence = computed(() => {
  const found = new Map<number, Verdict[]>();
  for (const verdict of verdicts.value.value?.data ?? []) {
    for (const sequence of verdict.requests) found.set(sequence, [...(found.get(sequence) ?? []), verdict]);
  }
  return found;
});

/** The verdicts that a request is part of. */
export const verdictsOf = (sequence: number): readonly Verdict[] => bySequence.value.get(sequence) ?? [];

/** Reads verdicts as requests come, and now and then. */
export function followVerdicts(): void {
  void advice.reload();
  effect(() => {
    void version.value;
    void api.value;
    verdicts.refresh();
  });
  setInterval(() => {
    if (!document.hidden) verdicts.refresh();
  }, EVERY_MS);
}

const signs = { error: '✕', warning: '▲', advice: 'ⓘ' } as const;

/** A verdict: how serious it is, what was done, by which requests, and what to do about it. */
export function VerdictText({ verdict }: { verdict: Verdict }) {
  const { rule, code, severity, detail, requests, reference } = verdict;
  const name = code ?? rule;
  return (
    <article class={`verdict verdict-${severity}`}>
      <p>
        <strong>
          <span aria-hidden="true">{signs[severity]}</span> {severity}
        </strong>{' '}
        <a href={`${rootPath}/conduct/${rule}${code === null ? '' : `#${code}`}`}>{name}</a>{' '}
        {requests.map((sequence) => (
          <button key={sequence} type="button" class="link" onClick={() => showRequest(sequence)}>
            #{sequence}
          </button>
        ))}
      </p>
      <p>{detail}</p>
      <p class="soft">
        {advice.value.value?.get(name)?.replaceAll('`', '')}{' '}
        {reference !== null && (
          <a href={reference.url} rel="noreferrer">
            {reference.text}
          </a>
        )}
      </p>
    </article>
  );
}
