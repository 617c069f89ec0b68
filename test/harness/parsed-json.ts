/** JSON from the product: its shape follows the test's query, and the assertions check it. */
export type ParsedJson = ReturnType<typeof JSON.parse>;
