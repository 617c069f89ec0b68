import { isDeepStrictEqual } from 'node:util';
import type { EventData } from '../../contract/event-data.ts';
import type { EventKind } from '../../contract/events.ts';
import type { ControlPlaneEvent } from '../history/events/record-events.ts';
import type { ConsumerRow, EndpointRow } from '../tables/endpoints.ts';

type Kind = Extract<EventKind, `${'endpoint' | 'consumer'}.${string}`>;

/** An event whose data has the published shape of its kind. */
export const eventWithData = <K extends Kind>(
  kind: K,
  message: string,
  data: EventData<K>,
  of: Pick<ControlPlaneEvent, 'executorName' | 'nodeName' | 'nodeId'> = {},
): ControlPlaneEvent => ({ kind, message, data, ...of });

const changedFields = <Row extends object>(names: readonly (keyof Row & string)[], before: Row, after: Row): string[] =>
  names.filter((name) => !isDeepStrictEqual(before[name], after[name]));

const ofEndpoint = ({ id, name }: Pick<EndpointRow, 'id' | 'name'>) => ({ endpointId: id, endpointName: name });

export const endpointCreated = (endpoint: EndpointRow, by: string): ControlPlaneEvent =>
  eventWithData('endpoint.created', `The endpoint ${endpoint.name} was created (${by}).`, ofEndpoint(endpoint));

export const endpointDeleted = (endpoint: EndpointRow, by: string): ControlPlaneEvent =>
  eventWithData(
    'endpoint.deleted',
    `The endpoint ${endpoint.name} was deleted with its consumers (${by}).`,
    ofEndpoint(endpoint),
  );

const endpointFields = [
  ...(['name', 'nodeIds', 'nodeLabels', 'executorIds'] as const),
  ...(['address', 'port', 'tls', 'pinnedBlockHash'] as const),
];

/** Returns the event of a change; none if no field has another value. */
export function endpointChanged(before: EndpointRow, after: EndpointRow, by: string): ControlPlaneEvent[] {
  const fields = changedFields(endpointFields, before, after);
  if (fields.length === 0) return [];
  const message = `The endpoint ${after.name} was changed (${by}): ${fields.join(', ')}.`;
  return [eventWithData('endpoint.changed', message, { ...ofEndpoint(after), fields })];
}

/** A consumer with the name of its endpoint. */
export interface NamedConsumer {
  consumer: Pick<ConsumerRow, 'id' | 'endpointId' | 'name'>;
  endpointName: string;
}

const ofConsumer = ({ consumer: { id, endpointId, name }, endpointName }: NamedConsumer) => ({
  ...{ endpointId, endpointName },
  ...{ consumerId: id, consumerName: name },
});

const nameOf = ({ consumer: { name }, endpointName }: NamedConsumer): string =>
  `consumer ${name} of the endpoint ${endpointName}`;

export const consumerCreated = (named: NamedConsumer, by: string): ControlPlaneEvent =>
  eventWithData('consumer.created', `The ${nameOf(named)} was created (${by}).`, ofConsumer(named));

export const consumerRevoked = (named: NamedConsumer, by: string): ControlPlaneEvent =>
  eventWithData('consumer.revoked', `The ${nameOf(named)} was revoked (${by}).`, ofConsumer(named));

export function consumerRotated(named: NamedConsumer, previousUntil: Date, by: string): ControlPlaneEvent {
  const until = previousUntil.toISOString();
  const message = `The secret of the ${nameOf(named)} was rotated (${by}); the previous one expires at ${until}.`;
  return eventWithData('consumer.rotated', message, { ...ofConsumer(named), previousUntil: until });
}

export function consumerExpired(named: NamedConsumer, expiresAt: Date): ControlPlaneEvent {
  const message = `The ${nameOf(named)} expired at ${expiresAt.toISOString()}.`;
  return eventWithData('consumer.expired', message, { ...ofConsumer(named), expiresAt: expiresAt.toISOString() });
}

const consumerFields = [
  ...(['name', 'preset', 'addedMethods', 'removedMethods'] as const),
  ...(['callsPerSecond', 'callsInFlight', 'expiresAt'] as const),
];

/** Returns the event of a change; none if no field has another value. */
export function consumerChanged(
  before: ConsumerRow,
  after: ConsumerRow,
  endpointName: string,
  by: string,
): ControlPlaneEvent[] {
  const fields = changedFields(consumerFields, before, after);
  if (fields.length === 0) return [];
  const named = { consumer: after, endpointName };
  const message = `The ${nameOf(named)} was changed (${by}): ${fields.join(', ')}.`;
  return [eventWithData('consumer.changed', message, { ...ofConsumer(named), fields })];
}
