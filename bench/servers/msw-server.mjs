/** Serves the object of a captured answer by a handler of MSW, which writes it as JSON each time. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { paths } from '../kit/paths.mjs';

const [port, answerFile] = process.argv.slice(2);
const load = createRequire(join(paths.peers, 'msw', 'package.json'));
const { http, HttpResponse } = load('msw');
const { createServer } = load('@mswjs/http-middleware');
const page = JSON.parse(JSON.parse(readFileSync(answerFile, 'utf8')).body);

createServer(http.get('*/api/education/courses', () => HttpResponse.json(page))).listen(Number(port), '127.0.0.1');
