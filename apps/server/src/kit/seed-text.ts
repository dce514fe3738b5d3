/** Seeded texts: titles, sentences and names that look real and mean nothing. */
import { lastNames } from './generated/names.js';
import type { Random } from './random.js';
import { actors, circumstances, deeds, qualities, things, trades } from './seed-lists.js';

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
