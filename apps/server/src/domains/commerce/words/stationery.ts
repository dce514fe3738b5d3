/** Stationery. */
import { type Choice, colour, type ProductCategory } from './category.js';

const ruling: Choice = { name: 'ruling', values: ['plain', 'lined', 'squared', 'dotted', 'music', 'isometric'] };
const nib: Choice = { name: 'nib', values: ['extra fine', 'fine', 'medium', 'broad', 'stub', 'italic'] };
const format: Choice = { name: 'format', values: ['A6', 'A5', 'B5', 'A4', 'B4', 'A3'], step: 0.2 };

/** Stationery. */
export const stationery: ProductCategory = {
  slug: 'stationery',
  code: 'STA',
  brands: ['Papeterie Lune', 'Grafit', 'Inkwell & Sons', 'Blattwerk', 'Third Draft'],
  notes: [
    'The paper takes a fountain pen without bleeding.',
    'Printed with soy ink by a family press.',
    'It lies flat on any page.',
    'Refills fit, also those of other makers.',
  ],
  kinds: [
    {
      name: 'Notebook',
      styles: ['Hardcover', 'Pocket', 'Linen-Bound', 'Softcover'],
      about: 'A sewn notebook of 192 numbered pages.',
      euros: [12, 32],
      grams: 340,
      tags: ['paper', 'gifts'],
      choices: [ruling, colour],
    },
    {
      name: 'Fountain Pen',
      styles: ['Brass', 'Resin', 'Pocket', 'Student'],
      about: 'A pen that writes at once, also after a holiday.',
      euros: [24, 140],
      grams: 40,
      tags: ['pens', 'gifts'],
      choices: [nib, colour],
    },
    {
      name: 'Ballpoint',
      styles: ['Brass', 'Slim', 'Aluminium', 'Wooden'],
      about: 'A slim pen with a click that satisfies.',
      euros: [6, 38],
      grams: 25,
      tags: ['pens'],
      choices: [colour],
    },
    {
      name: 'Sketchbook',
      styles: ['Hardcover', 'Spiral', 'Landscape', 'Toned'],
      about: 'Heavy paper for pencil, ink and a light wash.',
      euros: [14, 44],
      grams: 520,
      tags: ['paper', 'drawing'],
      choices: [format],
    },
    {
      name: 'Planner',
      styles: ['Weekly', 'Undated', 'Linen-Bound', 'Academic'],
      about: 'A planner with a week on two pages, and no mottos.',
      euros: [18, 40],
      grams: 410,
      tags: ['paper', 'office'],
      choices: [format, colour],
    },
    {
      name: 'Pencil Case',
      styles: ['Canvas', 'Leather', 'Roll-Up', 'Waxed'],
      about: 'A roll-up case with room for twenty pencils.',
      euros: [15, 46],
      grams: 140,
      tags: ['drawing', 'gifts'],
      choices: [colour],
    },
    {
      name: 'Ink',
      styles: ['Iron Gall', 'Shading', 'Waterproof', 'Archive'],
      about: 'A bottle of ink that shades from stroke to stroke.',
      euros: [9, 30],
      grams: 160,
      tags: ['pens'],
      choices: [colour],
    },
  ],
};
