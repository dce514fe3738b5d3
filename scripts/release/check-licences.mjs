/** Whether each package that a release brings has a licence that its users can live with. */
import satisfies from 'spdx-satisfies';

/** Licences that ask for no more than to be named. */
const ALLOWED = ['0BSD', 'Apache-2.0', 'BlueOak-1.0.0', 'BSD-2-Clause', 'BSD-3-Clause', 'ISC', 'MIT', 'Unlicense'];

function isAllowed(expression) {
  try {
    return satisfies(expression, ALLOWED);
  } catch {
    // It is no expression of SPDX.
    return false;
  }
}

/** What a component says of its licences, each as an expression. */
function licencesOf({ licenses = [] }) {
  return licenses.map(({ expression, license }) => expression ?? license.id ?? license.name);
}

/**
 * @param {readonly Record<string, any>[]} components of a bill of materials
 * @returns {string[]} what is wrong
 */
export function checkLicences(components) {
  return components.flatMap((component) => {
    const title = `${component.group ? `${component.group}/` : ''}${component.name} ${component.version}`;
    const licences = licencesOf(component);
    if (licences.length === 0) return [`${title} states no licence`];
    return licences.every(isAllowed)
      ? []
      : [`${title} has the licence ${licences.join(', ')}, which is not in the list`];
  });
}
