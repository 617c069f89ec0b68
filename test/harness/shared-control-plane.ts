import { afterAll, beforeAll, inject } from 'vitest';
import type { Database } from '../../src/control-plane/platform/database/database.ts';
import { TestControlPlane, type TestControlPlaneOptions } from './control-plane.ts';
import { type Inhabited, startInhabited } from './inhabited.ts';
import { openMigrated } from './opened-database.ts';
import { makeMigratedDatabase } from './server-database.ts';

/** Stands for an object that is created later, before the first test. */
const standIn = <T extends object>(made: () => T | undefined): T =>
  new Proxy({} as T, {
    get: (_nothing, key) => {
      const target = made();
      const value: unknown = target && Reflect.get(target, key);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });

/** A control plane for the tests of a file, or of a group in it: started before the first of them, and destroyed after the last. */
export function sharedControlPlane(options?: TestControlPlaneOptions): TestControlPlane {
  let started: TestControlPlane | undefined;
  beforeAll(async () => {
    started = await TestControlPlane.start(options);
  });
  afterAll(() => started?.destroy());
  return standIn(() => started);
}

/** The same with an executor and a stranger. Read `executorId` and `executorKey` within a test. */
export function sharedInhabited(options?: TestControlPlaneOptions): Inhabited {
  let started: Inhabited | undefined;
  beforeAll(async () => {
    started = await startInhabited(options);
  });
  afterAll(() => started?.controlPlane.destroy());
  const inhabited = standIn(() => started);
  return {
    controlPlane: standIn(() => started?.controlPlane),
    host: standIn(() => started?.host),
    stranger: standIn(() => started?.stranger),
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

/** The database of a control plane, as another replica sees it; without one, a separate database for these tests. */
export function sharedDatabase(controlPlane?: TestControlPlane): Database {
  let opened: ReturnType<typeof openMigrated> | undefined;
  let drop: (() => Promise<void>) | undefined;
  beforeAll(async () => {
    const own = controlPlane === undefined ? await makeMigratedDatabase(inject('postgresUrl')) : undefined;
    drop = own?.drop;
    opened = openMigrated((own ?? controlPlane?.settings)?.databaseUrl);
  });
  afterAll(async () => {
    await opened?.close();
    await drop?.();
  });
  return standIn(() => opened?.database);
}
