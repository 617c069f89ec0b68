import { inject } from 'vitest';
import type { TestControlPlaneOptions } from './control-plane.ts';

/** Both kinds of database, for tests that must hold on each. */
export const databases: [name: string, options: () => TestControlPlaneOptions][] = [
  ['the embedded database', () => ({})],
  ['PostgreSQL', () => ({ postgres: inject('postgresUrl') })],
];
