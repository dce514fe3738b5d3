/** Products, with when they are in stock again. */
import { product } from '@understudy/contract';
import { type Collection, type Dataset, seededId, z } from '../../../kit/index.js';
import { availableOf, planOf, priceOf } from '../catalogue.js';

const keptProduct = product.extend({
  /** When the first reservation of a product ends that is sold out but for reservations; null of any other product. */
  back_at: z.iso.datetime().nullable(),
});

/** A product with when it is in stock again; what others see of it is the rest. */
export type KeptProduct = z.infer<typeof keptProduct>;

function slugOf(title: string, index: number): string {
  return `${title
    .toLowerCase()
    .replaceAll('é', 'e')
    .replaceAll(/[^a-z0-9]+/g, '-')}-${index + 1}`;
}

function seeded(dataset: Dataset, index: number): KeptProduct {
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
    back_at: null,
    created_at: new Date(plan.createdAt).toISOString(),
    updated_at: new Date(plan.updatedAt).toISOString(),
  };
}

/** Products. */
export const products: Collection<KeptProduct> = {
  name: 'products',
  prefix: 'prd',
  noun: 'product',
  schema: keptProduct,
  defaultSize: 120,
  count: (dataset) => dataset.size('products'),
  seeded,
  transition: (kept) =>
    kept.back_at === null
      ? undefined
      : { at: Date.parse(kept.back_at), record: { ...kept, in_stock: true, back_at: null } },
};
