import type { Command } from 'commander';
import { stringify } from 'yaml';
import { defaultDataRoot } from '../../contract/names.ts';
import { noNode, withApiAction } from '../api.ts';
import { describeArguments } from '../options.ts';
import { print } from '../output.ts';
import {
  type CurrentFleet,
  describeConsumer,
  describeEndpoint,
  describeHost,
  describeNode,
  describeNotifications,
  describeSchedule,
  hostNames,
  nodeNames,
  readFleet,
} from './current-fleet.ts';
import { none } from './fleet-file.ts';
import { consumersOf } from './plan-consumer.ts';
import { sizesInFile } from './sizes.ts';

export function register(command: Command): void {
  withApiAction(command.argument('[nodes...]'), [], async (api, options, names: string[] = []) => {
    const fleet = await readFleet(api);
    const { nodes, hosts, schedules, settings } = fleet;
    const missing = names.find((name) => !nodes.has(name));
    if (missing !== undefined) return noNode(api, missing);
    const existing = [...nodes.values()].filter(({ desiredState }) => desiredState !== 'deleted');
    const chosen = existing.filter(({ name }) => names.length === 0 || names.includes(name));
    const described = [...schedules].map(([name, schedule]) => [name, describeSchedule(schedule)] as const);
    const others = {
      hosts: Object.fromEntries([...hosts].map(([name, host]) => [name, describeHost(host)])),
      ...(described.length === 0 ? {} : { maintenance: Object.fromEntries(described) }),
      ...(fleet.endpoints.size === 0 ? {} : { endpoints: endpointsIn(fleet) }),
      notifications: describeNotifications(settings),
    };
    const file = { nodes: chosen.map(nodeIn), ...(names.length === 0 ? others : {}) };
    print(file, options, () => stringify(file, { lineWidth: 0 }).trimEnd().split('\n'));
  });
  describeArguments(command, {
    nodes: 'only these nodes, without hosts, maintenance schedules, endpoints and thresholds',
  });
}

/** Sizes have their units, and a Tor only what it has. */
function nodeIn(node: Parameters<typeof describeNode>[0]): object {
  const { name, host, network, resources, dataRoot, tor, ...rest } = describeNode(node);
  return {
    ...{ name, host, network, ...rest, resources: sizesInFile(resources) },
    ...(tor === undefined ? {} : { tor: Object.fromEntries(Object.entries(tor).filter(([, text]) => text !== null)) }),
    ...(dataRoot === defaultDataRoot ? {} : { dataRoot }),
  };
}

/** With their consumers, whose secrets nobody can read again. */
const endpointsIn = (fleet: CurrentFleet): object =>
  Object.fromEntries(
    [...fleet.endpoints.values()].map((endpoint) => {
      const { name, tls, pinnedBlockHash, ...rest } = describeEndpoint(endpoint, {
        node: nodeNames(fleet),
        host: hostNames(fleet),
      });
      const consumers = [...consumersOf(endpoint, fleet).values()].map((consumer) => {
        const { name: of, ...described } = describeConsumer(consumer);
        return [of, described] as const;
      });
      const described = {
        ...rest,
        ...(tls === none ? {} : { tls }),
        ...(pinnedBlockHash === none ? {} : { pinnedBlockHash }),
        ...(consumers.length === 0 ? {} : { consumers: Object.fromEntries(consumers) }),
      };
      return [name, described];
    }),
  );
