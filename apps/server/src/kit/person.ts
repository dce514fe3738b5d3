/** Names and e-mail addresses of people. */
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
