/** A client that is gone before it has its second answer. */
const courses = `${process.env.UNDERSTUDY_URL}/api/education/courses`;
// The first has the server load what it needs, which may take longer than this client stays.
await fetch(courses);
setTimeout(() => process.exit(0), 300);
await fetch(`${courses}?delay=5`);
