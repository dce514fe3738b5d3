/** A service worker that is the server: it answers what pages ask of the API. */
import { createUnderstudy, education } from '@understudy/server/browser';

/** An event of a service worker; the types of workers do not go together with those of Node. */
interface WorkerEvent extends Event {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
  waitUntil(work: Promise<unknown>): void;
}

interface Worker {
  addEventListener(type: 'install' | 'activate' | 'fetch', listen: (event: WorkerEvent) => void): void;
  skipWaiting(): Promise<void>;
  readonly clients: { claim(): Promise<void> };
}

// What is global in a service worker.
const worker = globalThis as unknown as Worker;
const understudy = createUnderstudy({ domains: [education], clock: '2026-03-01T12:00:00.000Z' });

worker.addEventListener('install', (event) => event.waitUntil(worker.skipWaiting()));
worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()));
worker.addEventListener('fetch', (event) => {
  const { pathname } = new URL(event.request.url);
  if (/^\/(?:api|trpc|sandboxes)(?:\/|$)/.test(pathname)) event.respondWith(understudy.fetch(event.request));
});
