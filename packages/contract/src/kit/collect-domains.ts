/** Finds the domains among the exports of an index, and what they declare together. */
import { type Domain, type Events, isDomain, type Kinds } from './define-domain.js';

/** The domains among the exports of an index, by name. */
export type DomainsIn<Exports> = {
  readonly [
    Export in keyof Exports as Exports[Export] extends Domain ? Exports[Export]['name'] : never
  ]: Exports[Export];
};

/** The domains among the exports of an index, by name, and in the order of their names. */
export function domainsIn<Exports extends object>(exports: Exports): DomainsIn<Exports> {
  const found = Object.values(exports)
    .filter(isDomain)
    .map((domain) => [domain.name, domain]);
  // The type filters as the loop does.
  return Object.fromEntries(found) as DomainsIn<Exports>;
}

type Intersected<Union> = (Union extends unknown ? (member: Union) => void : never) extends (member: infer All) => void
  ? All
  : never;

type Merged<Member extends 'kinds' | 'events', Domains> = Intersected<
  { [Name in keyof Domains]: Domains[Name] extends Domain ? Domains[Name][Member] : never }[keyof Domains]
>;

/** The problem kinds that domains declare. */
export function kindsOf<Domains extends Readonly<Record<string, Domain>>>(domains: Domains) {
  const all: Kinds = Object.assign({}, ...Object.values(domains).map(({ kinds }) => kinds));
  return all as Merged<'kinds', Domains>;
}

/** The events that domains declare. */
export function eventsOf<Domains extends Readonly<Record<string, Domain>>>(domains: Domains) {
  const all: Events = Object.assign({}, ...Object.values(domains).map(({ events }) => events));
  return all as Merged<'events', Domains>;
}
