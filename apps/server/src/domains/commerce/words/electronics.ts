/** Electronics. */
import { type Choice, colour, type ProductCategory } from './category.js';

const storage: Choice = { name: 'storage', values: ['64 GB', '128 GB', '256 GB', '512 GB', '1 TB', '2 TB'], step: 0.2 };
const length: Choice = { name: 'length', values: ['0.5 m', '1 m', '1.5 m', '2 m', '3 m', '5 m'], step: 0.15 };

/** Electronics. */
export const electronics: ProductCategory = {
  slug: 'electronics',
  code: 'ELE',
  brands: ['Voltara', 'Kestrel Audio', 'Lumen Eight', 'Nordcell', 'Pixelwerk'],
  notes: [
    'Charges over USB-C; a cable is in the box.',
    'Updates are free for five years.',
    'The battery can be replaced without tools.',
    'Works with all common systems, without an app.',
  ],
  kinds: [
    {
      name: 'Headphones',
      styles: ['Wireless', 'Studio', 'Noise-Cancelling', 'Foldable'],
      about: 'Over-ear headphones that shut the office out.',
      euros: [59, 320],
      grams: 260,
      tags: ['audio', 'travel'],
      choices: [colour],
    },
    {
      name: 'Earbuds',
      styles: ['True Wireless', 'Sport', 'Open', 'Noise-Cancelling'],
      about: 'Small earbuds that stay in while you run.',
      euros: [39, 190],
      grams: 60,
      tags: ['audio', 'sport'],
      choices: [colour],
    },
    {
      name: 'Speaker',
      styles: ['Portable', 'Waterproof', 'Bookshelf', 'Mini'],
      about: 'A speaker that fills the kitchen and survives the garden.',
      euros: [45, 220],
      grams: 780,
      tags: ['audio'],
      choices: [colour],
    },
    {
      name: 'External Drive',
      styles: ['Rugged', 'Pocket', 'Encrypted', 'Fast'],
      about: 'A shock-proof drive the size of a matchbox.',
      euros: [49, 110],
      grams: 90,
      tags: ['storage', 'office'],
      choices: [storage],
    },
    {
      name: 'Keyboard',
      styles: ['Mechanical', 'Low-Profile', 'Wireless', 'Compact'],
      about: 'A low keyboard with keys that do not clatter.',
      euros: [49, 160],
      grams: 620,
      tags: ['office'],
      choices: [{ name: 'layout', values: ['US', 'UK', 'German', 'French', 'Nordic', 'Spanish'] }],
    },
    {
      name: 'Charger',
      styles: ['Compact', 'Fast', 'Dual-Port', 'Travel'],
      about: 'A wall charger with two ports and no hum.',
      euros: [19, 70],
      grams: 120,
      tags: ['power', 'travel'],
      choices: [{ name: 'power', values: ['20 W', '30 W', '45 W', '65 W', '100 W', '140 W'], step: 0.22 }, colour],
    },
    {
      name: 'Cable',
      styles: ['Braided', 'Flat', 'Right-Angled', 'Reinforced'],
      about: 'A braided cable that outlives the device.',
      euros: [9, 25],
      grams: 60,
      tags: ['power'],
      choices: [length, colour],
    },
    {
      name: 'Desk Lamp',
      styles: ['Architect', 'Dimmable', 'Clip-On', 'Folding'],
      about: 'A lamp with an arm that stays where it is put.',
      euros: [39, 140],
      grams: 1100,
      tags: ['office', 'lighting'],
      choices: [colour],
    },
  ],
};
