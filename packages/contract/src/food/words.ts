/** The words that restaurants, dishes and orders are described by. */

/** What restaurants cook. */
export const cuisines = [
  'pizza',
  'burgers',
  'sushi',
  'indian',
  'thai',
  'mexican',
  'chinese',
  'mediterranean',
  'vegan',
  'breakfast',
] as const;

/** What dishes contain that some people must avoid (Regulation (EU) 1169/2011, Annex II). */
export const allergens = [
  'gluten',
  'milk',
  'egg',
  'fish',
  'shellfish',
  'soy',
  'nuts',
  'peanuts',
  'sesame',
  'celery',
  'mustard',
] as const;

/** Parts of a menu. */
export const menuSections = ['mains', 'starters', 'sides', 'desserts', 'drinks'] as const;

/** States of a quote. */
export const quoteStatuses = ['open', 'used', 'expired'] as const;

/** States of an order. The last five are final. */
export const foodOrderStatuses = [
  'scheduled',
  'placed',
  'accepted',
  'preparing',
  'picked_up',
  'delivered',
  'cancelled',
  'rejected',
  'unanswered',
] as const;

/** How fast an order goes. */
export const paces = ['real', 'fast'] as const;

/** What couriers ride. */
export const vehicles = ['bike', 'scooter', 'car'] as const;
