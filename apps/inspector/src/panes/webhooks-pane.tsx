/** Webhooks: registrations with the attempts at their deliveries, and events that are dispatched by hand. */
import type { Delivery, DispatchedEvent, WebhookDelivery, WebhookRegistration } from '@understudy/client';
import { signal } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';
import { api, appApi, say } from '../api.js';
import { CodeLine } from '../clipboard.js';
import { Confirmed } from '../confirmed.js';
import { AppPaneHeader, eventTypes, Served } from '../document.js';
import { Field, LineForm, optionsOf } from '../fields.js';
import { Inboxes } from '../inboxes.js';
import { JsonView } from '../json-view.js';
import { sandbox } from '../place.js';
import { resource } from '../resource.js';
import { Pairs, Section } from '../section.js';
import { type Check, checkDelivery } from '../signatures.js';
import { changeState, state, useSandboxState, written } from '../state.js';
import { CheckText, StatusText } from '../status-text.js';
import { Row, Table } from '../table.js';

/** Deliveries that are shown: as many as are stored once they are over. */
const MOST = 50;

const recent = resource(async () => {
  const { data } = await api.value.sandboxes.listDeliveries({ name: sandbox, per_page: MOST, sort: '-id' });
  return data;
});

/** A registration as the state has it. */
type Registration = WebhookRegistration & {
  readonly secret: string;
  readonly replaced_secrets?: readonly { readonly secret: string }[];
};

/** The event that was dispatched here last: its requests are shown once. */
const dispatched = signal<DispatchedEvent | undefined>(undefined);

/** The secret of the webhook that was registered last: the API shows it once. */
const newSecret = signal<string | undefined>(undefined);

/** What is dispatched. */
type Dispatch = Parameters<typeof appApi.webhooks.sendTestEvent>[0];

async function dispatch(make: () => Dispatch): Promise<void> {
  const event = await changeState(async () => appApi.webhooks.sendTestEvent(make()));
  if (event === undefined) return;
  dispatched.value = event;
  say(`${event.id} is dispatched. Deliveries: ${event.delivery_count}.`);
}

const redeliver = ({ id, event_id }: Delivery) =>
  changeState(
    () => api.value.sandboxes.redeliver({ name: sandbox, delivery_id: id }),
    `${event_id} is delivered again.`,
  );

function Request({ delivery }: { delivery: WebhookDelivery }) {
  const { registration_id: to, headers, status, url } = delivery;
  const [checks, setChecks] = useState<readonly Check[]>([]);
  const registration = written<Registration>('webhook_registrations').find(({ id }) => id === to);
  const secrets = registration && [
    registration.secret,
    ...(registration.replaced_secrets ?? []).map((old) => old.secret),
  ];
  useEffect(() => {
    void checkDelivery(delivery, secrets ?? []).then(setChecks);
  }, [delivery, secrets?.join()]);
  return (
    <Section title={to} note={`${status}, to ${url}`}>
      <div class="line">
        {checks.map((check) => (
          <CheckText key={check.text} check={check} />
        ))}
      </div>
      <Pairs of={headers} />
    </Section>
  );
}

function DeliveryView({ delivery }: { delivery: Delivery }) {
  const { event_id, type, url, status, due, payload, attempts } = delivery;
  const requests = dispatched.value?.id === event_id ? dispatched.value.deliveries : [];
  const own = requests.filter(({ registration_id }) => registration_id === delivery.registration_id);
  const note = `${type}, to ${url}: ${status}${due === null ? '' : `, due at ${due}`}`;
  return (
    <Section title={event_id} note={note} isOpen={own.length > 0}>
      {attempts.length > 0 && (
        <div>
          <button type="button" class="quiet" onClick={() => void redeliver(delivery)}>
            Redeliver
          </button>
        </div>
      )}
      {attempts.length > 0 && (
        <Table label={`Attempts at ${delivery.id}`} columns={['At', 'Status', 'Reason', 'Next']}>
          {attempts.map((of, index) => (
            <Row
              key={index}
              title={of.at}
              cells={[<StatusText entry={{ status: of.status, ended: 'complete' }} />, of.reason, of.next]}
            />
          ))}
        </Table>
      )}
      <JsonView text={payload} isCut={false} />
      {own.map((request) => (
        <Request key={request.registration_id} delivery={request} />
      ))}
    </Section>
  );
}

function RegistrationRow({ registration: { id, url, events, status, deliveries, client_id, callback } }: RowProps) {
  const { total, succeeded, failed, pending } = deliveries;
  const remove = () =>
    changeState(() => appApi.webhooks.deleteRegistration({ registration_id: id }), `${id} is removed.`);
  const counts = `${total} · ${succeeded} succeeded, ${failed} failed, ${pending} pending`;
  return (
    <Row
      title={id}
      cells={[url, client_id ?? callback ?? events.join(', '), status, counts]}
      isOff={status === 'disabled'}
    >
      <Confirmed label="Remove" onConfirm={() => void remove()} />
    </Row>
  );
}

interface RowProps {
  readonly registration: Registration;
}

function Register() {
  const [url, setUrl] = useState('');
  const [events, setEvents] = useState('*');
  const register = async (): Promise<void> => {
    const list = events.split(/[\s,]+/).filter(Boolean);
    const webhook = await changeState(
      () => appApi.webhooks.registerWebhook({ url, events: list }),
      'The webhook is registered.',
    );
    if (webhook !== undefined) newSecret.value = webhook.secret;
  };
  return (
    <LineForm onSubmit={() => void register()}>
      <Field
        label="URL of the receiver"
        value={url}
        input={{ required: true, placeholder: 'http://127.0.0.1:3000/webhooks' }}
        onChange={setUrl}
      />
      <Field label="events" value={events} input={{ required: true }} suggestions={eventTypes()} onChange={setEvents} />
      <button type="submit">Register</button>
    </LineForm>
  );
}

function DispatchForm({ registrations }: { registrations: readonly Registration[] }) {
  const [type, setType] = useState('');
  const [data, setData] = useState('');
  const [to, setTo] = useState('');
  const make = (): Dispatch => ({
    event_type: type,
    ...(data.trim() === '' ? {} : { data: JSON.parse(data) as Record<string, unknown> }),
    ...(to === '' ? {} : { registration_id: to }),
  });
  return (
    <LineForm onSubmit={() => void dispatch(make)}>
      <Field label="event" value={type} input={{ required: true }} suggestions={eventTypes()} onChange={setType} />
      <Field
        label="data"
        hint="The record that the event is about, as JSON; a sample if it is empty"
        value={data}
        input={{ placeholder: '{ "id": "in_1" }' }}
        onChange={setData}
      />
      <Field
        label="to"
        value={to}
        options={optionsOf(
          registrations.map(({ id }) => id),
          'all that subscribe',
        )}
        onChange={setTo}
      />
      <button type="submit">Dispatch</button>
    </LineForm>
  );
}

function Webhooks() {
  const registrations = written<Registration>('webhook_registrations');
  const snapshot = state.value.value;
  useEffect(recent.refresh, [snapshot]);
  return (
    <>
      <Register />
      {newSecret.value !== undefined && <CodeLine name="secret" text={newSecret.value} />}
      <DispatchForm registrations={registrations} />
      {registrations.length === 0 ? (
        <p class="soft">Nobody is registered. Register a receiver, here or from the app.</p>
      ) : (
        <Table label="Registrations" columns={['Registration', 'URL', 'Gets', 'State', 'Deliveries']}>
          {registrations.map((registration) => (
            <RegistrationRow key={registration.id} registration={registration} />
          ))}
        </Table>
      )}
      {recent.value.value?.map((delivery) => (
        <DeliveryView key={delivery.id} delivery={delivery} />
      ))}
    </>
  );
}

/** The pane. */
export function WebhooksPane() {
  useSandboxState();
  return (
    <div class="pane">
      <AppPaneHeader title="Webhooks" />
      {state.error.value !== undefined && <p class="error">{state.error.value}</p>}
      <Served domain="webhooks" operation="registerWebhook">
        <Webhooks />
      </Served>
      <h3>Inboxes</h3>
      <Inboxes />
    </div>
  );
}
