/** Webhooks: registrations with the attempts at their deliveries, and events that are dispatched by hand. */
import type { DispatchedEvent, WebhookDelivery, WebhookRegistration } from '@understudy/client';
import { signal } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';
import { appApi, say } from '../api.js';
import { CodeLine } from '../clipboard.js';
import { Confirmed } from '../confirmed.js';
import { AppPaneHeader, eventTypes, Served } from '../document.js';
import { Field, LineForm, optionsOf } from '../fields.js';
import { Inboxes } from '../inboxes.js';
import { JsonView } from '../json-view.js';
import { Pairs, Section } from '../section.js';
import { type Check, checkDelivery } from '../signatures.js';
import { changeState, state, useSandboxState, written } from '../state.js';
import { CheckText, StatusText } from '../status-text.js';
import { Row, Table } from '../table.js';

/** Events that are held, newest first. */
const MOST = 20;

/** A registration as the state has it. */
type Registration = WebhookRegistration & {
  readonly secret: string;
  readonly replaced_secrets?: readonly { readonly secret: string }[];
};

/** An event whose payload is known: it was dispatched here, or waits to be delivered. */
interface KnownEvent {
  readonly id: string;
  readonly body: string;
  readonly deliveries: readonly WebhookDelivery[];
}

/** Events that were dispatched here. */
const dispatched = signal<readonly KnownEvent[]>([]);

/** The secret of the webhook that was registered last: the API shows it once. */
const newSecret = signal<string | undefined>(undefined);

function known({ deliveries, ...event }: DispatchedEvent): KnownEvent {
  return { id: event.id, body: deliveries[0]?.body ?? JSON.stringify(event), deliveries };
}

function knownEvents(): KnownEvent[] {
  const waiting = written<{ id: string; body: string }>('webhook_events').filter(({ id }) =>
    dispatched.value.every((event) => event.id !== id),
  );
  return [...waiting.map(({ id, body }) => ({ id, body, deliveries: [] })), ...dispatched.value];
}

/** The payload, as far as it is an event: a logout token and the call of a callback are none. */
function payloadOf(body: string): { type: string; object: Record<string, unknown> } | undefined {
  try {
    const { type, data } = JSON.parse(body) as { type: string; data: { object: Record<string, unknown> } };
    return { type, object: data.object };
  } catch {
    return undefined;
  }
}

/** What is dispatched. */
type Dispatch = Parameters<typeof appApi.webhooks.sendTestEvent>[0];

async function dispatch(make: () => Dispatch): Promise<void> {
  const event = await changeState(async () => appApi.webhooks.sendTestEvent(make()));
  if (event === undefined) return;
  dispatched.value = [known(event), ...dispatched.value].slice(0, MOST);
  say(`${event.id} is dispatched. Deliveries: ${event.delivery_count}.`);
}

function Redeliver({ event, to }: { event: KnownEvent | undefined; to: string }) {
  const payload = event === undefined ? undefined : payloadOf(event.body);
  if (payload === undefined) return null;
  const again = { event_type: payload.type, data: payload.object, registration_id: to };
  return (
    <button type="button" class="quiet" onClick={() => void dispatch(() => again)}>
      Redeliver
    </button>
  );
}

function Delivery({ event, delivery }: { event: KnownEvent; delivery: WebhookDelivery }) {
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
        <Redeliver event={event} to={to} />
      </div>
      <Pairs of={headers} />
    </Section>
  );
}

function EventView({ event }: { event: KnownEvent }) {
  return (
    <Section title={event.id} note={payloadOf(event.body)?.type} isOpen={dispatched.value[0] === event}>
      <JsonView text={event.body} isCut={false} />
      {event.deliveries.length === 0 && <p class="soft">No request is shown: nobody gets it, or it waits.</p>}
      {event.deliveries.map((delivery) => (
        <Delivery key={delivery.registration_id} event={event} delivery={delivery} />
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
  const events = knownEvents();
  const attempts = registrations
    .flatMap((registration) => registration.attempts.map((of) => ({ of, to: registration.id })))
    .toSorted((one, other) => other.of.at.localeCompare(one.of.at));
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
      {attempts.length > 0 && (
        <Table label="Attempts" columns={['Event', 'To', 'At', 'Status', 'Reason', 'Next']}>
          {attempts.map(({ of, to }) => (
            <Row
              key={`${of.event_id} ${to} ${of.at}`}
              title={of.event_id}
              cells={[to, of.at, <StatusText entry={{ status: of.status, ended: 'complete' }} />, of.reason, of.next]}
            >
              <Redeliver event={events.find(({ id }) => id === of.event_id)} to={to} />
            </Row>
          ))}
        </Table>
      )}
      {events.map((event) => (
        <EventView key={event.id} event={event} />
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
