/** How soon a browser shows the inspector, with no request in the journal and with many. */
import { startChromium } from '@understudy/tooling/chromium';
import { onAllCores } from '../kit/cores.mjs';
import { figure } from '../kit/figure.mjs';
import { ms, range } from '../kit/format.mjs';
import { launch } from '../kit/launch.mjs';
import { spread } from '../kit/statistics.mjs';
import { understudy } from '../servers/understudy.mjs';

/** Loads of each page; of the first the browser learns its code. */
const LOADS = 11;

/** Requests in the journal of the second page. */
const MANY = 500;

/** When the browser first painted something, in ms from the beginning of the navigation (Paint Timing). */
async function paintOf(page, url) {
  await page.goto(url);
  return page.evaluate(
    () =>
      new Promise((resolve) => {
        new PerformanceObserver((list) => resolve(list.getEntries()[0].startTime)).observe({
          type: 'paint',
          buffered: true,
        });
      }),
  );
}

async function paints(browser, origin) {
  const page = await (await browser.openContext()).newPage();
  const found = [];
  for (let load = 0; load < LOADS; load += 1) found.push(await paintOf(page, `${origin}/inspect`));
  await page.context().close();
  return spread(found.slice(1));
}

export const suite = {
  name: 'paint',
  order: 95,
  run: async ({ scene, say }) => {
    const server = await launch({
      ...understudy,
      ...scene.plain,
      arguments: (port) => understudy.arguments(scene.plain, port),
    });
    const origin = `http://127.0.0.1:${server.port}`;
    // Its processes would wait for each other on one core.
    const browser = await onAllCores(() => startChromium([]));
    try {
      say('paint');
      const empty = await paints(browser, origin);
      for (let count = 0; count < MANY; count += 1)
        await (await fetch(`${origin}/api/education/courses`)).arrayBuffer();
      const full = await paints(browser, origin);
      const row = (title, one) => [title, ms(one.median), range(one, ms)];
      return {
        tables: [
          {
            title: 'First paint of the inspector in Chromium, in ms from the navigation',
            columns: ['', 'median', 'min–max'],
            rows: [row('no request', empty), row(`${MANY} requests`, full)],
            notes: ['of the same page loaded again and again in one tab, by a browser that has all cores'],
            results: { empty, full },
          },
        ],
        figures: [
          figure({ name: 'inspector: first paint, in ms', budget: { max: 100 }, value: full.median, write: ms }),
        ],
      };
    } finally {
      await browser.close();
      await server.stop();
    }
  },
};
