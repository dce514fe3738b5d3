/**
 * The seeded data of one seed and one set of sizes, shared by all sandboxes that have both, and its texts: names of
 * people, titles and sentences that look real and mean nothing.
 */
import type { UserClaims } from '@understudy/contract/auth';
import { hashText, type Random, randomFor } from './random.js';
import { firstNames, lastNames } from './generated/names.js';

/** Seeded data has this version; a release that changes what a seed gives raises it. */
export const DATA_VERSION = 1;

/** The instant that counts as the present in seeded data: it never moves, so the data never goes stale. */
export const EPOCH = Date.UTC(2026, 0, 1);

/** Records kept of each collection: all of them where nobody asked for more than the default. */
const SLOTS = 512;

/** Sizes of the collections that can be sized, by name. */
export type Sizes = Readonly<Record<string, number>>;

/** Claims that users begin with, by id or e-mail address in lower case. */
export type ClaimsByUser = ReadonlyMap<string, UserClaims>;

/** What a dataset has beside its seed and sizes. */
export interface DatasetOptions {
  /** Called whenever a relation was built, since that is what takes memory. */
  readonly onBuild?: (dataset: Dataset) => void;
  /** Claims that its users begin with; none where left out. */
  readonly claims?: ClaimsByUser | undefined;
}

/** Seeded records that are kept in memory: nobody changes them. */
const steady = new WeakSet<object>();

/** Whether something is a seeded record: what was made of it once holds for as long as it is there. */
export function isSteady(record: unknown): record is object {
  return typeof record === 'object' && record !== null && steady.has(record);
}

let serials = 0;

/** Seeded data: random access by index, relations built once on first use. */
export class Dataset {
  /** Tells it from every other one. */
  readonly serial: number = ++serials;
  readonly seed: string;
  readonly sizes: Sizes;
  readonly claims: ClaimsByUser;
  readonly #seedHash: number;
  readonly #names = new Map<string, number>();
  readonly #relations = new Map<string, unknown>();
  readonly #records = new Map<string, { readonly index: number; readonly record: unknown }[]>();
  readonly #onBuild: ((dataset: Dataset) => void) | undefined;

  constructor(seed: string, sizes: Sizes, { onBuild, claims = new Map() }: DatasetOptions = {}) {
    this.seed = seed;
    this.sizes = sizes;
    this.claims = claims;
    this.#seedHash = hashText(seed);
    this.#onBuild = onBuild;
  }

  /** How many records a sized collection has. */
  size(name: string): number {
    const size = this.sizes[name];
    if (size === undefined)
      throw new RangeError(`the size of ${name} is not known; is it among the collections of the domain?`);
    return size;
  }

  /** The random stream of one record, or of one aspect of it (`students/gpa`). */
  random(name: string, index: number): Random {
    let hash = this.#names.get(name);
    if (hash === undefined) {
      hash = hashText(name);
      this.#names.set(name, hash);
    }
    return randomFor(this.#seedHash, hash, index);
  }

  /** Whether a relation was built, and is kept. */
  has(name: string): boolean {
    return this.#relations.has(name);
  }

  /** A relation between records, built when first asked for and kept. Meant for compact typed arrays. */
  relation<Relation>(name: string, build: () => Relation): Relation {
    // The name belongs to one builder, so what was kept under it has that builder's type.
    const cached = this.#relations.get(name) as Relation | undefined;
    if (cached !== undefined) return cached;
    const built = build();
    this.#relations.set(name, built);
    this.#onBuild?.(this);
    return built;
  }

  /**
   * A seeded record, from a small memory of those asked for lately: the first pages of lists are
   * asked for again and again. A record never changes, so nobody may change what this gives.
   */
  record<Item>(name: string, index: number, make: (dataset: Dataset, index: number) => Item): Item {
    let slots = this.#records.get(name);
    if (slots === undefined) {
      slots = [];
      this.#records.set(name, slots);
    }
    const slot = index % SLOTS;
    const cached = slots[slot];
    // What stands under the name of a collection was made by it.
    if (cached?.index === index) return cached.record as Item;
    const record = make(this, index);
    slots[slot] = { index, record };
    if (typeof record === 'object' && record !== null) steady.add(record);
    return record;
  }

  /** Lets go of the relations; they are built again when asked for. */
  forget(): void {
    this.#relations.clear();
    this.#records.clear();
  }
}

/** How a domain sees the seeded data of a server. */
export interface Scope {
  readonly domain: string;
  /** Names under which collections of the domain are served, by the name that the domain has for them. */
  readonly names: ReadonlyMap<string, string>;
}

/** Seeded data in the names of one domain. */
class ScopedDataset extends Dataset {
  readonly #base: Dataset;
  readonly #domain: string;

  constructor(base: Dataset, { domain, names }: Scope) {
    const own = Array.from(names, ([name, served]) => [name, base.sizes[served]]).filter(
      ([, size]) => size !== undefined,
    );
    super(base.seed, { ...base.sizes, ...Object.fromEntries(own) }, { claims: base.claims });
    this.#base = base;
    this.#domain = domain;
  }

  override has(name: string): boolean {
    return this.#base.has(`${this.#domain}/${name}`);
  }

  override relation<Relation>(name: string, build: () => Relation): Relation {
    return this.#base.relation(`${this.#domain}/${name}`, build);
  }
}

/** Gives the function that shows seeded data as a domain sees it. */
export function scoping(scope: Scope): (dataset: Dataset) => Dataset {
  const known = new WeakMap<Dataset, Dataset>();
  return (dataset) => {
    const scoped = known.get(dataset) ?? new ScopedDataset(dataset, scope);
    known.set(dataset, scoped);
    return scoped;
  };
}

/** A relation over all records of a kind. */
export interface LongRelation<Relation> {
  /** The relation; what is missing of it is built now. */
  (dataset: Dataset): Relation;
  readonly isBuilt: (dataset: Dataset) => boolean;
  /** Builds it, some milliseconds at most between two steps; ends at once where it is there. */
  readonly steps: (dataset: Dataset) => Generator<void, void>;
}

/** Declares a relation by its builder, which yields often. */
export function longRelation<Relation>(
  name: string,
  build: (dataset: Dataset) => Generator<void, Relation>,
): LongRelation<Relation> {
  // Whoever needs it while it is being built goes on where the building stands.
  const begun = new WeakMap<Dataset, Generator<void, Relation>>();
  const building = (dataset: Dataset): Generator<void, Relation> => {
    const known = begun.get(dataset) ?? build(dataset);
    begun.set(dataset, known);
    return known;
  };
  const finish = (dataset: Dataset): Relation => {
    let step = building(dataset).next();
    while (step.done !== true) step = building(dataset).next();
    begun.delete(dataset);
    return step.value;
  };
  const relation = (dataset: Dataset): Relation => dataset.relation(name, () => finish(dataset));
  function* steps(dataset: Dataset): Generator<void, void> {
    while (!dataset.has(name)) {
      const step = building(dataset).next();
      if (step.done === true) {
        begun.delete(dataset);
        dataset.relation(name, () => step.value);
      } else yield;
    }
  }
  return Object.assign(relation, { isBuilt: (dataset: Dataset) => dataset.has(name), steps });
}

// Domains reserved for examples (RFC 2606).
const domains = ['example.com', 'example.com', 'example.org', 'example.net'];

interface PersonName {
  readonly first: string;
  readonly last: string;
}

/** Draws a name. */
export function drawName(random: Random): PersonName {
  return { first: random.pick(firstNames), last: random.pick(lastNames) };
}

/** An address that no other index has. */
export function drawEmail(random: Random, name: PersonName, index: number): string {
  const local = `${name.first}.${name.last}`.toLowerCase().replaceAll("'", '');
  return `${local}.${index + 1}@${random.pick(domains)}`;
}

/** The parts of a text that commas divide. */
const listed = (text: string): readonly string[] => text.trim().replaceAll(/\s+/g, ' ').split(', ');

/** Adjectives and nouns that stand before a noun. */
const qualities = listed(`
  annual, blue, bright, central, clean, cold, common, daily, double, early, empty, fresh, full, gentle, green,
  hidden, large, late, light, local, long, modern, monthly, narrow, new, northern, old, open, plain, private,
  public, quick, quiet, red, round, shared, short, silver, simple, small, soft, solid, southern, spare, strong,
  urgent, warm, weekly, wide, wooden
`);

/** Things. */
export const things = listed(`
  account, agenda, archive, balcony, basket, bench, bicycle, board, book, bottle, bridge, budget, cabinet, calendar,
  camera, chair, clock, contract, corner, counter, curtain, desk, door, drawer, engine, fence, forecast, garden,
  gate, guide, harbour, heater, index, inventory, invoice, kettle, kitchen, ladder, lamp, letter, library, list,
  market, meeting, menu, mirror, notebook, office, order, package, parcel, photo, plan, poster, printer, project,
  receipt, recipe, report, review, roof, room, route, sample, schedule, screen, shelf, sign, sketch, station,
  survey, table, ticket, timetable, tool, train, travel, visit, wall, window, workshop
`);

/** Who does something. */
const actors = listed(`
  The team, A colleague, Our supplier, The front desk, The customer, A neighbour, The manager, The driver, The
  second shift, Somebody from sales, The new trainee, The landlord, A visitor, The editor, The workshop
`);

/** What was done to a thing. */
const deeds = listed(`
  checked, moved, repaired, ordered, replaced, cleaned, measured, found, returned, packed, painted, asked about,
  forgot, counted, described, photographed, borrowed, signed for, looked for, labelled
`);

/** When, or how. */
const circumstances = listed(`
  before lunch, on Friday, last week, in the morning, after the holidays, twice, without a word, on the way home, in
  a hurry, at the end of the month, as agreed, over the weekend, just in time, for the second time, during the
  meeting, by mistake, at short notice, late in the evening
`);

/** Cities of all continents. */
export const cities = listed(`
  Accra, Amsterdam, Antwerp, Auckland, Barcelona, Bergen, Berlin, Bologna, Bristol, Brussels, Budapest, Busan, Cape
  Town, Chicago, Copenhagen, Cork, Dakar, Denver, Dublin, Edinburgh, Geneva, Ghent, Glasgow, Hamburg, Hanoi,
  Helsinki, Jaipur, Kyoto, Lagos, Leeds, Lima, Lisbon, Ljubljana, London, Lyon, Madrid, Marseille, Melbourne, Mexico
  City, Milan, Montreal, Mumbai, Munich, Nairobi, Nantes, Osaka, Oslo, Porto, Prague, Quito, Riga, Rome, Rotterdam,
  Santiago, Seattle, Seoul, Seville, Singapore, Stockholm, Sydney, Tallinn, Toronto, Turin, Utrecht, Valencia,
  Vienna, Warsaw, Wellington, Zagreb, Zurich
`);

/** What stands behind a family name in the name of a company. */
const trades = listed(`
  Analytics, Bakery, Brothers, Catering, Consulting, Design, Electric, Energy, Foods, Freight, Furniture, Group,
  Health, Holdings, Instruments, Labs, Logistics, Mechanics, Media, Optics, Partners, Press, Robotics, Shipping,
  Software, Studio, Supplies, Textiles, Tools, Travel
`);

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** A word of a title: one that is drawn, or one that is always there. */
type TitleWord = readonly string[] | string;

const [q, t] = [qualities, things];

/** Titles by their number of words. */
const titles: readonly (readonly TitleWord[])[] = [
  [],
  [t],
  [q, t],
  [t, 'and', t],
  [q, t, 'and', t],
  [q, t, 'for', 'the', t],
  [q, t, 'for', 'the', q, t],
];

const LONGEST = titles.length - 1;

function drawTitle(random: Random, count: number): string {
  // Longer ones go on, three words at a time.
  if (count > LONGEST) return `${drawTitle(random, count - 3)} and ${drawTitle(random, 2)}`;
  const words = titles[count] ?? [];
  const drawn = words.map((word) => (word === q ? random.pick(q) : word));
  return drawn.map((word) => (typeof word === 'string' ? word : random.pick(word))).join(' ');
}

/** From `min` to `max` words that could be a title: `Quiet timetable for the harbour`. */
export function drawWords(random: Random, min: number, max: number): string {
  return capitalized(drawTitle(random, random.int(Math.max(1, min), Math.max(1, max))));
}

/** A sentence: `The driver labelled the blue parcel on Friday.` */
export function drawSentence(random: Random): string {
  const object = random.chance(0.5) ? `${random.pick(qualities)} ${random.pick(things)}` : random.pick(things);
  return `${random.pick(actors)} ${random.pick(deeds)} the ${object} ${random.pick(circumstances)}.`;
}

/** Three to five sentences. */
export function drawParagraph(random: Random): string {
  return Array.from({ length: random.int(3, 5) }, () => drawSentence(random)).join(' ');
}

/** The name of a company: `Okafor Logistics`, `Silva & Jensen`. */
export function drawCompany(random: Random): string {
  const [first = '', second = ''] = random.sample(lastNames, 2);
  return random.chance(0.25) ? `${first} & ${second}` : `${first} ${random.pick(trades)}`;
}
