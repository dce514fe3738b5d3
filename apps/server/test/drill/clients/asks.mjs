/** A client that lists courses and writes an enrollment, each once, and prints where it asks. */
const base = process.env.UNDERSTUDY_URL;
console.log(`asking ${base}`);
await fetch(`${base}/api/education/courses`)
  .then((response) => response.text())
  .catch(() => undefined);
const body = JSON.stringify({ student_id: 'stu_0001', course_id: 'crs_0001' });
await fetch(`${base}/api/education/enrollments`, {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body,
})
  .then((response) => response.text())
  .catch(() => undefined);
