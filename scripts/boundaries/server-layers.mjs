/** The layers of the server, from the top: an import goes down, or stays in its folder. */

const source = 'apps/server/src/';

/**
 * Folders and files that are side by side stand in one row; none of them imports another of its row. The first pattern
 * that matches counts.
 *
 * @type {RegExp[][]}
 */
const layers = [
  [/^(main|index|check|browser|msw|config)\.ts$/],
  // The library for browsers, and the handlers of MSW.
  [/^browser\//, /^msw\//],
  [/^server\/create-understudy\.ts$/],
  [/^command\/(?!terminal)/],
  // What must hold of every domain; loaded only by who asks for it.
  [/^check\//, /^drill\//],
  // Which domains a server has.
  [/^server\/(?!app|create-|parts|version|understudy)/],
  // What a server in a process takes and gives.
  [/^server\/understudy\.ts$/],
  [/^domain\.ts$/],
  [/^server\/app\.ts$/],
  [/^server\/create-routes\.ts$/],
  [/^server\/parts\.ts$/],
  // Makes domains of OpenAPI documents.
  [/^openapi\//],
  // What a server is given, and what shows it.
  [/^domains\//, /^data\//, /^transport\//, /^pages\//],
  // Shows what was counted below.
  [/^metrics\//],
  [/^http\/openapi\//],
  [/^http\//],
  [/^call\//],
  [/^options\//],
  // Judges what the journal shows.
  [/^conduct\//],
  [/^identity\//, /^webhooks\//, /^listing\//],
  [/^store\/[^/]+$/],
  [/^store\/registry\//],
  [/^store\/commit\//],
  // An engine each.
  [/^store\/stores\/[^/]+\//],
  [/^store\/stores\//],
  [/^store\/model\//],
  // Reads a document, and knows nothing of the server.
  [/^generate\.ts$/],
  [/^sdk\//],
  [/^journal\//],
  // The language of faults, and what a request meets of them.
  [/^faults\//],
  // What clients may take.
  [/^guard\//],
  [/^kit\//],
  [/^server\/version\.ts$/, /^command\/terminal\.ts$/],
  // What differs between Node and browsers; others import it by #platform.
  [/^platform\//],
];

/** Where a file of the server stands: its layer, counted from the top, and what of the layer it is. */
function standing(file) {
  if (!file.startsWith(source)) return undefined;
  const path = file.slice(source.length);
  for (const [layer, patterns] of layers.entries()) {
    for (const pattern of patterns) {
      const [part] = path.match(pattern) ?? [];
      if (part !== undefined) return { layer, part };
    }
  }
  return { layer: undefined, part: path };
}

/**
 * Why a file of the server may not import another; undefined where it may.
 *
 * @param {string} file
 * @param {string} target
 * @returns {string | undefined}
 */
export function upward(file, target) {
  const [from, to] = [standing(file), standing(target)];
  if (from === undefined || to === undefined) return undefined;
  for (const { layer, part } of [from, to]) {
    if (layer === undefined) return `scripts/boundaries/server-layers.mjs does not say in which layer ${part} is.`;
  }
  if (to.layer > from.layer || to.part === from.part) return undefined;
  return to.layer === from.layer
    ? 'They stand side by side. What two of them need moves to a layer below.'
    : 'It is in a layer above. Have it given by whoever is above both, or move what is needed down.';
}
