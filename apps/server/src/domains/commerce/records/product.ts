/** Products. */
import { product } from '@understudy/contract/commerce';
import { type Collection, type Dataset, seededId, type Transition, z } from '../../../kit/index.js';
import { availableOf, planOf, priceOf } from '../catalogue.js';

const productRecord = product.extend({
  /** When it is in stock again, if nobody buys or pays; null where it is, or where no order holds any of it. */
  restocked_at: z.iso.datetime().nullable(),
});

/** A product as it is kept. */
export type ProductRecord = z.infer<typeof productRecord>;

function transition(record: ProductRecord): Transition<ProductRecord> | undefined {
  if (record.restocked_at === null) return undefined;
  return { at: Date.parse(record.restocked_at), record: { ...record, in_stock: true, restocked_at: null } };
}

function slugOf(title: string, index: number): string {
  return `${title
    .toLowerCase()
    .replaceAll('é', 'e')
    .replaceAll(/[^a-z0-9]+/g, '-')}-${index + 1}`;
}

function seeded(dataset: Dataset, index: number): ProductRecord {
  const plan = planOf(dataset, index);
  const { title, description, category, brand, tags, status, options, rating, count } = plan;
  return {
    id: seededId('prd', index),
    title,
    slug: slugOf(title, index),
    description,
    category: category.slug,
    brand,
    tags: [...tags],
    status,
    options,
    variant_count: count,
    price_from: priceOf(plan, 0, 'EUR'),
    in_stock: Array.from({ length: count }, (_, i) => i).some((i) => availableOf(dataset, index, i) > 0),
    rating,
    created_at: new Date(plan.createdAt).toISOString(),
    updated_at: new Date(plan.updatedAt).toISOString(),
    restocked_at: null,
  };
}

/** Products. */
export const products: Collection<ProductRecord> = {
  name: 'products',
  prefix: 'prd',
  noun: 'product',
  schema: productRecord,
  defaultSize: 120,
  count: (dataset) => dataset.size('products'),
  seeded,
  transition,
};
