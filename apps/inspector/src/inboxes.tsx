/** Inboxes: their addresses, what they answer, and what was posted to them, which is in the journal. */
import type { JournalEntry } from '@understudy/client';
import { useEffect, useState } from 'preact/hooks';
import { api, appApi, attempt } from './api.js';
import { CodeLine } from './clipboard.js';
import { Field, LineForm } from './fields.js';
import { timeText } from './format.js';
import { journal, version } from './journal.js';
import { baseUrl, sandbox } from './place.js';
import { showRequest } from './route.js';
import { catalog } from './rule-draft.js';
import { changeState } from './state.js';
import { CheckText, StatusText } from './status-text.js';
import { Row, Table } from './table.js';

/** Requests that are shown. */
const MOST = 20;

/** Whether a signature is good; undefined where nobody can tell. */
const verdicts: Readonly<Record<string, boolean>> = { valid: true, invalid: false, old: false };

const boxOf = ({ path }: JournalEntry): string => path.slice(path.lastIndexOf('/') + 1);

function Received({ entry }: { entry: JournalEntry }) {
  const { sequence, received_at: at, body, signature = '' } = entry;
  const cells = [
    timeText(at),
    <code>{body?.slice(0, 80)}</code>,
    <StatusText entry={entry} />,
    <CheckText check={{ isGood: verdicts[signature], text: signature }} />,
  ];
  return (
    <Row title={boxOf(entry)} cells={cells}>
      <button type="button" class="link" onClick={() => showRequest(sequence)}>
        #{sequence}
      </button>
    </Row>
  );
}

/** The inboxes. */
export function Inboxes() {
  void version.value;
  const received = journal.received;
  const [box, setBox] = useState('orders');
  const [fault, setFault] = useState('');
  const [secret, setSecret] = useState('');
  useEffect(() => void catalog.reload(), []);
  const url = `${baseUrl}/inbox/${box}`;
  const put = () =>
    api.value.sandboxes.putInbox({ name: sandbox, box, fault: fault || undefined, secret: secret || undefined });
  const register = () => appApi.webhooks.registerWebhook({ url, events: ['*'] });
  return (
    <>
      <LineForm onSubmit={() => void attempt(put, `${box} answers ${fault || '200'} from now on.`)}>
        <Field label="inbox" value={box} input={{ required: true }} onChange={setBox} />
        <Field
          label="answers"
          hint="A fault; 200 if it is empty"
          value={fault}
          input={{ placeholder: '200' }}
          suggestions={catalog.value.value?.faults.map(({ example }) => example) ?? []}
          onChange={setFault}
        />
        <Field label="secret of the sender" value={secret} onChange={setSecret} />
        <button type="submit">Set</button>
        <button type="button" class="quiet" onClick={() => void changeState(register, 'All events go there.')}>
          Have events sent there
        </button>
      </LineForm>
      <CodeLine name="URL" text={url} />
      {received.length > 0 && (
        <Table label="Received" columns={['Inbox', 'At', 'Body', 'Answer', 'Signature']}>
          {received.slice(0, MOST).map((entry) => (
            <Received key={entry.id} entry={entry} />
          ))}
        </Table>
      )}
    </>
  );
}
