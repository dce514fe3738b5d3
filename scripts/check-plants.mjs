/**
 * `npm run check:plants`: whatever `npm run suite -- checks` plants still finds the place it is planted in. That one takes minutes
 * and runs elsewhere, so a text that was changed would be noticed late.
 */
import { editsOf } from './checks/copy-workspace.mjs';
import { faults } from './checks/faults.mjs';
import { root } from './run.mjs';

const complaints = [];
for (const { plant } of faults) {
  try {
    plant(editsOf(root, () => undefined));
  } catch (error) {
    complaints.push(error.message);
  }
}
for (const complaint of complaints) console.error(complaint);
console.log(`${faults.length - complaints.length} of ${faults.length} faults can be planted.`);
process.exitCode = complaints.length === 0 ? 0 : 1;
