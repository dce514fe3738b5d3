/** A client that is gone before it has an answer. */
setTimeout(() => process.exit(0), 300);
await fetch(`${process.env.UNDERSTUDY_URL}/api/education/courses?delay=5`);
