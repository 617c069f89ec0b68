import { gatewayRpcWhitelist } from '../../bitcoin/rpc-methods.ts';
import { type Database, eq, sql } from '../platform/database/database.ts';
import { consumer } from '../tables/endpoints.ts';

/** Returns the methods that daemons allow gateways beside those of the presets: those that consumers were given by name. */
export async function gatewayMethodsOf(database: Database, organizationId: string): Promise<string[]> {
  const rows = await database
    .selectDistinct({ name: sql<string>`jsonb_array_elements_text(${consumer.addedMethods})` })
    .from(consumer)
    .where(eq(consumer.organizationId, organizationId));
  return rows
    .map(({ name }) => name)
    .filter((name) => !gatewayRpcWhitelist.includes(name))
    .toSorted();
}
