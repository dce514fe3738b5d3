/** Seeded texts: names of people, titles and sentences that look real and mean nothing. */
import { firstNames, lastNames } from './generated/names.js';
import type { Random } from './random.js';

// Domains reserved for examples (RFC 2606).
const domains = ['example.com', 'example.com', 'example.org', 'example.net'];

/** A person's name. */
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
