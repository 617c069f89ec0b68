import pg from 'pg';
import { inject } from 'vitest';
import type { Database } from '../../src/control-plane/platform/database/database.ts';
import { TestControlPlane, type TestControlPlaneOptions } from './control-plane.ts';
import { type Inhabited, startInhabited } from './inhabited.ts';
import { openMigrated } from './opened-database.ts';
import { type Replica, startReplica } from './replica.ts';
import { makeMigratedDatabase, type ServerDatabase } from './server-database.ts';
import { shared, standIn } from './shared-part.ts';

export const sharedControlPlane = (options?: TestControlPlaneOptions): TestControlPlane =>
  shared(
    () => TestControlPlane.start(options),
    (controlPlane) => controlPlane.destroy(),
  );

/** The same with an executor and a stranger. Read `executorId` and `executorKey` within a test. */
export function sharedInhabited(options?: TestControlPlaneOptions): Inhabited {
  const inhabited = shared(
    () => startInhabited(options),
    ({ controlPlane }) => controlPlane.destroy(),
  );
  return {
    controlPlane: standIn(() => inhabited.controlPlane),
    host: standIn(() => inhabited.host),
    stranger: standIn(() => inhabited.stranger),
    createNode: (...args) => inhabited.createNode(...args),
    newNode: (...args) => inhabited.newNode(...args),
    get executorId() {
      return inhabited.executorId;
    },
    get executorKey() {
      return inhabited.executorKey;
    },
  };
}

export const sharedReplica = (controlPlane: TestControlPlane): Replica =>
  shared(
    () => startReplica(controlPlane),
    (replica) => replica.close(),
  );

/** A separate database with the current tables and no rows. */
export const sharedServerDatabase = (): ServerDatabase =>
  shared(
    () => makeMigratedDatabase(inject('postgresUrl')),
    ({ drop }) => drop(),
  );

/** The database of a control plane, as another replica sees it; without one, a separate database for these tests. */
export function sharedDatabase(controlPlane?: { settings: { databaseUrl?: string | undefined } }): Database {
  const separate = controlPlane === undefined ? sharedServerDatabase() : undefined;
  const opened = shared(
    async () => openMigrated((separate ?? controlPlane?.settings)?.databaseUrl),
    ({ close }) => close(),
  );
  return standIn(() => opened.database);
}

/** A connection to a database whose URL is known once its own parts have started. */
export const sharedClient = (databaseUrl: () => string | undefined): pg.Client =>
  shared(
    async () => {
      const client = new pg.Client({ connectionString: databaseUrl() });
      await client.connect();
      return client;
    },
    (client) => client.end(),
  );
