/** Things for the home. */
import { type Choice, colour, type ProductCategory } from './category.js';

const bedding: Choice = {
  name: 'size',
  values: ['135 × 200 cm', '140 × 200 cm', '155 × 220 cm', '200 × 200 cm', '220 × 240 cm', '240 × 260 cm'],
  step: 0.15,
};
const cushion: Choice = {
  name: 'size',
  values: ['30 × 50 cm', '40 × 40 cm', '45 × 45 cm', '50 × 50 cm', '60 × 60 cm', '70 × 70 cm'],
  step: 0.12,
};
const scent: Choice = { name: 'scent', values: ['cedar', 'fig', 'bergamot', 'lavender', 'smoke', 'unscented'] };

/** Things for the home. */
export const home: ProductCategory = {
  slug: 'home',
  code: 'HOM',
  brands: ['Stillhus', 'Casa Ona', 'Lindqvist', 'Morning Room', 'Plain & Purl'],
  notes: [
    'Made in small batches, so shades vary a little.',
    'Delivered flat, and put together in ten minutes.',
    'The cover can be taken off and washed.',
    'The wood is certified, the packaging is paper.',
  ],
  kinds: [
    {
      name: 'Duvet Cover',
      styles: ['Washed Linen', 'Percale', 'Flannel', 'Striped'],
      about: 'A duvet cover that needs no ironing.',
      euros: [49, 130],
      grams: 1400,
      tags: ['bedroom', 'textiles'],
      choices: [bedding, colour],
    },
    {
      name: 'Cushion',
      styles: ['Woven', 'Velvet', 'Linen', 'Bouclé'],
      about: 'A plump cushion with a hidden zip.',
      euros: [19, 55],
      grams: 500,
      tags: ['living room', 'textiles'],
      choices: [cushion, colour],
    },
    {
      name: 'Throw',
      styles: ['Wool', 'Cotton', 'Mohair', 'Waffle'],
      about: 'A throw that is large enough for two.',
      euros: [39, 120],
      grams: 900,
      tags: ['living room', 'textiles'],
      choices: [colour],
    },
    {
      name: 'Candle',
      styles: ['Scented', 'Ribbed', 'Amber Glass', 'Large'],
      about: 'A soy candle that burns for fifty hours.',
      euros: [14, 38],
      grams: 420,
      tags: ['gifts'],
      choices: [scent],
    },
    {
      name: 'Table Lamp',
      styles: ['Rattan', 'Brass', 'Opal Glass', 'Clay'],
      about: 'A dimmable lamp for warm evenings.',
      euros: [45, 160],
      grams: 1600,
      tags: ['lighting'],
      choices: [colour],
    },
    {
      name: 'Side Table',
      styles: ['Oak', 'Walnut', 'Round', 'Folding'],
      about: 'A small table that follows you around the flat.',
      euros: [70, 220],
      grams: 5200,
      tags: ['furniture'],
      choices: [colour],
    },
    {
      name: 'Rug',
      styles: ['Wool', 'Jute', 'Flatweave', 'Striped'],
      about: 'A hand-loomed rug that lies flat from the first day.',
      euros: [60, 240],
      grams: 4200,
      tags: ['living room', 'textiles'],
      choices: [
        {
          name: 'size',
          values: ['60 × 90 cm', '80 × 150 cm', '120 × 180 cm', '140 × 200 cm', '160 × 230 cm', '200 × 300 cm'],
          step: 0.45,
        },
      ],
    },
    {
      name: 'Vase',
      styles: ['Stoneware', 'Smoked Glass', 'Terracotta', 'Tall'],
      about: 'A narrow vase for a single branch, or a handful of tulips.',
      euros: [16, 60],
      grams: 700,
      tags: ['gifts', 'decor'],
      choices: [colour],
    },
  ],
};
