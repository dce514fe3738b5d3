/** Sushi. */
import type { Cuisine } from './cuisine.js';

/** Sushi. */
export const sushi: Cuisine = {
  names: ['Sushi {district}', 'Umi', 'Little Kaito', 'Hashi'],
  about: [
    'Fish of the day, and rice that is still warm.',
    'A small counter, and a long list of rolls.',
    'Rolled when you order.',
  ],
  menu: {
    mains: [
      ['Salmon Nigiri', 'Six pieces.', 12, ['fish', 'soy']],
      ['Tuna Nigiri', 'Six pieces.', 14, ['fish', 'soy']],
      ['California Roll', 'Crab, avocado and cucumber.', 10.5, ['shellfish', 'egg', 'soy', 'sesame']],
      ['Spicy Tuna Roll', 'Tuna, chilli and spring onion.', 12, ['fish', 'soy', 'sesame'], 'spice'],
      ['Cucumber Maki', 'Six small rolls.', 6, ['soy', 'sesame']],
      ['Avocado Maki', 'Six small rolls.', 6.5, ['soy', 'sesame']],
      ['Salmon Poke', 'Rice, salmon, edamame and mango.', 13.5, ['fish', 'soy', 'sesame'], 'size'],
      ['Chirashi', 'Assorted fish on rice.', 17, ['fish', 'shellfish', 'soy'], 'size'],
      ['Vegetable Tempura', 'In a light batter.', 11, ['gluten', 'egg']],
      ['Sushi Mix', 'Twelve pieces that the cook chooses.', 19, ['fish', 'shellfish', 'soy', 'sesame']],
    ],
    starters: [
      ['Miso Soup', 'Tofu, wakame and spring onion.', 4, ['soy', 'fish']],
      ['Edamame', 'With sea salt.', 4.5, ['soy']],
    ],
  },
};
