/** Who reads the schema: one file for each. */
export const audiences = ['people', 'executors', 'sign-in'] as const;
