/** Everything that must hold of a domain: one line for each. */
import type { Check } from '../check.js';
import { answers, credentials, documentAnswers, filters, inputFaults, limits } from './calls.js';
import { callControls, delay, pagingControls } from './controls.js';
import {
  anySize,
  equalBytes,
  equalStores,
  replays,
  sameOverTrpc,
  sandboxesApart,
  seedIds,
  seedsFit,
  seedTimeAndChance,
  snapshots,
  timeAndChance,
  twoProcesses,
} from './determinism.js';
import { faults, forcedFailures, lostAnswers, malformed, nothingWritten } from './failures.js';
import { downloads, fileConditions, ranges } from './files.js';
import { lines } from './lines.js';
import { documented, openapi } from './openapi.js';
import { cursors, pagingStyles, searches, sorts } from './lists.js';
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
  documentAnswers,
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
