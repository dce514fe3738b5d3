/** Which contact of an organization has an e-mail address; upper and lower case alike. */
import type { Contact } from '@understudy/contract/saas';
import { internalCollection } from '../../../kit/collection.js';
import { type Collection, naturalId, type Records, type WritableRecords, z } from '../../../kit/index.js';
import { contacts } from './contact.js';
import { contactCount } from './seats.js';

const address = z.object({
  id: z.string(),
  /** Null where nobody has it any more. */
  contact_id: z.string().nullable(),
  /** How many contacts have had it. */
  given: z.int(),
});

/** Who has an address, where a client has written that. */
export const addresses: Collection<z.infer<typeof address>> = internalCollection({
  name: 'contact_addresses',
  prefix: 'address',
  schema: address,
});

type Wanted = Pick<Contact, 'organization_id' | 'email'>;

const keyOf = ({ organization_id, email }: Wanted): string => JSON.stringify([organization_id, email.toLowerCase()]);

/** The seeded contact with an address, which carries its number. */
function seededHolder({ dataset }: Records, { organization_id, email }: Wanted): string | undefined {
  const index = Number(/\.(\d{1,10})@/.exec(email)?.[1] ?? 0) - 1;
  if (index < 0 || index >= contactCount(dataset)) return undefined;
  const found = dataset.record(contacts.name, index, contacts.seeded);
  return found.organization_id === organization_id && found.email === email.toLowerCase() ? found.id : undefined;
}

/** Id of the contact that has an address; undefined where none has it. */
export function holderOf(records: Records, wanted: Wanted): string | undefined {
  const written = records.get(addresses, keyOf(wanted));
  return written === undefined ? seededHolder(records, wanted) : (written.contact_id ?? undefined);
}

const givenTo = (records: Records, wanted: Wanted): number =>
  records.get(addresses, keyOf(wanted))?.given ?? (seededHolder(records, wanted) === undefined ? 0 : 1);

/** The id of the next contact with an address. One that had it and was deleted keeps its own. */
export function nextContactId(records: Records, wanted: Wanted): string {
  const given = givenTo(records, wanted);
  return naturalId(records.dataset.seed, contacts.prefix, [keyOf(wanted), ...(given === 0 ? [] : [given])]);
}

/** Notes that a contact has its address. */
export function claimed(records: WritableRecords, contact: Wanted & Pick<Contact, 'id'>): void {
  const given = givenTo(records, contact) + 1;
  records.put(addresses, { id: keyOf(contact), contact_id: contact.id, given });
}

/** Notes that nobody has the address of a contact any more. */
export function released(records: WritableRecords, contact: Wanted): void {
  records.put(addresses, { id: keyOf(contact), contact_id: null, given: givenTo(records, contact) });
}
