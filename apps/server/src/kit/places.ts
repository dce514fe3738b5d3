/** Cities of the world: where each of them is, its time zone and currency, and how addresses there are written. */
import { cosine, type Position } from './distance.js';
import { type District, type PlaceName, streetsOf } from './streets.js';
import type { Random } from './random.js';

/** How the first line of an address goes: `12 Canal Street`, `Rua Augusta 12`, `Rua Augusta, 12`, or `2-11-3 Meguro`. */
type AddressStyle = 'number first' | 'number last' | 'number after comma' | 'block first';

/** A city. */
export interface Place {
  readonly name: PlaceName;
  /** In English. */
  readonly country: string;
  /** ISO 3166-1 alpha-2. */
  readonly code: string;
  /** State or province; null where addresses have none. */
  readonly region: string | null;
  /** IANA name. */
  readonly timezone: string;
  /** ISO 4217. */
  readonly currency: string;
  readonly style: AddressStyle;
}

type Row = readonly [
  PlaceName,
  country: string,
  code: string,
  timezone: string,
  currency: string,
  AddressStyle,
  region?: string,
];

const rows: readonly Row[] = [
  ['Lisbon', 'Portugal', 'PT', 'Europe/Lisbon', 'EUR', 'number last'],
  ['Berlin', 'Germany', 'DE', 'Europe/Berlin', 'EUR', 'number last'],
  ['London', 'United Kingdom', 'GB', 'Europe/London', 'GBP', 'number first'],
  ['Paris', 'France', 'FR', 'Europe/Paris', 'EUR', 'number first'],
  ['Amsterdam', 'Netherlands', 'NL', 'Europe/Amsterdam', 'EUR', 'number last'],
  ['Stockholm', 'Sweden', 'SE', 'Europe/Stockholm', 'SEK', 'number last'],
  ['Toronto', 'Canada', 'CA', 'America/Toronto', 'CAD', 'number first', 'ON'],
  ['New York', 'United States', 'US', 'America/New_York', 'USD', 'number first', 'NY'],
  ['San Francisco', 'United States', 'US', 'America/Los_Angeles', 'USD', 'number first', 'CA'],
  ['São Paulo', 'Brazil', 'BR', 'America/Sao_Paulo', 'BRL', 'number after comma', 'SP'],
  ['Tokyo', 'Japan', 'JP', 'Asia/Tokyo', 'JPY', 'block first'],
  ['Singapore', 'Singapore', 'SG', 'Asia/Singapore', 'SGD', 'number first'],
  ['Bengaluru', 'India', 'IN', 'Asia/Kolkata', 'INR', 'number first', 'Karnataka'],
  ['Nairobi', 'Kenya', 'KE', 'Africa/Nairobi', 'KES', 'number first'],
  ['Melbourne', 'Australia', 'AU', 'Australia/Melbourne', 'AUD', 'number first', 'VIC'],
  ['Taveuni', 'Fiji', 'FJ', 'Pacific/Fiji', 'FJD', 'number first'],
];

/** The cities, and last the island of Taveuni, which the meridian of 180° crosses. */
export const places: readonly Place[] = rows.map(([name, country, code, timezone, currency, style, region = null]) => ({
  name,
  country,
  code,
  region,
  timezone,
  currency,
  style,
}));

/** The place with a name. */
export function placeNamed(name: PlaceName): Place {
  const found = places.find((place) => place.name === name);
  if (found === undefined) throw new RangeError(`there is no place ${name}`);
  return found;
}

/** An address, and where it is on the map. */
export interface PlacedAddress {
  readonly line1: string;
  /** Where in the city. */
  readonly district: string;
  /** Null where the country has none. */
  readonly postalCode: string | null;
  readonly location: Position;
}

/** Degrees of latitude around the middle of a district: some 330 metres. */
const REACH = 0.003;

/** Letters that may stand anywhere in the postal codes of Canada, the Netherlands and the United Kingdom. */
const LETTERS = 'ABEGHJLNPRTXYZ';

/** Degrees to 5 decimals; the other side of the meridian of 180° where it is crossed. */
function degrees(value: number): number {
  const turned = value > 180 ? value - 360 : value < -180 ? value + 360 : value;
  return Number(turned.toFixed(5));
}

function draw({ latitude, longitude }: District, random: Random): Position {
  const north = (random.fraction() * 2 - 1) * REACH;
  const east = ((random.fraction() * 2 - 1) * REACH) / cosine(latitude);
  return { latitude: degrees(latitude + north), longitude: degrees(longitude + east) };
}

/** A line of an address. */
function lineOf(style: AddressStyle, street: string, random: Random): string {
  const number = random.int(1, 180);
  if (style === 'number first') return `${number} ${street}`;
  if (style === 'block first') return `${random.int(1, 6)}-${random.int(1, 24)}-${random.int(1, 18)} ${street}`;
  return style === 'number last' ? `${street} ${number}` : `${street}, ${number}`;
}

/** A postal code of a pattern: `#` is a digit, `@` a letter. */
function codeOf(pattern: string, random: Random): string {
  return pattern.replaceAll(/[#@]/g, (sign) =>
    sign === '#' ? String(random.int(1, 9)) : (LETTERS[random.int(0, LETTERS.length - 1)] ?? ''),
  );
}

/** Draws an address in a city; on land, and with a postal code of its part of the city. */
export function drawAddress({ name, style }: Place, random: Random, district?: string): PlacedAddress {
  const { streets, districts } = streetsOf(name);
  const wanted = districts.filter((one) => district === undefined || one.name === district);
  const within = random.pick(wanted);
  return {
    line1: lineOf(style, style === 'block first' ? within.name : random.pick(streets), random),
    district: within.name,
    postalCode: within.code === undefined ? null : codeOf(within.code, random),
    location: draw(within, random),
  };
}
