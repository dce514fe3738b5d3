/** Things for outdoors. */
import { type Choice, colour, type ProductCategory } from './category.js';

const volume: Choice = { name: 'volume', values: ['12 l', '18 l', '24 l', '32 l', '45 l', '60 l'], step: 0.16 };
const people: Choice = { name: 'sleeps', values: ['1', '2', '3', '4', '5', '6'], step: 0.25 };

/** Things for outdoors. */
export const outdoor: ProductCategory = {
  slug: 'outdoor',
  code: 'OUT',
  brands: ['Hochweg', 'Tarnfell', 'Camp Orrin', 'Lodestar', 'Vasa Alpine'],
  notes: [
    'Packs to the size of a loaf of bread.',
    'Tested through a winter in the Alps.',
    'Repairs are free, for as long as you own it.',
    'Treated without fluorocarbons.',
  ],
  kinds: [
    {
      name: 'Backpack',
      styles: ['Weekend', 'Alpine', 'Roll-Top', 'Ultralight'],
      about: 'A pack that carries its weight on the hips.',
      euros: [60, 210],
      grams: 1100,
      tags: ['hiking', 'travel'],
      choices: [volume, colour],
    },
    {
      name: 'Tent',
      styles: ['Tunnel', 'Dome', 'Ultralight', 'All-Season'],
      about: 'A tent that two people put up in three minutes.',
      euros: [150, 480],
      grams: 2600,
      tags: ['camping'],
      choices: [people],
    },
    {
      name: 'Sleeping Bag',
      styles: ['Down', 'Summer', 'Three-Season', 'Winter'],
      about: 'A down bag with a hood that closes to a breathing hole.',
      euros: [110, 390],
      grams: 950,
      tags: ['camping'],
      choices: [{ name: 'comfort', values: ['10 °C', '5 °C', '0 °C', '−5 °C', '−10 °C', '−18 °C'], step: 0.14 }],
    },
    {
      name: 'Headlamp',
      styles: ['Rechargeable', 'Running', 'Compact', 'Expedition'],
      about: 'A lamp with a red light that spares the eyes of others.',
      euros: [25, 90],
      grams: 95,
      tags: ['camping', 'running'],
      choices: [colour],
    },
    {
      name: 'Stove',
      styles: ['Gas', 'Wood', 'Compact', 'Windproof'],
      about: 'A stove that boils a litre in three minutes.',
      euros: [35, 130],
      grams: 380,
      tags: ['camping', 'cooking'],
      choices: [colour],
    },
    {
      name: 'Trekking Poles',
      styles: ['Folding', 'Carbon', 'Telescopic', 'Summit'],
      about: 'A pair of carbon poles with cork grips.',
      euros: [55, 150],
      grams: 430,
      tags: ['hiking'],
      choices: [{ name: 'length', values: ['100 cm', '105 cm', '110 cm', '115 cm', '120 cm', '125 cm'] }],
    },
    {
      name: 'Dry Bag',
      styles: ['Roll-Top', 'Ultralight', 'Rugged', 'Translucent'],
      about: 'A roll-top bag that floats.',
      euros: [14, 45],
      grams: 150,
      tags: ['water', 'travel'],
      choices: [volume, colour],
    },
  ],
};
