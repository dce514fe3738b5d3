/** Writes text whole, also to a reader that is slow. */

/** A slow reader is asked again after this long, in ms. */
const SLOW_MS = 10;

/**
 * Gives the function that writes text whole.
 *
 * @param write writes bytes, and gives how many were taken
 */
export function writeWhole(write: (bytes: Uint8Array) => number): (text: string) => void {
  return (text) => {
    let bytes: Uint8Array = Buffer.from(text);
    while (bytes.byteLength > 0) {
      try {
        bytes = bytes.subarray(write(bytes));
      } catch (error) {
        // Nobody reads any more; what is found is in the exit code.
        if (!(error instanceof Error && 'code' in error && error.code === 'EAGAIN')) return;
        // Nothing else is to be done meanwhile: what is written is the result.
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, SLOW_MS);
      }
    }
  };
}
