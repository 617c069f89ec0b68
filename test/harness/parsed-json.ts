/** What JSON from the product says: its shape is what the test's query asked for, and the test's assertions are the check of it. */
export type ParsedJson = ReturnType<typeof JSON.parse>;
