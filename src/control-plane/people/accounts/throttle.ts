import { type Database, eq, inArray, sql } from '../../platform/database/database.ts';
import { throttle } from '../../tables/accounts.ts';

export async function takeToken(
  database: Database,
  key: string,
  { burst, secondsPerToken }: { burst: number; secondsPerToken: number },
): Promise<number> {
  const available = sql<number>`least(${burst}::real, ${throttle.tokens} + extract(epoch from now() - ${throttle.updatedAt}) / ${secondsPerToken}::real)::real`;
  const taken = await database
    .insert(throttle)
    .values({ key, tokens: burst - 1 })
    .onConflictDoUpdate({
      target: throttle.key,
      set: { tokens: sql`${available} - 1`, updatedAt: sql`now()` },
      setWhere: sql`${available} >= 1`,
    })
    .returning({ key: throttle.key });
  if (taken.length > 0) return 0;
  const [row] = await database.select({ available }).from(throttle).where(eq(throttle.key, key));
  return Math.max(1, Math.ceil((1 - (row?.available ?? 1)) * secondsPerToken));
}

export async function refill(database: Database, keys: readonly string[]): Promise<void> {
  await database.delete(throttle).where(inArray(throttle.key, [...keys]));
}

export async function giveBack(database: Database, keys: readonly string[]): Promise<void> {
  await database
    .update(throttle)
    .set({ tokens: sql`${throttle.tokens} + 1` })
    .where(inArray(throttle.key, [...keys]));
}
