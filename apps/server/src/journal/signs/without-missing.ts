/** Leaves out what is not there, so that signs are small. */

/** Members that are there. */
export function withoutMissing<Members extends object>(members: {
  readonly [Name in keyof Members]: Members[Name] | undefined;
}): Members {
  // Those left out are the optional ones.
  return Object.fromEntries(
    Object.entries(members).filter(([, value]) => value !== undefined && value !== ''),
  ) as Members;
}
