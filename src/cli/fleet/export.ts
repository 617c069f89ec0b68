import type { Command } from 'commander';
import { stringify } from 'yaml';
import { defaultDataRoot } from '../../contract/names.ts';
import { noNode, withApiAction } from '../api.ts';
import { describeArguments } from '../options.ts';
import { print } from '../output.ts';
import { describeHost, describeNode, describeNotifications, describeSchedule, readFleet } from './current-fleet.ts';
import { sizesInFile } from './sizes.ts';

export function register(command: Command): void {
  withApiAction(command.argument('[nodes...]'), [], async (api, options, names: string[] = []) => {
    const { nodes, hosts, schedules, settings } = await readFleet(api);
    const missing = names.find((name) => !nodes.has(name));
    if (missing !== undefined) return noNode(api, missing);
    const existing = [...nodes.values()].filter(({ desiredState }) => desiredState !== 'deleted');
    const chosen = existing.filter(({ name }) => names.length === 0 || names.includes(name));
    const described = [...schedules].map(([name, schedule]) => [name, describeSchedule(schedule)] as const);
    const others = {
      hosts: Object.fromEntries([...hosts].map(([name, host]) => [name, describeHost(host)])),
      ...(described.length === 0 ? {} : { maintenance: Object.fromEntries(described) }),
      notifications: describeNotifications(settings),
    };
    const file = { nodes: chosen.map(nodeIn), ...(names.length === 0 ? others : {}) };
    print(file, options, () => stringify(file, { lineWidth: 0 }).trimEnd().split('\n'));
  });
  describeArguments(command, { nodes: 'only these nodes, without hosts, maintenance schedules and thresholds' });
}

/** Sizes have their units. */
function nodeIn(node: Parameters<typeof describeNode>[0]): object {
  const { name, host, network, resources, dataRoot, ...rest } = describeNode(node);
  return {
    ...{ name, host, network, ...rest, resources: sizesInFile(resources) },
    ...(dataRoot === defaultDataRoot ? {} : { dataRoot }),
  };
}
