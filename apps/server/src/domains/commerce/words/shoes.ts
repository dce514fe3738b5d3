/** Shoes. */
import { type Choice, colour, type ProductCategory } from './category.js';

const size: Choice = { name: 'size', values: ['36', '37', '38', '39', '40', '41', '42', '43', '44', '45', '46'] };

/** Shoes. */
export const shoes: ProductCategory = {
  slug: 'shoes',
  code: 'SHO',
  brands: ['Stridewell', 'Calzera', 'Fjordgang', 'Ninth Mile', 'Bramley'],
  notes: [
    'The insole can be taken out and replaced.',
    'They fit narrow feet; take half a size up for wide ones.',
    'Resoled for life in our workshops.',
    'The upper is made of recycled bottles.',
  ],
  kinds: [
    {
      name: 'Runners',
      styles: ['Trail', 'Featherlight', 'City', 'Tempo'],
      about: 'Cushioned running shoes for daily kilometres.',
      euros: [80, 170],
      grams: 560,
      tags: ['running', 'sport'],
      choices: [size],
    },
    {
      name: 'Sneakers',
      styles: ['Canvas', 'Suede', 'Low', 'Court'],
      about: 'Plain sneakers that go with everything.',
      euros: [60, 140],
      grams: 700,
      tags: ['casual'],
      choices: [size, colour],
    },
    {
      name: 'Boots',
      styles: ['Chelsea', 'Lace-Up', 'Heritage', 'Winter'],
      about: 'Ankle boots with a welted sole.',
      euros: [120, 260],
      grams: 1400,
      tags: ['leather', 'winter'],
      choices: [size],
    },
    {
      name: 'Sandals',
      styles: ['City', 'Cork', 'Strappy', 'Summer'],
      about: 'Strapped sandals with a contoured footbed.',
      euros: [45, 110],
      grams: 480,
      tags: ['summer', 'casual'],
      choices: [size, colour],
    },
    {
      name: 'Hiking Shoes',
      styles: ['Waterproof', 'Low', 'Alpine', 'All-Round'],
      about: 'Grippy shoes for stony paths and wet grass.',
      euros: [110, 210],
      grams: 900,
      tags: ['outdoor', 'waterproof'],
      choices: [size],
    },
    {
      name: 'Loafers',
      styles: ['Heritage', 'Suede', 'Penny', 'Soft'],
      about: 'Hand-stitched loafers in vegetable-tanned leather.',
      euros: [95, 190],
      grams: 680,
      tags: ['leather', 'office'],
      choices: [size, colour],
    },
    {
      name: 'Slippers',
      styles: ['Felt', 'Sheepskin', 'Open', 'Wool'],
      about: 'Felted slippers with a rubber sole for the stairs.',
      euros: [28, 60],
      grams: 380,
      tags: ['home', 'gifts'],
      choices: [size],
    },
  ],
};
