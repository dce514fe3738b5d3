/** Clothing. */
import { type Choice, colour, type ProductCategory } from './category.js';

const size: Choice = { name: 'size', values: ['XS', 'S', 'M', 'L', 'XL', 'XXL'] };

/** Clothing. */
export const clothing: ProductCategory = {
  slug: 'clothing',
  code: 'CLO',
  brands: ['Norrvik', 'Hale & Moor', 'Tessuto', 'Common Thread', 'Ostwind', 'Lark Street'],
  notes: [
    'Machine washable at 30 °C.',
    'Cut true to size; take the next one up for a looser fit.',
    'Sewn in Portugal from certified yarn.',
    'It holds its shape, wash after wash.',
  ],
  kinds: [
    {
      name: 'Crew Jumper',
      styles: ['Merino', 'Lambswool', 'Ribbed', 'Organic Cotton', 'Fisherman'],
      about: 'A fine-knit jumper for cold mornings.',
      euros: [45, 110],
      grams: 380,
      tags: ['knitwear', 'winter'],
      choices: [size, colour],
    },
    {
      name: 'T-Shirt',
      styles: ['Organic', 'Heavyweight', 'Relaxed', 'Pocket', 'Striped'],
      about: 'A plain tee in a fabric that gets softer with age.',
      euros: [15, 35],
      grams: 170,
      tags: ['basics', 'summer'],
      choices: [size, colour],
    },
    {
      name: 'Oxford Shirt',
      styles: ['Classic', 'Slim', 'Washed', 'Button-Down'],
      about: 'A button-down shirt for the office and after.',
      euros: [39, 85],
      grams: 260,
      tags: ['shirts', 'office'],
      choices: [size, colour],
    },
    {
      name: 'Chinos',
      styles: ['Slim', 'Relaxed', 'Tapered', 'Everyday'],
      about: 'Straight trousers with a little stretch.',
      euros: [49, 95],
      grams: 520,
      tags: ['trousers', 'basics'],
      choices: [size, colour],
    },
    {
      name: 'Rain Jacket',
      styles: ['Lightweight', 'Packable', 'Commuter', 'Storm'],
      about: 'A three-layer shell with taped seams and a roomy hood.',
      euros: [90, 240],
      grams: 540,
      tags: ['jackets', 'waterproof'],
      choices: [size, colour],
    },
    {
      name: 'Hoodie',
      styles: ['Brushed', 'Heavyweight', 'Zip-Up', 'Recycled'],
      about: 'A heavy hoodie with a lined hood and a pocket for both hands.',
      euros: [40, 80],
      grams: 620,
      tags: ['sweats', 'basics'],
      choices: [size, colour],
    },
    {
      name: 'Linen Dress',
      styles: ['Wrap', 'Sleeveless', 'Relaxed', 'Belted'],
      about: 'A loose midi dress with deep pockets.',
      euros: [60, 130],
      grams: 340,
      tags: ['dresses', 'summer'],
      choices: [size, colour],
    },
    {
      name: 'Socks',
      styles: ['Merino', 'Ribbed', 'Everyday', 'Striped'],
      about: 'A pair of mid-calf socks with a flat toe seam.',
      euros: [8, 18],
      grams: 60,
      tags: ['basics', 'gifts'],
      choices: [{ name: 'size', values: ['35–37', '38–40', '41–43', '44–46', '47–49', '50–52'] }],
    },
  ],
};
