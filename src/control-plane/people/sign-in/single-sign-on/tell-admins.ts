import type { Logger } from 'pino';
import { recordEvents } from '../../../history/events/record-events.ts';
import { and, type Database, eq, transact } from '../../../platform/database/database.ts';
import type { RequestContext } from '../../../request/context.ts';
import { recordAction } from '../../../request/trail/record-action.ts';
import { member, user } from '../../../tables/accounts.ts';
import { takeToken } from '../../accounts/throttle.ts';
import type { FinishedSignIn, RecycledAddress, SingleSignOn } from './single-sign-on.ts';

/** Neither log may grow with each attempt: one entry an hour for the same cause. */
const hourly = { burst: 1, secondsPerToken: 3600 };

/** Records in each organization of a person that another identity came with the person's address, and was refused. */
export async function recordRecycled(
  database: Database,
  { provider, providerId }: SingleSignOn,
  { userId, subject }: RecycledAddress,
  { client: { address, userAgent }, requestId }: Pick<RequestContext, 'client' | 'requestId'>,
): Promise<void> {
  if ((await takeToken(database, `${providerId} recycled ${userId} ${subject}`, hourly)) > 0) return;
  const memberships = await database
    .select({ id: member.id, organizationId: member.organizationId, name: user.email })
    .from(member)
    .innerJoin(user, eq(user.id, member.userId))
    .where(eq(member.userId, userId));
  for (const { id, organizationId, name } of memberships)
    await recordAction(database, {
      organizationId,
      actor: { type: 'anonymous', name: 'anonymous', userId: null, apiKeyId: null },
      action: 'refuseRecycledAddress',
      target: { type: 'member', id, name },
      errorCode: 'single_sign_on_failed',
      origin: { address, userAgent, requestId },
      before: undefined,
      after: { name, values: { provider: provider.name, subject } },
    });
}

/** Warns that the groups of a person are unknown. Nothing changes: a provider that says nothing takes nothing away. */
export async function keepGroups(
  database: Database,
  { provider, providerId }: SingleSignOn,
  { userId, received }: { userId: string } & Pick<FinishedSignIn, 'received'>,
  log: Logger,
): Promise<void> {
  const isOfGroups = and(eq(member.userId, userId), eq(member.isFromGroups, true));
  const memberships = await database
    .select({ organizationId: member.organizationId, name: user.email })
    .from(member)
    .innerJoin(user, eq(user.id, member.userId))
    .where(isOfGroups);
  if (memberships.length === 0 && provider.roles.length === 0) return;
  log.warn({ userId, ...received }, 'single sign-on: the provider sent no groups; memberships unchanged');
  for (const { organizationId, name } of memberships) {
    if ((await takeToken(database, `${providerId} no groups ${organizationId}`, hourly)) > 0) continue;
    const message = `${provider.name} did not send the groups of ${name} (claim ${provider.groups_claim}); roles from groups stay as they are until it does.`;
    const kind = 'member.groups_missing';
    await transact(database, (transaction) => recordEvents(transaction, organizationId, [{ kind, message }]));
  }
}
