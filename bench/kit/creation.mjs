/** The request that creates a course, each with a title of its own. */

let titles = 0;

/** A course to create. */
export function newCourse() {
  titles += 1;
  return {
    title: `Course ${titles}`,
    category: 'Bench',
    difficulty: 'expert',
    instructor: 'Bo Li',
    duration_hours: 1,
  };
}

/** The path that courses of a sandbox are created at. */
export const creationPath = (sandbox) => `/sandboxes/${sandbox}/api/education/courses`;

/** The request as text, as HTTP/1.1 writes it. */
export function creation(port, sandbox) {
  const body = JSON.stringify(newCourse());
  return [
    `POST ${creationPath(sandbox)} HTTP/1.1`,
    `Host: 127.0.0.1:${port}`,
    'Connection: keep-alive',
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
    '',
    body,
  ].join('\r\n');
}
