import type { Command } from 'commander';
import type { ChannelRowFragment } from '../../contract/operations.generated.ts';
import type { NotificationChannelKind } from '../../contract/types.generated.ts';
import { defineApiCommand } from '../api.ts';
import { CommandError } from '../command-error.ts';
import { choiceOption, option, yesOption } from '../options.ts';
import { age, print } from '../output.ts';
import { confirm, readSecret } from '../prompt.ts';
import { defineEach, defineList, findIn, type Resource } from '../resource.ts';
import { secretFileOption, storingSecret } from '../secret-file.ts';
import { channelFields } from './channel-fields.ts';

const severities = ['info', 'warning', 'critical'] as const;

export const channels: Resource<ChannelRowFragment> = {
  noun: 'channel',
  fetch: async (api) => (await api.call('ListChannels', {})).notificationChannels,
  namesOf: ({ id, name }) => [id, name],
  columns: {
    id: 'id',
    name: 'name',
    kind: 'kind',
    target: 'target',
    severity: ({ lowestSeverity }) => lowestSeverity,
    status: ({ enabled, goneAt, failingSince, lastFailure }) => {
      if (goneAt !== null) return `refused: ${lastFailure}`;
      if (!enabled) return 'disabled';
      return failingSince === null ? 'enabled' : `failing for ${age(failingSince)}: ${lastFailure}`;
    },
    'last delivered': ({ lastDeliveredAt }) => (lastDeliveredAt === null ? 'never' : `${age(lastDeliveredAt)} ago`),
  },
};

const targetOptions = [
  option(
    '--to <target>',
    'URL of a webhook or an ntfy topic, Telegram chat, or email address, which may be repeated',
    (target: string, before: string[]) => [...before, target],
    [] as string[],
  ),
  option(
    '--credential-file <file>',
    'file with the Slack URL, the Telegram bot token or the ntfy access token (or set SATRAP_CHANNEL_CREDENTIAL)',
  ),
  choiceOption('--severity <severity>', 'lowest severity to send (default of a new channel: warning)', severities),
] as const;

const setOptions = [
  ...targetOptions,
  option('--rename <name>', 'new name'),
  choiceOption('--enabled <yes|no>', 'whether to send incidents', ['yes', 'no']),
] as const;

const variable = 'SATRAP_CHANNEL_CREDENTIAL';

/** Reads a missing credential from standard input for a new channel that needs one. Throws CommandError. */
async function targetOf(kind: NotificationChannelKind, to: readonly string[], file: string | undefined, isNew = false) {
  const { to: field, credential, needsCredential } = channelFields[kind];
  if (to.length > 0 && field === undefined) throw new CommandError(`${kind} takes no --to`, 'usage');
  const isRead = credential && ((isNew && needsCredential) || file !== undefined || process.env[variable]);
  return {
    ...(field !== undefined && to.length > 0 ? { [field]: field === 'addresses' ? to : to[0] } : {}),
    ...(isRead ? { [credential]: await readSecret('credential', file, variable) } : {}),
  };
}

const kinds = Object.keys(channelFields) as NotificationChannelKind[];

export function register(group: Command): void {
  defineList(group, channels, { description: 'list notification channels', hint: 'no channels' });
  defineApiCommand(group, 'add <kind> <name>', `add a channel; its kind is ${kinds.join(', ')}`, [
    ...targetOptions,
    secretFileOption,
  ]).action(async (api, { to, credentialFile, severity, secretFile, ...options }, word, name) => {
    const kind = kinds.find((each) => each === word);
    if (kind === undefined) throw new CommandError(`unknown kind ${word}; use ${kinds.join(', ')}`, 'usage');
    const target = await targetOf(kind, to, credentialFile, true);
    const data = { kind, name, ...target, lowestSeverity: severity };
    const create = async () => (await api.call('CreateChannel', { data })).createNotificationChannel;
    const { channel, webhookSecret } = await storingSecret(secretFile, create, (created) => created.webhookSecret);
    const shown = secretFile === undefined ? { ...channel, webhookSecret } : channel;
    print(shown, options, () => [
      `added ${channel.name}; test it: satrap channels test ${channel.id}`,
      ...(webhookSecret === null ? [] : [`webhook secret, shown only once: ${secretFile ?? webhookSecret}`]),
    ]);
  });
  defineApiCommand(group, 'set <channel>', 'change a channel; the rest stays', setOptions).action(
    async (api, { to, credentialFile, severity, rename: name, enabled, ...options }, channel) => {
      const { id, kind } = await findIn(api, channels, channel);
      const target = await targetOf(kind, to, credentialFile);
      const data = { name, ...target, lowestSeverity: severity, enabled: enabled && enabled === 'yes' };
      if (Object.values(data).every((value) => value === undefined))
        throw new CommandError('nothing to change; see: satrap channels set --help', 'usage');
      const { channel: changed } = (await api.call('UpdateChannel', { data, id })).updateNotificationChannel;
      print(changed, options, () => [`changed ${changed.name}`]);
    },
  );
  defineEach(group, 'remove', channels, {
    description: 'remove channels',
    question: 'Remove',
    act: async (api, { id }) => (await api.call('DeleteChannel', { id })).deleteNotificationChannel.channel,
    done: ({ name }) => `removed ${name}`,
  });
  const rotated = 'rotate a webhook’s secret, which is shown only once; the previous one stays valid for a day';
  defineApiCommand(group, 'rotate-secret <channel>', rotated, [secretFileOption, yesOption]).action(
    async (api, { secretFile, yes, ...options }, channel) => {
      const { id, name } = await findIn(api, channels, channel);
      if (!yes) await confirm(`Rotate the secret of ${name}?`);
      const rotate = async () => (await api.call('RotateWebhookSecret', { id })).rotateWebhookSecret;
      const { secret, ...rest } = await storingSecret(secretFile, rotate, (created) => created.secret);
      if (secretFile === undefined) print({ ...rest, secret }, options, () => [secret]);
      else print({ ...rest, secretFile }, options, () => [`the new secret is in ${secretFile}`]);
    },
  );
}
