/** Things for the kitchen. */
import { type Choice, colour, type ProductCategory } from './category.js';

const diameter: Choice = {
  name: 'diameter',
  values: ['16 cm', '18 cm', '20 cm', '24 cm', '28 cm', '32 cm'],
  step: 0.18,
};
const capacity: Choice = { name: 'capacity', values: ['0.3 l', '0.5 l', '0.75 l', '1 l', '1.5 l', '2 l'], step: 0.15 };
const pieces: Choice = {
  name: 'set',
  values: ['1 piece', '2 pieces', '4 pieces', '6 pieces', '8 pieces', '12 pieces'],
  step: 0.8,
};

/** Things for the kitchen. */
export const kitchen: ProductCategory = {
  slug: 'kitchen',
  code: 'KIT',
  brands: ['Hearthside', 'Acero', 'Kokeri', 'Mill & Flame', 'Porzellan Süd'],
  notes: [
    'Safe in the dishwasher, though it lasts longer without.',
    'For gas, ceramic and induction.',
    'Comes with a guarantee of ten years.',
    'Each piece is glazed by hand and looks a little different.',
  ],
  kinds: [
    {
      name: 'Frying Pan',
      styles: ['Cast-Iron', 'Carbon Steel', 'Non-Stick', 'Copper'],
      about: 'A pan that browns evenly from edge to edge.',
      euros: [29, 90],
      grams: 1500,
      tags: ['cookware'],
      choices: [diameter],
    },
    {
      name: 'Saucepan',
      styles: ['Enamel', 'Copper', 'Stainless', 'Everyday'],
      about: 'A saucepan with a lid that pours without dripping.',
      euros: [35, 95],
      grams: 1300,
      tags: ['cookware'],
      choices: [diameter],
    },
    {
      name: 'Teapot',
      styles: ['Stoneware', 'Enamel', 'Glass', 'Speckled'],
      about: 'A teapot with a fine strainer and a handle that stays cool.',
      euros: [25, 70],
      grams: 800,
      tags: ['tea', 'gifts'],
      choices: [capacity, colour],
    },
    {
      name: 'Water Bottle',
      styles: ['Insulated', 'Wide-Mouth', 'Slim', 'Everyday'],
      about: 'A double-walled bottle: cold for a day, hot for half of one.',
      euros: [18, 42],
      grams: 350,
      tags: ['drinks', 'travel'],
      choices: [capacity, colour],
    },
    {
      name: 'Mug',
      styles: ['Stoneware', 'Speckled', 'Enamel', 'Stackable'],
      about: 'A mug that fits under any coffee machine.',
      euros: [9, 24],
      grams: 340,
      tags: ['coffee', 'gifts'],
      choices: [colour, capacity],
    },
    {
      name: 'Plates',
      styles: ['Stoneware', 'Porcelain', 'Speckled', 'Stackable'],
      about: 'Flat plates with a raised rim.',
      euros: [12, 28],
      grams: 600,
      tags: ['tableware'],
      choices: [pieces, colour],
    },
    {
      name: 'Paring Knife',
      styles: ['Forged', 'Folding', 'Walnut-Handled', 'Everyday'],
      about: 'A short blade for everything that is done in the hand.',
      euros: [14, 48],
      grams: 80,
      tags: ['knives'],
      choices: [colour],
    },
    {
      name: 'Chopping Board',
      styles: ['Walnut', 'Oak', 'Beech', 'Reversible'],
      about: 'An end-grain board that is kind to blades.',
      euros: [24, 80],
      grams: 1700,
      tags: ['prep', 'wood'],
      choices: [
        {
          name: 'size',
          values: ['20 × 30 cm', '25 × 35 cm', '30 × 40 cm', '35 × 45 cm', '40 × 50 cm', '45 × 60 cm'],
          step: 0.25,
        },
      ],
    },
  ],
};
