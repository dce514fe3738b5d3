/** What the tests use of har-schema, which has no types of its own. */
declare module 'har-schema' {
  /** JSON Schemas by the names of what they describe. */
  const schemas: Readonly<Record<string, object>>;
  export default schemas;
}
