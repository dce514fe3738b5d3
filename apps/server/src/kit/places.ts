/** Cities of the world: where each of them and its streets are, its time zone and currency, and how addresses there are written. */
import { cosine, type Position } from './distance.js';
import type { Random } from './random.js';

/** Part of a city. */
interface District extends Position {
  readonly name: string;
  /** Its postal codes: `#` is any digit, `@` any letter. Undefined where the country has none. */
  readonly code: string | undefined;
}

/**
 * The cities, and last the island of Taveuni, which the meridian of 180° crosses. Of each a line about the country and its
 * addresses, one of streets, and one for each district: its name, where its middle is, and its postal codes.
 */
const known = {
  Lisbon: `
    Portugal, PT, Europe/Lisbon, EUR, number last
    Rua da Rosa, Rua do Norte, Rua Augusta, Rua de São Bento, Travessa do Carmo, Rua dos Anjos
    Alvalade, 38.7535, -9.1437, 1700-0##
    Campo de Ourique, 38.7178, -9.1664, 1350-1##
    Arroios, 38.7292, -9.1356, 1150-0##
    Benfica, 38.7494, -9.2003, 1500-0##`,
  Berlin: `
    Germany, DE, Europe/Berlin, EUR, number last
    Lindenstraße, Gartenstraße, Schillerstraße, Bergmannstraße, Kastanienallee, Akazienstraße
    Kreuzberg, 52.4902, 13.3937, 10961
    Prenzlauer Berg, 52.5396, 13.4219, 10437
    Schöneberg, 52.4863, 13.3531, 10827
    Neukölln, 52.4777, 13.4335, 12043`,
  London: `
    United Kingdom, GB, Europe/London, GBP, number first
    Canal Street, Northgate Road, Albion Road, Victoria Gardens, Station Road, Chapel Lane
    Hackney, 51.5478, -0.0566, E8 #@@
    Islington, 51.5416, -0.1025, N1 #@@
    Clapham, 51.4565, -0.1415, SW4 #@@
    Camden, 51.5416, -0.1433, NW1 #@@`,
  Paris: `
    France, FR, Europe/Paris, EUR, number first
    rue des Lilas, rue du Moulin, rue Saint-Maur, avenue de la République, rue des Arts, rue du Verger
    Belleville, 48.8712, 2.3853, 75020
    Batignolles, 48.8866, 2.3176, 75017
    Montparnasse, 48.8396, 2.3219, 75014
    Le Marais, 48.8599, 2.3602, 75003`,
  Amsterdam: `
    Netherlands, NL, Europe/Amsterdam, EUR, number last
    Tulpstraat, Molenstraat, Rozenstraat, Ceintuurbaan, Linnaeusstraat, Van Goghstraat
    De Pijp, 52.3547, 4.8925, 1073 @@
    Oud-West, 52.3642, 4.8699, 1053 @@
    Watergraafsmeer, 52.3527, 4.9287, 1097 @@
    Bos en Lommer, 52.3785, 4.8535, 1055 @@`,
  Stockholm: `
    Sweden, SE, Europe/Stockholm, SEK, number last
    Björkgatan, Storgatan, Skolgatan, Ringvägen, Lindvägen, Parkgatan
    Södermalm, 59.3128, 18.0735, 118 2#
    Vasastan, 59.3439, 18.0478, 113 4#
    Östermalm, 59.3389, 18.0857, 114 3#
    Farsta, 59.2436, 18.0923, 123 4#`,
  Toronto: `
    Canada, CA, America/Toronto, CAD, number first, ON
    Maple Avenue, Queen Street West, Spruce Street, Palmerston Avenue, Danforth Avenue, Brock Avenue
    Leslieville, 43.6652, -79.3331, M4L #@#
    The Annex, 43.6703, -79.4071, M5R #@#
    Trinity Bellwoods, 43.6484, -79.4204, M6J #@#
    North York, 43.7615, -79.4111, M2N #@#`,
  'New York': `
    United States, US, America/New_York, USD, number first, NY
    Greene Street, Willow Street, Maple Street, Carroll Street, Myrtle Avenue, Orchard Street
    Park Slope, 40.6703, -73.9822, 11215
    Astoria, 40.7644, -73.9235, 11103
    Harlem, 40.8103, -73.9456, 10027
    East Village, 40.7268, -73.9845, 10003`,
  'San Francisco': `
    United States, US, America/Los_Angeles, USD, number first, CA
    Valencia Street, Noe Street, Hayes Street, Judah Street, Clement Street, Guerrero Street
    Mission, 37.7588, -122.4186, 94110
    Sunset, 37.7548, -122.4862, 94122
    Richmond, 37.7786, -122.4752, 94118
    Hayes Valley, 37.7759, -122.4275, 94102`,
  'São Paulo': `
    Brazil, BR, America/Sao_Paulo, BRL, number after comma, SP
    Rua Augusta, Rua das Flores, Alameda Santos, Rua Girassol, Rua Tabapuã, Avenida Brasil
    Vila Madalena, -23.5536, -46.6911, 05435-0##
    Moema, -23.6019, -46.6637, 04077-0##
    Bela Vista, -23.5602, -46.6477, 01310-1##
    Tatuapé, -23.5403, -46.5766, 03318-0##`,
  Tokyo: `
    Japan, JP, Asia/Tokyo, JPY, block first
    Meguro
    Nakameguro, 35.6432, 139.6968, 153-00##
    Shimokitazawa, 35.6614, 139.6677, 155-00##
    Yanaka, 35.7263, 139.7664, 110-00##
    Kichijoji, 35.7046, 139.5797, 180-00##`,
  Singapore: `
    Singapore, SG, Asia/Singapore, SGD, number first
    Orchid Road, Jalan Kayu, Tembusu Lane, Frangipani Drive, Holland Avenue, Joo Chiat Road
    Tiong Bahru, 1.2852, 103.8324, 1600##
    Bishan, 1.3508, 103.8485, 5701##
    Katong, 1.3081, 103.9021, 4280##
    Holland Village, 1.3112, 103.7948, 2781##`,
  Bengaluru: `
    India, IN, Asia/Kolkata, INR, number first, Karnataka
    12th Main Road, 4th Cross Road, Church Street, Lavelle Road, 80 Feet Road, Temple Road
    Indiranagar, 12.9719, 77.6412, 560038
    Jayanagar, 12.925, 77.5938, 560041
    Koramangala, 12.9352, 77.6245, 560034
    Malleswaram, 13.0055, 77.5692, 560003`,
  Nairobi: `
    Kenya, KE, Africa/Nairobi, KES, number first
    Acacia Avenue, Riverside Drive, Argwings Road, Garden Road, Jacaranda Close, Rhapta Road
    Westlands, -1.2676, 36.8108, 00800
    Kilimani, -1.2907, 36.7867, 00100
    Karen, -1.3197, 36.7073, 00502
    Lavington, -1.2803, 36.7692, 00603`,
  Melbourne: `
    Australia, AU, Australia/Melbourne, AUD, number first, VIC
    Rathdowne Street, Lygon Street, Chapel Street, Station Street, Wellington Street, Park Street
    Carlton, -37.7963, 144.9694, 3053
    Fitzroy, -37.7993, 144.9788, 3065
    Prahran, -37.8512, 144.9927, 3181
    Brunswick, -37.7667, 144.9602, 3056`,
  Taveuni: `
    Fiji, FJ, Pacific/Fiji, FJD, number first
    Meridian Road, Coconut Lane, Prince Charles Road, Mission Hill
    Waiyevo, -16.8, -179.97
    Somosomo, -16.785, -179.955
    Vuna, -16.94, 179.925`,
} as const;

/** Name of a place. */
export type PlaceName = keyof typeof known;

/** How the first line of an address goes: `12 Canal Street`, `Rua Augusta 12`, `Rua Augusta, 12`, or `2-11-3 Meguro`. */
type AddressStyle = 'number first' | 'number last' | 'number after comma' | 'block first';

/** A city. */
export interface Place {
  readonly name: PlaceName;
  /** In English. */
  readonly country: string;
  /** ISO 3166-1 alpha-2. */
  readonly code: string;
  /** IANA name. */
  readonly timezone: string;
  /** ISO 4217. */
  readonly currency: string;
  readonly style: AddressStyle;
  /** State or province; null where addresses have none. */
  readonly region: string | null;
  readonly streets: readonly string[];
  readonly districts: readonly District[];
}

function read(name: PlaceName): Place {
  const [about = [], streets = [], ...rows] = known[name]
    .trim()
    .split('\n')
    .map((line) => line.trim().split(', '));
  const [country = '', code = '', timezone = '', currency = '', style = '', region = null] = about;
  const districts = rows.map(([district = '', latitude, longitude, codes]) => {
    return { name: district, latitude: Number(latitude), longitude: Number(longitude), code: codes };
  });
  return { name, country, code, timezone, currency, style: style as AddressStyle, region, streets, districts };
}

/** The places. */
export const places: readonly Place[] = (Object.keys(known) as PlaceName[]).map(read);

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
export function drawAddress({ style, streets, districts }: Place, random: Random, district?: string): PlacedAddress {
  const wanted = districts.filter((one) => district === undefined || one.name === district);
  const within = random.pick(wanted);
  return {
    line1: lineOf(style, style === 'block first' ? within.name : random.pick(streets), random),
    district: within.name,
    postalCode: within.code === undefined ? null : codeOf(within.code, random),
    location: draw(within, random),
  };
}
