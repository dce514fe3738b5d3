/** A component on plain fetch: it knows the address of its API, and nothing of tests. */
import { useEffect, useState } from 'react';

/** Shows a course, and enrolls a student in it. */
export function Enroll({ apiUrl, courseId }: { readonly apiUrl: string; readonly courseId: string }) {
  const [title, setTitle] = useState<string>();
  const [status, setStatus] = useState('');

  useEffect(() => {
    fetch(`${apiUrl}/api/education/courses/${courseId}`)
      .then((answer) => answer.json())
      .then(({ data }) => setTitle(data.title))
      .catch(() => setStatus('The course could not be loaded.'));
  }, [apiUrl, courseId]);

  async function enroll(): Promise<void> {
    setStatus('One moment…');
    try {
      const answer = await fetch(`${apiUrl}/api/education/enrollments`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'Idempotency-Key': `stu_0001/${courseId}` },
        body: JSON.stringify({ student_id: 'stu_0001', course_id: courseId }),
      });
      // Not only `ok`: the body may break off, or be the page of a hotel's network.
      const { data } = await answer.json();
      setStatus(`You are enrolled since ${data[0].enrolled_at}.`);
    } catch {
      setStatus('That did not work. Try again.');
    }
  }

  return (
    <section>
      <h1>{title}</h1>
      <button onClick={enroll}>Enroll</button>
      <p role="status">{status}</p>
    </section>
  );
}
