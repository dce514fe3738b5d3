/** What the members of one record agree on: a person, a place and a course of time. */
import { type Place, type PlacedAddress, drawAddress, places } from '../../kit/places.js';
import { type Random, randomFor } from '../../kit/random.js';
import { drawCompany, drawName } from '../../kit/dataset.js';

/** When things of a record happen, in ms since 1970, whole seconds. */
export interface Moments {
  readonly created: number;
  readonly updated: number;
  /** What ends a record: deleted, closed, paid. */
  readonly ended: number;
  readonly start: number;
  readonly end: number;
  /** In the future. */
  readonly due: number;
  readonly born: number;
}

/** Each is drawn when it is first asked for, from a stream of its own. */
export interface Facts {
  readonly person: { readonly first: string; readonly last: string };
  readonly company: string;
  readonly place: Place;
  readonly address: PlacedAddress;
  readonly moments: Moments;
}

const SECOND = 1000;
const HOUR = 3600 * SECOND;
const DAY = 24 * HOUR;

const whole = (time: number): number => Math.floor(time / SECOND) * SECOND;

/** Between two times. */
const between = (random: Random, from: number, to: number): number => whole(from + random.fraction() * (to - from));

function drawMoments(random: Random, now: number): Moments {
  const created = between(random, now - 400 * DAY, now - 2 * DAY);
  const updated = between(random, created, now - DAY);
  const ended = between(random, updated, now);
  const start = between(random, created, now - DAY);
  const end = Math.min(whole(now), start + random.int(1, 20) * HOUR);
  const due = whole(now) + random.int(1, 90) * DAY;
  return {
    created,
    updated,
    ended,
    start,
    end,
    due,
    born: between(random, now - 70 * 365 * DAY, now - 19 * 365 * DAY),
  };
}

const cities = places.filter(({ name }) => name !== 'Taveuni');

/** The facts of the object at a path, which `hash` stands for. */
export function factsOf(seed: number, hash: number, now: number): Facts {
  const stream = (index: number): Random => randomFor(seed, hash, index);
  let person: Facts['person'] | undefined;
  let company: string | undefined;
  let place: Place | undefined;
  let address: PlacedAddress | undefined;
  let moments: Moments | undefined;
  return {
    get person() {
      return (person ??= drawName(stream(1)));
    },
    get company() {
      return (company ??= drawCompany(stream(2)));
    },
    get place() {
      return (place ??= stream(3).pick(cities));
    },
    get address() {
      return (address ??= drawAddress(this.place, stream(4)));
    },
    get moments() {
      return (moments ??= drawMoments(stream(5), now));
    },
  };
}
