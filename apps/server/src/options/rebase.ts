/** Paths in a configuration file are relative to its folder: these say which parts of a value are paths. */

/** Gives the path that another one is from here. */
export type At = (path: string) => string;

/** A value whose paths are those from here; one without paths is as it was. */
export type Rebase = (value: unknown, at: At) => unknown;

/** One path, or an object that is not in a file. */
export const onePath: Rebase = (value, at) => (typeof value === 'string' && value !== '' ? at(value) : value);

/** Several paths, from a list or a text with commas. */
export const manyPaths: Rebase = (value, at) => {
  const parts: unknown = typeof value === 'string' ? value.split(',').map((part) => part.trim()) : value;
  return Array.isArray(parts) ? parts.map((part: unknown) => onePath(part, at)) : parts;
};

/** Paths of documents, each with a name before it or none, or what is in them. */
export const documentPaths: Rebase = (value, at) => {
  const parts: unknown = typeof value === 'string' ? value.split(',').map((part) => part.trim()) : value;
  if (!Array.isArray(parts)) return parts;
  return parts.map((part: unknown) => {
    const [, name, path] = typeof part === 'string' ? (/^([a-z][a-z0-9-]*=)(.+)$/s.exec(part) ?? []) : [];
    return name === undefined || path === undefined ? onePath(part, at) : name + at(path);
  });
};

const SQLITE = 'sqlite:';

/** The store, which may be a file. */
export const storePath: Rebase = (value, at) =>
  typeof value === 'string' && value.startsWith(SQLITE) ? SQLITE + at(value.slice(SQLITE.length)) : value;
