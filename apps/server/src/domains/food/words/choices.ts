/** What can be chosen about dishes. */
import type { Choice } from './cuisines.js';

/** Options of a dish: how many of them an order names, and what each adds in euros. */
export interface ChoiceWords {
  readonly name: string;
  readonly min: number;
  readonly max: number;
  readonly options: readonly (readonly [name: string, euros: number])[];
}

/** What can be chosen about dishes. */
export const choices: Readonly<Record<Choice, ChoiceWords>> = {
  size: {
    name: 'Size',
    min: 1,
    max: 1,
    options: [
      ['Regular', 0],
      ['Large', 3],
    ],
  },
  extras: {
    name: 'Extras',
    min: 0,
    max: 3,
    options: [
      ['Olives', 1],
      ['Extra cheese', 1.5],
      ['Chilli oil', 0.5],
      ['Rocket', 1],
    ],
  },
  spice: {
    name: 'Heat',
    min: 1,
    max: 1,
    options: [
      ['Mild', 0],
      ['Medium', 0],
      ['Hot', 0],
    ],
  },
  protein: {
    name: 'With',
    min: 1,
    max: 2,
    options: [
      ['Tofu', 0],
      ['Chicken', 1.5],
      ['Prawns', 3],
    ],
  },
  bread: {
    name: 'Bread',
    min: 1,
    max: 1,
    options: [
      ['Sourdough', 0],
      ['Rye', 0],
      ['Gluten-free', 1],
    ],
  },
  milk: {
    name: 'Milk',
    min: 0,
    max: 1,
    options: [
      ['Oat', 0.5],
      ['Soy', 0.5],
    ],
  },
};
