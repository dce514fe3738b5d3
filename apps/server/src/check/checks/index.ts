/** Everything that must hold of a domain: one line for each. */
import type { Check } from '../check.js';
import { credentials, limits } from './access.js';
import { answers, filters } from './answers.js';
import { callControls, delay, pagingControls } from './controls.js';
import { equalBytes, equalStores, replays, sameOverTrpc, sandboxesApart, snapshots, twoProcesses } from './equal.js';
import { faults, lostAnswers } from './faults.js';
import { downloads, fileConditions, ranges } from './files.js';
import { forcedFailures, malformed, nothingWritten } from './forced.js';
import { inputFaults } from './inputs.js';
import { lines } from './lines.js';
import { documented, openapi } from './openapi.js';
import { cursors, pagingStyles } from './paging.js';
import { seedTimeAndChance, timeAndChance } from './readings.js';
import { searches } from './searches.js';
import { anySize, seedIds, seedsFit } from './seeds.js';
import { sorts } from './sorts.js';
import { endings, resumed, streamHeads } from './streams.js';

/** The checks, in the order in which they run. */
export const checks: readonly Check[] = [
  seedsFit,
  seedIds,
  seedTimeAndChance,
  anySize,
  openapi,
  documented,
  answers,
  filters,
  inputFaults,
  credentials,
  limits,
  pagingControls,
  callControls,
  delay,
  forcedFailures,
  faults,
  malformed,
  nothingWritten,
  lostAnswers,
  ranges,
  fileConditions,
  downloads,
  resumed,
  endings,
  streamHeads,
  lines,
  replays,
  pagingStyles,
  cursors,
  sorts,
  searches,
  sameOverTrpc,
  timeAndChance,
  equalBytes,
  twoProcesses,
  equalStores,
  snapshots,
  sandboxesApart,
];
