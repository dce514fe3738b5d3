/** Does many things, some at a time. */

/** Results in the order of what they are made of. */
export async function atMost<In, Out>(count: number, items: readonly In[], make: (item: In) => Promise<Out>) {
  const results: [number, Out][] = [];
  const queue = items.entries();
  const work = async () => {
    for (const [index, item] of queue) results.push([index, await make(item)]);
  };
  await Promise.all(Array.from({ length: count }, work));
  return results.toSorted(([one], [other]) => one - other).map(([, result]) => result);
}
