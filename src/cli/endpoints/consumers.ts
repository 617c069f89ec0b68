import type { Command } from 'commander';
import type { ConsumerRowFragment } from '../../contract/operations.generated.ts';
import type { ConsumerPreset } from '../../contract/types.generated.ts';
import { type Api, defineApiCommand } from '../api.ts';
import { CommandError } from '../command-error.ts';
import { choiceOption, duration, listOption, option, requiredOption, wholeNumber, yesOption } from '../options.ts';
import { print } from '../output.ts';
import { confirm } from '../prompt.ts';
import { defineEach, defineList, defineShow, findIn, type Resource } from '../resource.ts';
import { secretFileOption, storingSecret } from '../secret-file.ts';
import { consumerColumns, endpoints } from './endpoints.ts';
import { consumerPresets } from './presets.ts';

/** With the name of its endpoint: names of consumers are unique within one. */
interface Consumer extends ConsumerRowFragment {
  endpoint: string;
}

async function fetchConsumers(api: Api, page: { take: number; skip: number }): Promise<Consumer[]> {
  const [{ consumers }, { endpoints: all }] = await Promise.all([
    api.call('ListConsumers', page),
    api.call('ListEndpoints', {}),
  ]);
  const names = new Map(all.map(({ id, name }) => [id, name]));
  return consumers.map((each) => ({ ...each, endpoint: names.get(each.endpointId) ?? each.endpointId }));
}

const consumers: Resource<Consumer> = {
  noun: 'consumer',
  fetch: fetchConsumers,
  namesOf: ({ id, name, endpoint }) => [id, name, `${endpoint}/${name}`],
  columns: { endpoint: 'endpoint', ...consumerColumns },
};

const sharedOptions = [
  choiceOption('--preset <preset>', 'methods that it can call (default of a new consumer: read)', consumerPresets),
  listOption('--allow <method>', 'a method beside those of the preset; may be repeated'),
  listOption('--deny <method>', 'a method of the preset that it cannot call; may be repeated'),
  option('--calls-per-second <count>', 'limit on each host (default: 100)', wholeNumber(1, 100_000)),
  option('--calls-in-flight <count>', 'limit on each host (default: 32)', wholeNumber(1, 10_000)),
  option('--expires <duration>', 'lifetime from now, such as 12h or 90d (default: never expires)', duration),
] as const;

const createOptions = [
  requiredOption('--endpoint <name>', 'its endpoint'),
  ...sharedOptions,
  secretFileOption,
] as const;

interface Shared {
  preset: ConsumerPreset | undefined;
  allow: readonly string[];
  deny: readonly string[];
  callsPerSecond: number | undefined;
  callsInFlight: number | undefined;
  expires: number | undefined;
}

const fieldsOf = ({ preset, allow, deny, callsPerSecond, callsInFlight, expires }: Shared) => ({
  ...(preset === undefined ? {} : { preset }),
  ...(allow.length === 0 ? {} : { addedMethods: [...allow] }),
  ...(deny.length === 0 ? {} : { removedMethods: [...deny] }),
  ...(callsPerSecond === undefined ? {} : { callsPerSecond }),
  ...(callsInFlight === undefined ? {} : { callsInFlight }),
  ...(expires === undefined ? {} : { expiresInSeconds: expires }),
});

/** Names the methods that wait for a restart. */
const waitingLines = ({ methodsAfterRestart }: Pick<ConsumerRowFragment, 'methodsAfterRestart'>): string[] =>
  methodsAfterRestart.length === 0
    ? []
    : [`each node allows ${methodsAfterRestart.join(', ')} only after its next restart`];

export function register(group: Command): void {
  defineList(group, consumers, { description: 'list consumers with their limits and calls', hint: 'no consumers' });
  defineShow(group, consumers, 'show a consumer, without its secret');
  const created = 'create a consumer of an endpoint, whose secret is shown only once';
  defineApiCommand(group, 'create <name>', created, createOptions).action(
    async (
      api,
      { endpoint, secretFile, preset, allow, deny, callsPerSecond, callsInFlight, expires, ...options },
      name,
    ) => {
      const { id: endpointId } = await findIn(api, endpoints, endpoint);
      const fields = fieldsOf({ preset, allow, deny, callsPerSecond, callsInFlight, expires });
      const data = { endpointId, name, ...fields };
      const create = async () => (await api.call('CreateConsumer', { data })).createConsumer;
      const { consumer, secret } = await storingSecret(secretFile, create, (made) => made.secret);
      // Only the secret goes to standard output, so that you can redirect or pipe it.
      if (secretFile === undefined) print({ ...consumer, secret }, options, () => [secret]);
      else print({ ...consumer, secretFile }, options, () => [`created ${name}; its secret is in ${secretFile}`]);
      if (options.json) return;
      if (secretFile === undefined) console.error(`Shown only once. Revoke it: satrap consumers revoke ${consumer.id}`);
      for (const line of waitingLines(consumer)) console.error(line);
    },
  );
  defineApiCommand(group, 'set <consumer>', 'change a consumer; the rest stays, and no node restarts', [
    option('--rename <name>', 'new name, which its clients must use'),
    ...sharedOptions,
  ]).action(async (api, { rename, preset, allow, deny, callsPerSecond, callsInFlight, expires, ...options }, given) => {
    const { id } = await findIn(api, consumers, given);
    const fields = fieldsOf({ preset, allow, deny, callsPerSecond, callsInFlight, expires });
    const data = { ...fields, ...(rename === undefined ? {} : { name: rename }) };
    if (Object.keys(data).length === 0)
      throw new CommandError('nothing to change; see: satrap consumers set --help', 'usage');
    const { consumer } = (await api.call('UpdateConsumer', { data, id })).updateConsumer;
    print(consumer, options, () => [`changed ${consumer.name}`, ...waitingLines(consumer)]);
  });
  defineApiCommand(group, 'rotate <consumer>', 'rotate a consumer’s secret, which is shown only once', [
    option('--previous <duration>', 'how long the previous secret stays valid (default: 1h; 0s ends it)', duration),
    secretFileOption,
    yesOption,
  ]).action(async (api, { previous, secretFile, yes, ...options }, given) => {
    const { id, name } = await findIn(api, consumers, given);
    if (!yes) await confirm(`Rotate the secret of ${name}?`);
    const rotate = async () =>
      (await api.call('RotateConsumerSecret', { id, previousExpiresInSeconds: previous ?? null })).rotateConsumerSecret;
    const { consumer, secret } = await storingSecret(secretFile, rotate, (made) => made.secret);
    if (secretFile === undefined) print({ ...consumer, secret }, options, () => [secret]);
    else print({ ...consumer, secretFile }, options, () => [`the new secret is in ${secretFile}`]);
  });
  defineEach(group, 'revoke', consumers, {
    description: 'revoke and delete consumers within two seconds; no node restarts',
    question: 'Revoke',
    act: async (api, { id }) => (await api.call('RevokeConsumer', { id })).revokeConsumer.consumer,
    done: ({ name }) => `revoked ${name}`,
  });
}
