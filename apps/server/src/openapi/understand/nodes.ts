/** The operations of a document by their path, those of paths that differ only in names of parameters and in number together. */
import type { ApiDocument, ApiMethod, ApiOperation } from '../model.js';
import { type ApiPath, keyOfSegments, parsePath, type Segment } from './paths.js';

export interface NodeOperation {
  readonly operation: ApiOperation;
  readonly path: ApiPath;
}

/** A path with what is done there. */
export interface Node {
  readonly key: string;
  /** As the first of its operations has them. */
  readonly segments: readonly Segment[];
  readonly operations: readonly NodeOperation[];
}

export type Nodes = ReadonlyMap<string, Node>;

export function nodesOf({ operations }: Pick<ApiDocument, 'operations'>): Nodes {
  const paths = new Map<string, ApiPath>();
  const found = new Map<string, { key: string; segments: readonly Segment[]; operations: NodeOperation[] }>();
  for (const operation of operations) {
    const path = paths.get(operation.path) ?? parsePath(operation.path);
    paths.set(operation.path, path);
    const node = found.get(path.key) ?? { key: path.key, segments: path.segments, operations: [] };
    node.operations.push({ operation, path });
    found.set(path.key, node);
  }
  return found;
}

export const withMethod = (node: Node | undefined, method: ApiMethod): readonly ApiOperation[] =>
  (node?.operations ?? []).flatMap(({ operation }) => (operation.method === method ? [operation] : []));

/** The key of the path before the last segment. */
export const keyBefore = (segments: readonly Segment[]): string => keyOfSegments(segments.slice(0, -1));
