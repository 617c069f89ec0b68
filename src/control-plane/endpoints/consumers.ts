import type { ConsumerCreateInput, ConsumerWhereInput } from '../../contract/types.generated.ts';
import { and, asc, type Database, eq, hasKey, ne, oneRow, type SQL } from '../platform/database/database.ts';
import { domainError, invalidInput, requireRow } from '../platform/input/errors.ts';
import { type Fields, hasId, idFilter, stringFilter, whereOf } from '../platform/input/filters.ts';
import type { Sealing } from '../platform/sealing.ts';
import type { PersonalCaller } from '../request/caller.ts';
import { adminMutation, changes, organizationQuery } from '../request/operations.ts';
import type { Resolvers } from '../request/resolvers.generated.ts';
import { rowSnapshot } from '../request/trail/audit-trail.ts';
import { type ConsumerRow, consumer, endpoint } from '../tables/endpoints.ts';
import { consumerColumns } from './consumer-columns.ts';
import { newConsumerSecret, previousSecretUntil, rotateSecrets } from './consumer-secrets.ts';
import { type Changed, changeEndpoints } from './deliver-endpoints.ts';
import { consumerChanged, consumerCreated, consumerRevoked, consumerRotated } from './endpoint-events.ts';
import { isEndpoint } from './endpoints.ts';

const maxConsumers = 100;
/** A week. */
const maxPreviousSeconds = 604_800;
/** As documented in the schema. */
const defaultPreviousSeconds = 3600;

const isConsumer = (organizationId: string, id: string): SQL | undefined =>
  and(hasId(consumer.id, id), eq(consumer.organizationId, organizationId));

/** Throws `name_taken` if another consumer of the endpoint has the name. */
async function requireFreeName(
  database: Database,
  { organizationId, endpointId, id }: Pick<ConsumerRow, 'organizationId' | 'endpointId'> & { id?: string },
  name: string,
): Promise<void> {
  const isNamed = and(
    eq(consumer.organizationId, organizationId),
    eq(consumer.endpointId, endpointId),
    eq(consumer.name, name),
  );
  const [existing] = await database
    .select({ id: consumer.id })
    .from(consumer)
    .where(and(isNamed, id === undefined ? undefined : ne(consumer.id, id)));
  if (existing === undefined) return;
  const message = `the endpoint has a consumer named ${name} already`;
  const issues = [{ path: ['data', 'name'], message }];
  throw domainError('name_taken', message, { issues, existingId: existing.id, link: '/endpoints' });
}

/** Locks a consumer of the organization. Throws Forbidden. */
const lockConsumer = async (database: Database, organizationId: string, id: string): Promise<ConsumerRow> =>
  requireRow(await database.select().from(consumer).where(isConsumer(organizationId, id)).for('update'));

/** Locks a consumer as `lockConsumer` does, and finds the name of its endpoint. */
async function lockNamed(database: Database, organizationId: string, id: string) {
  const locked = await lockConsumer(database, organizationId, id);
  const owner = requireRow(await database.select().from(endpoint).where(isEndpoint(organizationId, locked.endpointId)));
  return { locked, endpointName: owner.name };
}

async function createConsumer(
  database: Database,
  { organizationId, name: by }: Pick<PersonalCaller, 'organizationId' | 'name'>,
  { endpointId, ...data }: ConsumerCreateInput,
): Promise<Changed<{ consumer: ConsumerRow; secret: string }>> {
  const columns = consumerColumns(data, null);
  const owner = requireRow(await database.select().from(endpoint).where(isEndpoint(organizationId, endpointId)));
  const ofEndpoint = and(eq(consumer.organizationId, organizationId), eq(consumer.endpointId, owner.id));
  if ((await database.$count(consumer, ofEndpoint)) >= maxConsumers)
    throw domainError('limit_reached', `the endpoint has ${maxConsumers} consumers already; revoke unused ones`);
  await requireFreeName(database, { organizationId, endpointId: owner.id }, columns.name);
  const { text, stored } = newConsumerSecret();
  const created = oneRow(
    await database
      .insert(consumer)
      .values({ organizationId, endpointId: owner.id, ...columns, secrets: [stored] })
      .returning(),
  );
  return {
    payload: { consumer: created, secret: text },
    events: [consumerCreated({ consumer: created, endpointName: owner.name }, by)],
  };
}

const fields: Fields<ConsumerWhereInput> = {
  endpointId: idFilter(consumer.endpointId),
  name: stringFilter(consumer.name),
};

const ofConsumer = changes('consumer');

export const consumerResolvers = ({ secret }: { secret: Sealing }): Resolvers => ({
  Query: {
    consumers: organizationQuery([], ({ where, ...page }, { reader, context: { budget, database } }) => {
      const isSelected = and(eq(consumer.organizationId, reader.organizationId), whereOf(where, fields));
      const found = database
        .select({ consumer })
        .from(consumer)
        .innerJoin(endpoint, hasKey(endpoint, consumer.organizationId, consumer.endpointId))
        .where(isSelected)
        .orderBy(asc(endpoint.name), asc(consumer.name));
      return budget.fetchPage(page, found).then((rows) => rows.map((row) => row.consumer));
    }),
  },
  Mutation: {
    createConsumer: adminMutation({
      run: ({ data }, { caller, database }) =>
        changeEndpoints({ database, secret }, caller.organizationId, () => createConsumer(database, caller, data)),
      subject: ({ consumer: { id } }) => ({ type: 'consumer', id }),
    }),
    updateConsumer: adminMutation({
      run: ({ data, where }, { caller: { organizationId, name: by }, database }) =>
        changeEndpoints({ database, secret }, organizationId, async () => {
          const { locked: before, endpointName } = await lockNamed(database, organizationId, where.id);
          const columns = consumerColumns(data, before);
          await requireFreeName(database, before, columns.name);
          const isOwn = isConsumer(organizationId, before.id);
          // A later expiry is an event of its own.
          const values = data.expiresInSeconds === undefined ? columns : { ...columns, expiryRecordedAt: null };
          const changed = oneRow(await database.update(consumer).set(values).where(isOwn).returning());
          return { payload: { consumer: changed }, events: consumerChanged(before, changed, endpointName, by) };
        }),
      ...ofConsumer,
    }),
    rotateConsumerSecret: adminMutation({
      run: ({ where, previousExpiresInSeconds }, { caller: { organizationId, name: by }, database }) =>
        changeEndpoints({ database, secret }, organizationId, async () => {
          const seconds = previousExpiresInSeconds ?? defaultPreviousSeconds;
          if (seconds < 0 || seconds > maxPreviousSeconds)
            throw invalidInput([
              { path: ['previousExpiresInSeconds'], message: `must be from 0 to ${maxPreviousSeconds}` },
            ]);
          const { locked: before, endpointName } = await lockNamed(database, organizationId, where.id);
          const { text, stored } = newConsumerSecret();
          const until = new Date(Date.now() + seconds * 1000);
          const secrets = rotateSecrets(before.secrets, stored, until);
          const isOwn = isConsumer(organizationId, before.id);
          const changed = oneRow(await database.update(consumer).set({ secrets }).where(isOwn).returning());
          return {
            payload: { consumer: changed, secret: text },
            events: [consumerRotated({ consumer: changed, endpointName }, until, by)],
          };
        }),
      ...ofConsumer,
    }),
    revokeConsumer: adminMutation({
      run: ({ where }, { caller: { organizationId, name: by }, database }) =>
        changeEndpoints({ database, secret }, organizationId, async () => {
          const { locked: revoked, endpointName } = await lockNamed(database, organizationId, where.id);
          await database.delete(consumer).where(isConsumer(organizationId, revoked.id));
          return {
            payload: { consumer: revoked },
            events: [consumerRevoked({ consumer: revoked, endpointName }, by)],
          };
        }),
      ...ofConsumer,
    }),
  },
});

/** Without secrets, of which the log shows only when one ends. */
export const consumerSnapshot = rowSnapshot(
  (transaction, organizationId, id) => transaction.select().from(consumer).where(isConsumer(organizationId, id)),
  ({ name, endpointId, preset, addedMethods, removedMethods, callsPerSecond, callsInFlight, expiresAt, secrets }) => ({
    name,
    values: {
      ...{ name, endpointId, preset, addedMethods, removedMethods, callsPerSecond, callsInFlight, expiresAt },
      rotation: { previousUntil: previousSecretUntil(secrets, new Date()) },
    },
  }),
);
