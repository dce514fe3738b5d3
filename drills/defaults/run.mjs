/** Does the job with a client at its defaults: `node run.mjs NAME`. */
import { courseAt, doJob, enrollments, firstPage, nextIn } from '../job.mjs';
import { openers } from './clients.mjs';
import { openOther, others } from './others.mjs';

const [, , name = ''] = process.argv;
const other = others[name];
const ask = other === undefined ? openers[name]?.() : openOther(other);
if (ask === undefined) throw new Error(`There is no client ${name}.`);

await doJob({
  async countCourses() {
    let count = 0;
    for (let url = /** @type {string | undefined} */ (firstPage); url !== undefined;) {
      const { data, link } = await ask(url);
      count += data.length;
      url = nextIn(link);
    }
    return count;
  },
  readCourse: (id) => ask(courseAt(id)),
  enroll: (wish) => ask(enrollments, wish),
});
process.exit();
