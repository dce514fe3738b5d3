/** Examples for the OpenAPI document that follow from the collections there are: sizes, and a snapshot that can be restored. */
import { SNAPSHOT_FORMAT } from '@understudy/contract/sandboxes';
import type { Examples } from '../../kit/implement.js';
import { DATA_VERSION, type Sizes } from '../../kit/dataset.js';
import { checksum, type Content } from './checksum.js';

/** The examples of sandboxes, by component of the document. */
export async function sandboxExamples({ sizes }: { readonly sizes: Sizes }): Promise<Examples> {
  const content: Content = {
    format: SNAPSHOT_FORMAT,
    data_version: DATA_VERSION,
    config: { seed: 'understudy', sizes, clock: 'real', ttl_seconds: 3600 },
    revision: 0,
    records: [],
  };
  const snapshot = { ...content, sha256: await checksum(content) };
  return {
    Sandbox: { sizes },
    PutSandboxBody: { seed: 'checkout', sizes, clock: '2026-01-01T00:00:00.000Z' },
    Snapshot: snapshot,
    RestoreSnapshotBody: snapshot,
  };
}
