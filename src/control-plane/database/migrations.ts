import { join } from 'node:path';

/** Holds the migrations in their order, each with its time. */
export const migrationsFolder = join(import.meta.dirname, 'migrations');
