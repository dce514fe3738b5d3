/** The app of many tutorials: a list that is read, and a form that adds to it. It knows nothing but the address of its API. */
import { QueryClient, QueryClientProvider, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';

interface Post {
  readonly id: number;
  readonly title: string;
}

async function call<Answer>(url: string, init?: RequestInit): Promise<Answer> {
  const answer = await fetch(url, init);
  if (!answer.ok) throw new Error(`${answer.status} ${answer.statusText}`);
  return answer.json() as Promise<Answer>;
}

function Posts({ apiUrl }: { readonly apiUrl: string }) {
  const queries = useQueryClient();
  const [title, setTitle] = useState('');
  const url = `${apiUrl}/posts`;
  const posts = useQuery({ queryKey: ['posts'], queryFn: () => call<readonly Post[]>(url) });
  const adding = useMutation({
    mutationFn: () => {
      const headers = { 'Content-Type': 'application/json' };
      return call<Post>(url, { method: 'POST', headers, body: JSON.stringify({ title }) });
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: ['posts'] }),
  });
  const add = (event: FormEvent) => {
    event.preventDefault();
    adding.mutate();
  };
  return (
    <form onSubmit={add}>
      <ul>
        {posts.data?.map((post) => (
          <li key={post.id}>{post.title}</li>
        ))}
      </ul>
      <input aria-label="Title" value={title} onChange={({ target }) => setTitle(target.value)} />
      <button>Add</button>
      {adding.isError && <p role="alert">Not added: {adding.error.message}</p>}
    </form>
  );
}

/** The app, with a client as it comes. */
export function App({ apiUrl }: { readonly apiUrl: string }) {
  const [queries] = useState(() => new QueryClient());
  return (
    <QueryClientProvider client={queries}>
      <Posts apiUrl={apiUrl} />
    </QueryClientProvider>
  );
}
