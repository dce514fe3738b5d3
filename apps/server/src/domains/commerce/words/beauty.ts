/** Beauty and care. */
import type { Choice, ProductCategory } from './category.js';

const volume: Choice = {
  name: 'volume',
  values: ['30 ml', '50 ml', '75 ml', '100 ml', '200 ml', '400 ml'],
  step: 0.35,
};
const shade: Choice = { name: 'shade', values: ['rosewood', 'terracotta', 'mauve', 'coral', 'plum', 'nude'] };

/** Beauty and care. */
export const beauty: ProductCategory = {
  slug: 'beauty',
  code: 'BEA',
  brands: ['Salt & Fern', 'Maison Alder', 'Kindred', 'Oriel', 'Apotheke Nord'],
  notes: [
    'Without perfume, and tested on sensitive skin.',
    'The bottle can be refilled.',
    'Vegan, and never tested on animals.',
    'Use it within a year of opening.',
  ],
  kinds: [
    {
      name: 'Face Cream',
      styles: ['Calming', 'Rich', 'Overnight', 'Light'],
      about: 'A cream that sinks in without a shine.',
      euros: [14, 60],
      grams: 120,
      tags: ['skin', 'face'],
      choices: [volume],
    },
    {
      name: 'Cleanser',
      styles: ['Gentle', 'Foaming', 'Oil', 'Daily'],
      about: 'A mild cleanser for mornings and evenings.',
      euros: [10, 32],
      grams: 180,
      tags: ['skin', 'face'],
      choices: [volume],
    },
    {
      name: 'Hand Balm',
      styles: ['Rich', 'Almond', 'Overnight', 'Unscented'],
      about: 'A balm for hands that wash a lot.',
      euros: [7, 22],
      grams: 90,
      tags: ['skin', 'gifts'],
      choices: [volume],
    },
    {
      name: 'Shampoo',
      styles: ['Daily', 'Nettle', 'Scalp', 'Repairing'],
      about: 'A shampoo that does without silicones.',
      euros: [9, 28],
      grams: 260,
      tags: ['hair'],
      choices: [volume],
    },
    {
      name: 'Lipstick',
      styles: ['Matte', 'Satin', 'Sheer', 'Tinted'],
      about: 'A lipstick that lasts through lunch.',
      euros: [12, 35],
      grams: 30,
      tags: ['make-up'],
      choices: [shade],
    },
    {
      name: 'Sun Lotion',
      styles: ['Mineral', 'Sport', 'Light', 'Sensitive'],
      about: 'A light lotion that leaves no white cast.',
      euros: [12, 34],
      grams: 210,
      tags: ['summer', 'skin'],
      choices: [
        { name: 'factor', values: ['SPF 15', 'SPF 20', 'SPF 30', 'SPF 40', 'SPF 50', 'SPF 50+'], step: 0.08 },
        volume,
      ],
    },
    {
      name: 'Body Oil',
      styles: ['Botanical', 'Dry', 'Firming', 'Citrus'],
      about: 'A dry oil that smells of the coast.',
      euros: [15, 48],
      grams: 160,
      tags: ['skin', 'gifts'],
      choices: [volume],
    },
  ],
};
