import type { Database } from '../../src/control-plane/platform/database/database.ts';

type Work = (transaction: Database) => Promise<unknown>;

/** Works in a transaction that stays open until the returned function is called. */
export async function holdTransaction(
  database: Database,
  work: Work,
  atEnd: Work = async () => {},
): Promise<() => Promise<void>> {
  const [working, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const done = database.transaction(async (transaction) => {
    await work(transaction);
    working.resolve();
    await released.promise;
    await atEnd(transaction);
  });
  await Promise.race([working.promise, done]);
  return () => {
    released.resolve();
    return done;
  };
}
