/** A point at which concurrent tests wait for each other. */

/** Gives a function that lets nobody pass before as many have called it. */
export function meeting(count: number): () => Promise<void> {
  let missing = count;
  let open = (): void => undefined;
  const isOpen = new Promise<void>((resolve) => {
    open = resolve;
  });
  return async () => {
    missing -= 1;
    if (missing === 0) open();
    await isOpen;
  };
}
