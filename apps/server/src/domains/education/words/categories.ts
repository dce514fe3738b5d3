/** All categories of the catalogue. */
import { business } from './business.js';
import type { Category } from './category.js';
import { dataScience } from './data-science.js';
import { design } from './design.js';
import { health } from './health.js';
import { history } from './history.js';
import { languages } from './languages.js';
import { marketing } from './marketing.js';
import { mathematics } from './mathematics.js';
import { music } from './music.js';
import { personalFinance } from './personal-finance.js';
import { photography } from './photography.js';
import { programming } from './programming.js';

/** All categories of the catalogue. Their order is part of the data: it decides what a seed gives. */
export const categories: readonly Category[] = [
  programming,
  dataScience,
  design,
  business,
  marketing,
  languages,
  mathematics,
  music,
  photography,
  health,
  history,
  personalFinance,
];
