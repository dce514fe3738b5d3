/** Contacts, and which of them has an e-mail address. */
import { type Contact, contact } from '@understudy/contract/saas';
import {
  type Dataset,
  drawCompany,
  drawEmail,
  drawName,
  EPOCH,
  indexOfSeededId,
  instantText,
  nowhere,
  type Random,
  seededId,
  type Transition,
  type VersionedCollection,
  z,
} from '../../../kit/index.js';
import { oddCompanies, sources, tags } from '../words/companies.js';
import { organizations } from './organization.js';
import { contactCount, contactsOf, organizationOfContact } from './seats.js';

const DAY_MS = 86_400_000;

const contactRecord = contact.extend({
  /** When an import makes it appear; null once it is there. */
  appears_at: z.iso.datetime().nullable(),
  removed_at: z.iso.datetime().nullable(),
});

/** A contact as it is kept. */
export type ContactRecord = z.infer<typeof contactRecord>;

/** A contact as clients see it. */
export function shownContact({ appears_at: _appears, removed_at: _removed, ...shown }: ContactRecord): Contact {
  return shown;
}

const CREATED = { from: Date.UTC(2025, 0, 3, 8), to: EPOCH - 12 * DAY_MS, half: 240 };

function createdAt(index: number): number {
  const { from, to, half } = CREATED;
  return Math.floor(to - ((to - from) * half) / (half + index));
}

function companyOf(random: Random, index: number): string | null {
  const usual = random.chance(0.1) ? null : drawCompany(random);
  const odd = random.chance(0.15) ? random.pick(oddCompanies) : usual;
  // Of every second one of the first contacts it is told which company it has.
  const told = index >= 2 && index <= 10 && index % 2 === 0 ? oddCompanies[index / 2 - 1] : undefined;
  return told ?? (index === 0 ? 'Okafor Logistics' : odd);
}

/** A number that nobody has: both countries set some aside for stories. */
function phoneOf(random: Random): string | null {
  const last = String(random.int(0, 999)).padStart(3, '0');
  if (random.chance(0.2)) return null;
  return random.chance(0.5) ? `+44 20 7946 0${last}` : `+1 202 555 01${last.slice(1)}`;
}

function propertiesOf(random: Random): Contact['properties'] {
  const [seats, source, isBeta] = [random.int(1, 40), random.pick(sources), random.chance(0.3)];
  if (random.chance(0.3)) return {};
  return { seats, source, ...(isBeta ? { is_beta: true } : {}) };
}

function seeded(dataset: Dataset, index: number): ContactRecord {
  const random = dataset.random('contacts', index);
  const name = drawName(random);
  const created = instantText(createdAt(index));
  return {
    id: seededId('cnt', index),
    version: 1,
    organization_id: seededId(organizations.prefix, organizationOfContact(dataset, index)),
    email: drawEmail(random, name, index),
    name: `${name.first} ${name.last}`,
    company: companyOf(random, index),
    phone: phoneOf(random),
    tags: random.sample(tags, random.int(0, 3)).toSorted(),
    properties: propertiesOf(random),
    created_at: created,
    updated_at: created,
    appears_at: null,
    removed_at: null,
  };
}

function transition(record: ContactRecord): Transition<ContactRecord> | undefined {
  if (record.appears_at === null) return undefined;
  return { at: Date.parse(record.appears_at), record: { ...record, appears_at: null } };
}

/** Contacts. One that is to appear is in no list, as one that was removed. */
export const contacts: VersionedCollection<ContactRecord> = {
  name: 'contacts',
  prefix: 'cnt',
  noun: 'contact',
  schema: contactRecord,
  defaultSize: 480,
  versioned: true,
  count: contactCount,
  seeded,
  lookup: {
    organization_id: (dataset, id) => contactsOf(dataset, indexOfSeededId(organizations.prefix, id)),
  },
  removal: { at: ({ removed_at, appears_at }) => removed_at ?? appears_at, seeded: () => nowhere },
  transition,
};
