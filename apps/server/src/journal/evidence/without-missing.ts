/** Leaves out what is not there, so that signs are small. */

/** Members that are there. */
export function withoutMissing<Members extends object>(members: {
  readonly [Name in keyof Members]: Members[Name] | undefined;
}): Members {
  const found: Partial<Members> = {};
  for (const name in members) {
    const value = members[name];
    if (value !== undefined && value !== '') found[name] = value;
  }
  // Those left out are the optional ones.
  return found as Members;
}
