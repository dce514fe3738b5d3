/** Members that a validator does not look at: the schemas of Kubernetes let unknown ones pass, as its server does not. */

/** Something that was read of it, and the value with every read noted. */
interface Watched {
  readonly value: unknown;
  readonly unseen: () => string[];
}

function watch(value: unknown, path: string): Watched {
  if (typeof value !== 'object' || value === null) return { value, unseen: () => [] };
  const members = new Map(Object.entries(value).map(([name, member]) => [name, watch(member, `${path}/${name}`)]));
  const seen = new Set<PropertyKey>();
  return {
    value: new Proxy(value, {
      get: (target, name, receiver) => {
        seen.add(name);
        const member = typeof name === 'string' ? members.get(name) : undefined;
        return member === undefined ? (Reflect.get(target, name, receiver) as unknown) : member.value;
      },
    }),
    unseen: () => [...members].flatMap(([name, member]) => (seen.has(name) ? member.unseen() : [`${path}/${name}`])),
  };
}

/** What a validator finds wrong in a value: that it does not fit, or members that it does not know. */
export function unseenIn(value: unknown, validate: (data: unknown) => boolean): string[] {
  const watched = watch(value, '');
  if (validate(watched.value)) return watched.unseen();
  return [`does not fit: ${JSON.stringify('errors' in validate ? validate.errors : '')}`];
}
