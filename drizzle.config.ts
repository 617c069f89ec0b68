import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'postgresql',
  schema: './src/control-plane/tables/tables.ts',
  out: './src/control-plane/platform/database/migrations',
});
