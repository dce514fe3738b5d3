/** Serves the object of a captured answer with Fastify, which writes it as JSON each time. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { paths } from '../kit/paths.mjs';

const [port, answerFile] = process.argv.slice(2);
const Fastify = createRequire(join(paths.peers, 'fastify', 'package.json'))('fastify');
const page = JSON.parse(JSON.parse(readFileSync(answerFile, 'utf8')).body);

const app = Fastify({ logger: false });
app.get('/api/education/courses', async () => page);
await app.listen({ port: Number(port), host: '127.0.0.1' });
