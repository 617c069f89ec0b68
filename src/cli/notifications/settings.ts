import type { Command } from 'commander';
import type { GetNotificationSettingsQuery } from '../../contract/operations.generated.ts';
import { type Api, defineApiCommand, findNode } from '../api.ts';
import { CommandError } from '../command-error.ts';
import { type Change, collectChange, duration, number, option } from '../options.ts';
import { type Line, print, table, tableLines } from '../output.ts';
import { pages } from '../resource.ts';

const thresholdOption = option(
  '--threshold <change>',
  'NAME=NUMBER sets a threshold, NAME- resets it; may be repeated',
  collectChange,
  [] as Change[],
);

/** Null resets a threshold. */
const thresholdsOf = (changes: readonly Change[]): Record<string, number | null> =>
  Object.fromEntries(changes.map(({ key, value }) => [key, value === null ? null : number(value)]));

const setNodeOptions = [
  option('--mute', 'mute the incidents of the nodes; they are still listed'),
  option('--mute-for <duration>', 'mute them for a while, such as 90m, 12h or 30d', duration),
  thresholdOption,
] as const;

export function register(group: Command): void {
  defineApiCommand(group, 'show', 'show thresholds and muted nodes').action(async (api, options) => {
    const settings = await settingsOf(api);
    print(settings, options, () => settingsLines(settings));
  });
  defineApiCommand(group, 'set', 'change thresholds; the rest stays', [thresholdOption]).action(
    async (api, { threshold, ...options }) => {
      if (threshold.length === 0)
        throw new CommandError('nothing to change; see: satrap notifications set --help', 'usage');
      await api.call('SaveNotificationSettings', { input: { thresholds: thresholdsOf(threshold) } });
      const settings = await settingsOf(api);
      print(settings, options, () => settingsLines(settings));
    },
  );
  const described = 'replace the settings of nodes; without options, nodes use those of the organization';
  defineApiCommand(group, 'set-node <nodes...>', described, setNodeOptions).action(
    async (api, { mute = false, muteFor, threshold, ...options }, names) => {
      const mutedUntil = muteFor === undefined ? null : new Date(Date.now() + muteFor * 1000).toISOString();
      const given = { muted: mute || mutedUntil !== null, mutedUntil, thresholds: thresholdsOf(threshold) };
      const nodes = await Promise.all(names.map((name) => findNode(api, name)));
      const nodeOverrides = nodes.map(({ id }) => ({ nodeId: id, ...given }));
      await api.call('SaveNotificationSettings', { input: { nodeOverrides } });
      const changed = (await settingsOf(api)).nodeOverrides.filter(({ nodeId }) =>
        nodes.some(({ id }) => id === nodeId),
      );
      print(changed, options, () => (changed.length === 0 ? ['no node settings'] : nodeLines(changed)));
    },
  );
}

export type Settings = NonNullable<GetNotificationSettingsQuery['notificationSettings']>;

/** Returns the settings with those of all nodes. */
export async function settingsOf(api: Api): Promise<Settings> {
  const fetch = async (skip: number) => (await api.call('GetNotificationSettings', { skip })).notificationSettings;
  const first = await fetch(0);
  const overrides = pages(async (skip) => (skip === 0 ? first : await fetch(skip)).nodeOverrides);
  return { ...first, nodeOverrides: (await Array.fromAsync(overrides)).flat() };
}

const settingsLines = ({ thresholds, nodeOverrides }: Settings): Line[] => [
  ...tableLines(
    ['threshold', 'value'],
    Object.entries(thresholds).map(([name, value]) => [name, String(value)]),
  ),
  ...(nodeOverrides.length === 0 ? [] : ['', ...nodeLines(nodeOverrides)]),
];

const nodeLines = (overrides: Settings['nodeOverrides']): Line[] =>
  table(overrides, {
    node: 'nodeName',
    muted: ({ muted, mutedUntil }) => (muted ? `until ${mutedUntil ?? 'further notice'}` : 'no'),
    thresholds: ({ thresholds }) =>
      Object.entries(thresholds)
        .flatMap(([name, value]) => (value === null ? [] : [`${name}=${value}`]))
        .join(' ') || '-',
  });
