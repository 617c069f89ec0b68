// Beside drizzle.ts, for the same reason.
export * from 'drizzle-orm/pg-core';
