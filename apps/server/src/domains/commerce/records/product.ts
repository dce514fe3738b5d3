/** Seeded products. */
import { type Product, product } from '@understudy/contract';
import { type Collection, type Dataset, seededId } from '../../../kit/index.js';
import { availableOf, planOf, priceOf } from '../catalogue.js';

function slugOf(title: string, index: number): string {
  return `${title
    .toLowerCase()
    .replaceAll('é', 'e')
    .replaceAll(/[^a-z0-9]+/g, '-')}-${index + 1}`;
}

function seeded(dataset: Dataset, index: number): Product {
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
  };
}

/** Seeded products. */
export const products: Collection<Product> = {
  name: 'products',
  prefix: 'prd',
  noun: 'product',
  schema: product,
  defaultSize: 120,
  count: (dataset) => dataset.size('products'),
  seeded,
};
