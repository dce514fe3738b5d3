/** The version of the API description. */

/** Version of the API description, as the OpenAPI document carries it. */
export const apiVersion = '1.0.0';
