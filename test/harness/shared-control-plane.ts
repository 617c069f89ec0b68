import { afterAll, beforeAll } from 'vitest';
import type { Database, OpenDatabase } from '../../src/control-plane/platform/database/database.ts';
import { openDatabase } from '../../src/control-plane/platform/database/open.ts';
import { quiet, TestControlPlane, type TestControlPlaneOptions } from './control-plane.ts';
import { openTestDatabase } from './database.ts';
import { type Inhabited, startInhabited } from './inhabited.ts';

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
  let opened: OpenDatabase | undefined;
  beforeAll(async () => {
    opened = await (controlPlane === undefined ? openTestDatabase() : openDatabase(controlPlane.settings, quiet));
  });
  afterAll(() => opened?.close());
  return standIn(() => opened?.database);
}
