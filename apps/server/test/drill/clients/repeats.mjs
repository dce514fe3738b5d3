/** A client that sends a write again at once, without a key, until it is made. */
const body = JSON.stringify({ student_id: 'stu_0001', course_id: 'crs_0001' });
const headers = { 'content-type': 'application/json' };
for (let isMade = false; !isMade;) {
  const response = await fetch(`${process.env.UNDERSTUDY_URL}/api/education/enrollments`, {
    method: 'POST',
    headers,
    body,
  });
  await response.text();
  isMade = response.ok;
}
