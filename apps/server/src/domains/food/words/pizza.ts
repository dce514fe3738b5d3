/** Pizza. */
import type { Cuisine } from './cuisine.js';

/** Pizza. */
export const pizza: Cuisine = {
  names: ['Forno {district}', 'Pizzeria {district}', 'Da Nino', 'Il Cornicione'],
  about: [
    'Dough that rests for two days, and a wood-fired oven.',
    'Pizza as in Naples, soft in the middle.',
    'Thin, crisp and straight from the stone.',
  ],
  menu: {
    mains: [
      ['Margherita', 'Tomato, fior di latte and basil.', 9, ['gluten', 'milk']],
      ['Marinara', 'Tomato, garlic and oregano.', 8, ['gluten']],
      ['Diavola', 'Tomato, mozzarella and spicy salami.', 11, ['gluten', 'milk'], 'size', 'extras'],
      ['Quattro Formaggi', 'Four cheeses, no tomato.', 12, ['gluten', 'milk'], 'size'],
      ['Funghi', 'Mushrooms, mozzarella and thyme.', 10.5, ['gluten', 'milk'], 'extras'],
      ['Prosciutto', 'Ham, rocket and parmesan.', 12.5, ['gluten', 'milk'], 'size'],
      ['Capricciosa', 'Artichokes, ham, olives and mushrooms.', 12, ['gluten', 'milk']],
      ['Napoli', 'Tomato, anchovies and capers.', 11, ['gluten', 'fish'], 'extras'],
      ['Ortolana', 'Grilled vegetables of the season.', 11, ['gluten', 'milk'], 'size', 'extras'],
    ],
    starters: [
      ['Bruschetta', 'Toasted bread with tomatoes.', 5.5, ['gluten']],
      ['Burrata', 'With tomatoes and olive oil.', 8.5, ['milk']],
    ],
    desserts: [['Tiramisù', 'Coffee, mascarpone and cocoa.', 5.5, ['gluten', 'egg', 'milk']]],
  },
};
