/** An answer of the server, as an app gets it from a network. */

/** Undoes the coding that an answer names: a browser does so only with what comes from a network. */
function decoded(response: Response): Response {
  const { body, status, statusText } = response;
  if (body === null || response.headers.get('content-encoding') !== 'gzip') return response;
  const headers = new Headers(response.headers);
  headers.delete('content-encoding');
  return new Response(body.pipeThrough(new DecompressionStream('gzip')), { status, statusText, headers });
}

/**
 * What an app gets.
 *
 * @returns undefined where no answer came, as when a connection breaks
 */
export async function toApp(answering: Promise<Response>): Promise<Response | undefined> {
  try {
    return decoded(await answering);
  } catch (error) {
    // The server answers its own faults; what it throws is what fetch throws.
    if (error instanceof TypeError || (error instanceof DOMException && error.name === 'AbortError')) return undefined;
    throw error;
  }
}
