import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'postgresql',
  schema: './src/control-plane/tables.ts',
  out: './src/control-plane/database/migrations',
});
