/** What homes cost, by city. */
import type { PlaceName } from '../../../kit/index.js';

/** Prices of a city, in whole units of its currency. */
export interface Market {
  /** Of a square metre of a home, for sale. */
  readonly sale: number;
  /** Of a square metre of a home, for a month. */
  readonly rent: number;
  /** Minor units in one unit of the currency. */
  readonly minor: number;
}

const prices: Readonly<Record<PlaceName, readonly [sale: number, rent: number]>> = {
  Lisbon: [5200, 21],
  Berlin: [5400, 17],
  London: [9500, 33],
  Paris: [9800, 31],
  Amsterdam: [8000, 28],
  Stockholm: [92_000, 290],
  Toronto: [10_500, 41],
  'New York': [14_500, 58],
  'San Francisco': [11_800, 46],
  'São Paulo': [11_000, 62],
  Tokyo: [1_350_000, 4600],
  Singapore: [19_500, 62],
  Bengaluru: [98_000, 420],
  Nairobi: [145_000, 780],
  Melbourne: [8800, 34],
  Taveuni: [2600, 14],
};

/** The market of a city. */
export function marketOf(name: PlaceName): Market {
  const [sale, rent] = prices[name];
  return { sale, rent, minor: name === 'Tokyo' ? 1 : 100 };
}
