/** A request and its answer, and what can be done with them. */
import type { JournalEntry } from '@understudy/client';
import { CopyButton } from './clipboard.js';
import { editRule } from './rule-draft.js';
import { bytesText, durationText, timeText } from './format.js';
import { journal, selected } from './journal.js';
import { JsonView } from './json-view.js';
import { showSeries } from './panes/timeline-pane.js';
import { Pairs, Section } from './section.js';
import { asFetch, asSdk, isOfSdk, missingOf, sendAgain } from './send-again.js';
import { StatusText } from './status-text.js';
import { VerdictText, verdictsOf } from './verdicts.js';

/** A body with its headers. */
type Message = Pick<JournalEntry, 'headers' | 'body' | 'body_bytes' | 'body_encoding' | 'body_truncated'>;

function MessageView({ title, message }: { title: string; message: Message }) {
  const { headers, body, body_bytes: bytes, body_encoding: coding, body_truncated: isCut } = message;
  const note = [bytesText(bytes), coding === 'base64' && 'Base64', isCut && 'not all of it'].filter(Boolean).join(', ');
  return (
    <>
      {bytes > 0 && (
        <Section title={`${title} body`} note={note}>
          {body === null ? <p class="soft">The journal no longer has it.</p> : <JsonView text={body} isCut={isCut} />}
        </Section>
      )}
      <Section title={`${title} headers`} note={String(Object.keys(headers).length)} isOpen={bytes === 0}>
        <Pairs of={headers} />
      </Section>
    </>
  );
}

function Facts({ entry }: { entry: JournalEntry }) {
  const { fault, controls, unknown, hint, client, operation, kind, ended } = entry;
  const facts: Record<string, string> = {
    received: timeText(entry.received_at),
    took: durationText(entry.duration_ms),
    ...(operation === null ? {} : { operation }),
    ...(kind === null ? {} : { problem: kind }),
    ...(ended === 'complete' ? {} : { ended: ended.replace('_', ' ') }),
    ...(fault === null
      ? {}
      : { fault: `${fault.fault} · ${fault.rule === null ? 'of the request' : `rule ${fault.rule}`}` }),
    ...Object.fromEntries(Object.entries(controls).map(([name, value]) => [`control ${name}`, value])),
    ...Object.fromEntries(
      unknown.map(({ name, in: where, nearest }) => [
        `unknown in ${where}`,
        nearest === null ? name : `${name}; did you mean ${nearest}?`,
      ]),
    ),
    ...(hint === null ? {} : { hint }),
    ...(client.address === null ? {} : { client: [client.address, client.connection].filter(Boolean).join(' · ') }),
    id: entry.id,
  };
  return <Pairs of={facts} />;
}

/** The details of a request. */
export function Details({ entry }: { entry: JournalEntry }) {
  const series = journal.seriesOf(entry);
  const lacking = missingOf(entry);
  const query = entry.query === '' ? '' : `?${entry.query}`;
  return (
    <section class="details" tabIndex={-1} aria-label={`Request ${entry.sequence}`}>
      <header>
        <h2>
          <span class="soft">#{entry.sequence}</span> <StatusText entry={entry} /> {entry.method}{' '}
          <span class="path">
            {entry.path}
            {query}
          </span>
        </h2>
        <button type="button" class="quiet" aria-label="Close" onClick={() => (selected.value = undefined)}>
          ✕
        </button>
      </header>
      <div class="line">
        <CopyButton text={entry.curl} label="Copy as curl" />
        <CopyButton text={asFetch(entry)} label="as fetch" />
        {isOfSdk(entry) && <CopyButton text={() => asSdk(entry)} label="as SDK" />}
        <button type="button" class="quiet" onClick={() => void sendAgain(entry)}>
          Send again
        </button>
        <button type="button" class="quiet" onClick={() => editRule(entry)}>
          Make a rule
        </button>
        {series !== undefined && (
          <button type="button" class="quiet" onClick={() => showSeries(series)}>
            {series.attempts.length} attempts
          </button>
        )}
      </div>
      {lacking !== undefined && <p class="soft">The journal does not have {lacking}.</p>}
      {verdictsOf(entry.sequence).map((verdict) => (
        <VerdictText key={verdict.id} verdict={verdict} />
      ))}
      <Facts entry={entry} />
      <MessageView title="Answer" message={entry.response} />
      <MessageView title="Request" message={entry} />
    </section>
  );
}
