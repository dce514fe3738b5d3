/** What is settled about a seeded product: its words, its variants, and what they cost. */
import type { Product } from '@understudy/contract/commerce';
import { currencies, type Currency, type Money } from '@understudy/contract/kit';
import { Allocation, approaching, type Dataset, EPOCH, moneyIn, type Random, remember } from '../../kit/index.js';
import { categories } from './words/categories.js';
import type { Choice, ProductCategory, ProductKind } from './words/category.js';

interface ProductPlan {
  readonly category: ProductCategory;
  readonly kind: ProductKind;
  readonly title: string;
  readonly description: string;
  readonly brand: string;
  readonly tags: readonly string[];
  readonly status: Product['status'];
  readonly options: Product['options'];
  /** Price of its first variant in euros, before it is rounded to a list price. */
  readonly euros: number;
  /** How much dearer each variant is than the one before it, as a part of the price. */
  readonly step: number;
  /** How dear it is in each market, beside the euro. */
  readonly markets: readonly number[];
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly rating: number | null;
  /** Index of its first variant. */
  readonly first: number;
  /** How many variants it has. */
  readonly count: number;
}

/** Variants of the products of a block: 36 of 12 products. The first block has them in this order. */
const COUNTS = [3, 2, 2, 1, 1, 6, 4, 3, 5, 4, 2, 3] as const;
const allocation = new Allocation('products/block', COUNTS.length, true);

/** The variants of products. */
export const variantsOf = allocation.of(() => COUNTS);

/** Products that are always there, by index: what a client must cope with first. */
const fixed: Readonly<Record<number, Product['status']>> = {
  0: 'active',
  1: 'active',
  2: 'active',
  3: 'draft',
  4: 'archived',
};

function statusOf(random: Random, index: number): Product['status'] {
  const drawn = random.fraction();
  return fixed[index] ?? (drawn < 0.88 ? 'active' : drawn < 0.94 ? 'draft' : 'archived');
}

/** Neighbouring values of a choice. */
function valuesOf(random: Random, { name, values }: Choice, count: number): Product['options'][number] {
  const start = random.int(0, values.length - count);
  return { name, values: values.slice(start, start + count) };
}

function optionsOf(random: Random, [one, other]: readonly [Choice, ...Choice[]], count: number): Product['options'] {
  if (count === 1) return [];
  // Of two choices, every pair is a variant.
  if (other === undefined || count % 2 === 1 || count === 2) return [valuesOf(random, one, count)];
  return [valuesOf(random, one, count / 2), valuesOf(random, other, 2)];
}

const DAY_MS = 86_400_000;

/** When a product was added: the catalogue grows ever faster towards the orders, which all come in 2025 or later. */
const createdAt = approaching({ from: Date.UTC(2022, 0, 10, 8), to: Date.UTC(2025, 0, 1), half: 200 });

/** The plan of a product. The variants of one are asked for together. */
export const planOf = remember('products/plan', (dataset, index): ProductPlan => {
  const random = dataset.random('products', index);
  const category = random.pick(categories);
  const kind = random.pick(category.kinds);
  const first = variantsOf.start(dataset, index);
  const count = variantsOf.start(dataset, index + 1) - first;
  const options = optionsOf(random, kind.choices, count);
  const created = createdAt(index);
  const choice = kind.choices.find(({ name }) => name === options[0]?.name);
  const style = random.pick(kind.styles);
  const status = statusOf(random, index);
  const [isUnrated, rating] = [random.chance(0.12), random.int(31, 50) / 10];
  return {
    category,
    kind,
    title: `${style} ${kind.name}`,
    description: `${kind.about} ${random.pick(category.notes)}`,
    brand: random.pick(category.brands),
    tags: [style.toLowerCase(), ...kind.tags],
    status,
    options,
    euros: random.int(...kind.euros),
    step: choice?.step ?? 0,
    markets: currencies.map(() => 0.95 + 0.05 * random.int(0, 3)),
    createdAt: created,
    updatedAt: Math.min(created + random.int(0, 300) * DAY_MS + random.int(0, 86_399) * 1000, EPOCH - 1000),
    rating: status === 'draft' || isUnrated ? null : rating,
    first,
    count,
  };
});

/** The list price next to some euros in each currency, in minor units. */
const listPrices: Readonly<Record<Currency, (euros: number) => number>> = {
  EUR: (euros) => Math.max(1, Math.round(euros)) * 100 - 10,
  USD: (euros) => Math.max(1, Math.round(euros * 1.1)) * 100 - 1,
  GBP: (euros) => Math.max(1, Math.round(euros * 0.86)) * 100 - 5,
  JPY: (euros) => Math.max(1, Math.round(euros * 1.6)) * 100 - 20,
  KWD: (euros) => Math.max(1, Math.round(euros * 1.34)) * 250,
};

/** The price of a variant of a product, by its position among them. No variant is cheaper than the first. */
export function priceOf({ euros, step, markets, options }: ProductPlan, position: number, currency: Currency): Money {
  // The second of two choices changes nothing in the price.
  const steps = Math.floor(position / (options[1]?.values.length ?? 1));
  const market = currency === 'EUR' ? 1 : (markets[currencies.indexOf(currency)] ?? 1);
  return moneyIn(currency, listPrices[currency](euros * (1 + step * steps) * market));
}

/** What was chosen of a product in a variant, by its position among them. */
export function chosenIn({ options: [one, other] }: ProductPlan, position: number): Readonly<Record<string, string>> {
  if (one === undefined) return {};
  const width = other?.values.length ?? 1;
  const chosen = { [one.name]: one.values[Math.floor(position / width)] ?? '' };
  return other === undefined ? chosen : { ...chosen, [other.name]: other.values[position % width] ?? '' };
}

/** How many units of a variant can be bought, where no client has bought any. */
export function availableOf(dataset: Dataset, product: number, position: number): number {
  if (product === 1) return 0;
  if (product === 2) return position === 0 ? 1 : 0;
  const random = dataset.random('variants/stock', planOf(dataset, product).first + position);
  const units = random.int(5, 80);
  return product > 2 && random.chance(0.15) ? 0 : units;
}
