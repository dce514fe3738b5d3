/** What clients have sent that the document of the API does not allow. */

/**
 * @param {(path: string) => Promise<{ data: { code: string, detail: string, blames: string }[] }>} read reads JSON below the
 *   address of a sandbox
 * @returns {Promise<string[]>} what was off the contract by the fault of a client; nothing of one that works
 */
export async function offContract(read) {
  const { data } = await read('/conduct?rule=off_contract&per_page=50');
  return data.filter(({ blames }) => blames === 'client').map(({ code, detail }) => `${code}: ${detail}`);
}
