/** A client that meets a short Retry-After, and gives up at once. */
const base = process.env.UNDERSTUDY_URL;
await fetch(`${base}/api/education/courses?fault=rate_limit;retry_after=2`).then((response) => response.text());
