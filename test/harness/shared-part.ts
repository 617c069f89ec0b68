import { afterAll, beforeAll } from 'vitest';

/** Stands for an object that is created later, before the first test. */
export const standIn = <T extends object>(made: () => T | undefined): T =>
  new Proxy({} as T, {
    get: (_nothing, key) => {
      const target = made();
      const value: unknown = target && Reflect.get(target, key);
      return typeof value === 'function' ? value.bind(target) : value;
    },
    set: (_nothing, key, value) => Reflect.set(made() ?? {}, key, value),
  });

/** A part for the tests of a file, or of a group in it: started before the first of them, and ended after the last. */
export function shared<T extends object>(start: () => Promise<T>, end: (started: T) => unknown): T {
  let started: T | undefined;
  beforeAll(async () => {
    started = await start();
  });
  afterAll(async () => {
    if (started !== undefined) await end(started);
  });
  return standIn(() => started);
}
