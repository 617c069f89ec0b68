import { and, type Database, eq } from '../../platform/database/database.ts';
import type { Sealing } from '../../platform/sealing.ts';
import { notificationChannel } from '../../tables/channels.ts';
import { organizationRpcCredentials } from '../../tables/rpc-credentials.ts';

/** Seals the secrets of an organization with another key. */
export async function reseal(
  transaction: Database,
  organizationId: string,
  { from, to }: { from: Sealing; to: Sealing },
): Promise<void> {
  const again = (sealed: string) => to.seal(from.unseal(sealed));
  const isOwnChannel = eq(notificationChannel.organizationId, organizationId);
  for (const { id, sealedTarget, secrets } of await transaction.select().from(notificationChannel).where(isOwnChannel))
    await transaction
      .update(notificationChannel)
      .set({
        sealedTarget: again(sealedTarget),
        secrets: secrets.map((each) => ({ ...each, sealed: again(each.sealed) })),
      })
      .where(and(isOwnChannel, eq(notificationChannel.id, id)));
  const isOwn = eq(organizationRpcCredentials.organizationId, organizationId);
  const resealed = <Pair extends { sealedPassword: string }>(pair: Pair): Pair => ({
    ...pair,
    sealedPassword: again(pair.sealedPassword),
  });
  for (const { rotation, sealedGatewayKey, ...pair } of await transaction
    .select()
    .from(organizationRpcCredentials)
    .where(isOwn))
    await transaction
      .update(organizationRpcCredentials)
      .set({
        ...resealed(pair),
        sealedGatewayKey: sealedGatewayKey && again(sealedGatewayKey),
        rotation: rotation && { ...rotation, other: resealed(rotation.other) },
      })
      .where(isOwn);
}
