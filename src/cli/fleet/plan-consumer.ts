import { gatewayRpcWhitelist } from '../../bitcoin/rpc-methods.ts';
import type { FleetConsumerFragment } from '../../contract/operations.generated.ts';
import { type Change, changeOf, type Field, type Named, refused, request, updateOf } from './change.ts';
import { type CurrentFleet, describeConsumer } from './current-fleet.ts';
import { differences } from './differences.ts';
import type { FleetConsumer } from './fleet-file.ts';
import { consumerName } from './object-names.ts';

/** Returns the consumers of an endpoint by name. */
export const consumersOf = (
  endpoint: { id: string } | undefined,
  { consumers }: Pick<CurrentFleet, 'consumers'>,
): ReadonlyMap<string, FleetConsumerFragment> =>
  new Map(consumers.filter(({ endpointId }) => endpointId === endpoint?.id).map((each) => [each.name, each]));

interface ConsumerName {
  endpoint: string;
  name: string;
  previousName: string | undefined;
}

/** Decides what makes a consumer as a file describes it. Its secret is written to a new file when it is created. */
export function planConsumer(
  { endpoint, name, previousName }: ConsumerName,
  { secretFile, ...consumer }: FleetConsumer,
  owned: ReadonlyMap<string, FleetConsumerFragment>,
): Change {
  const named: Named = { type: 'consumer', name: consumerName(endpoint, name) };
  const own = owned.get(name);
  const previous = previousName === undefined ? undefined : owned.get(previousName);
  if (own !== undefined && previous !== undefined)
    return changeOf('update', named, {
      refusals: refused(
        `both ${previousName} and ${name} exist; revoke one of them, or remove ${previousName} from moved`,
      ),
    });
  const existing = own ?? previous;
  const { addedMethods, removedMethods } = consumer;
  const after = {
    ...{ name, ...consumer },
    ...{ addedMethods: addedMethods?.toSorted(), removedMethods: removedMethods?.toSorted() },
  };
  if (existing === undefined)
    return changeOf('create', named, {
      fields: withConsequences(differences({}, after), addedMethods ?? []),
      refusals:
        secretFile === undefined
          ? refused('is required for a new consumer: a new file for its secret', 'secretFile')
          : [],
      summary: secretFile === undefined ? '' : `its secret goes to ${secretFile}`,
      request: {
        ...{ operation: 'CreateConsumer', variables: { data: { name, ...consumer } }, preview: undefined },
        ...{ names: { endpoint }, secrets: { file: secretFile } },
      },
    });
  const data = { ...consumer, ...(existing.name === name ? {} : { name }) };
  return updateOf(named, {
    fields: withConsequences(
      differences(describeConsumer(existing), after),
      (addedMethods ?? []).filter((method) => !existing.addedMethods.includes(method)),
    ),
    request: request('UpdateConsumer', { id: existing.id, data }),
  });
}

/** Names the methods that wait for a restart: daemons allow gateways only those of the presets from the start. */
function withConsequences(fields: readonly Field[], added: readonly string[]): Field[] {
  const waiting = added.filter((method) => !gatewayRpcWhitelist.includes(method));
  return fields.map((each) =>
    each.field === 'addedMethods' && waiting.length > 0
      ? { ...each, consequences: [`each node allows ${waiting.join(', ')} only after its next restart`] }
      : each,
  );
}
