/** Loaded into a server before its own code: says, when it is asked by a message, which functions ran since it was last asked. */
import { Session } from 'node:inspector/promises';

const session = new Session();
session.connect();
await session.post('Profiler.enable');
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });

process.on('message', async () => {
  const { result } = await session.post('Profiler.takePreciseCoverage');
  const own = result.filter(({ url }) => url.startsWith('file:'));
  const called = own.flatMap(({ url, functions }) =>
    functions
      // The function without a name that begins with the file is the evaluation of the module.
      .filter(({ functionName, ranges: [range] }) => range.count > 0 && (functionName !== '' || range.startOffset > 0))
      .map(({ ranges: [range] }) => ({ url, offset: range.startOffset })),
  );
  process.send(called);
});
// The server alone decides how long the process lives.
process.channel.unref();
