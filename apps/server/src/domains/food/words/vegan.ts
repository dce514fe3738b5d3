/** Vegan food. */
import type { Cuisine } from './cuisine.js';

/** Vegan food. */
export const vegan: Cuisine = {
  names: ['Green {district}', 'Root & Sprout', 'Plant Kitchen', 'The Good Bowl'],
  about: [
    'Everything from plants, nothing missed.',
    'Bowls, soups and things to spread.',
    'What the market had this morning.',
  ],
  menu: {
    mains: [
      ['Buddha Bowl', 'Quinoa, chickpeas and tahini.', 11.5, ['sesame']],
      ['Tofu Scramble', 'With spinach on toast.', 9.5, ['soy', 'gluten'], 'bread'],
      ['Lentil Bolognese', 'With spelt pasta.', 10.5, ['gluten', 'celery'], 'size'],
      ['Jackfruit Tacos', 'Three, with lime cream.', 10.5, ['soy'], 'spice'],
      ['Peanut Noodles', 'Rice noodles and pak choi.', 11, ['peanuts', 'soy'], 'spice'],
      ['Mushroom Burger', 'Portobello and smoked paprika.', 11.5, ['gluten', 'soy']],
      ['Coconut Dal', 'Red lentils and rice.', 10, ['mustard'], 'spice'],
      ['Roasted Cauliflower', 'With almonds and herbs.', 11, ['nuts']],
    ],
    starters: [
      ['Beetroot Soup', 'With dill.', 6, ['celery']],
      ['Summer Rolls', 'Two, with peanut dip.', 6.5, ['peanuts', 'soy']],
    ],
    sides: [
      ['Roasted Carrots', 'Cumin and maple.', 4.5, []],
      ['Sourdough', 'With olive oil.', 3, ['gluten']],
    ],
  },
};
