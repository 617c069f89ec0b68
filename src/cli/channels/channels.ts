import type { Command } from 'commander';
import type { ChannelRowFragment } from '../../contract/operations.generated.ts';
import type { NotificationChannelKind } from '../../contract/types.generated.ts';
import { type Api, defineApiCommand } from '../api.ts';
import { CommandError } from '../command-error.ts';
import { choiceOption, option, yesOption } from '../options.ts';
import { age, print } from '../output.ts';
import { confirm, readSecret } from '../prompt.ts';
import { defineEach, defineList, findIn, type Resource } from '../resource.ts';
import { secretFileOption, storingSecret } from '../secret-file.ts';
import { attempted, deliveryLines } from './deliveries.ts';

export const severities = ['info', 'warning', 'critical'] as const;
const kinds = ['webhook', 'email', 'slack', 'telegram', 'ntfy'] as const satisfies readonly NotificationChannelKind[];

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
  option('--url <url>', 'URL of a webhook, of an ntfy topic, or of another Telegram Bot API server'),
  option('--to <address>', 'email address; may be repeated', collect, [] as string[]),
  option('--chat <id>', 'Telegram chat, such as -1001234567890 or @channel'),
  option(
    '--credential-file <file>',
    'file with the Slack URL, the Telegram bot token or the ntfy access token (or set SATRAP_CHANNEL_CREDENTIAL)',
  ),
  choiceOption('--severity <severity>', 'lowest severity to send (default of a new channel: warning)', severities),
] as const;

function collect(address: string, before: string[]): string[] {
  return [...before, address];
}

const setOptions = [
  ...targetOptions,
  option('--name <name>', 'new name'),
  choiceOption('--enabled <yes|no>', 'whether to send incidents', ['yes', 'no']),
] as const;

/** A URL of Slack is a secret as a whole. */
const credentialOf = (kind: NotificationChannelKind, text: string) =>
  kind === 'slack' ? { url: text } : { token: text };

async function targetOf(
  kind: NotificationChannelKind,
  given: { url?: string; to: string[]; chat?: string; credentialFile?: string },
  isRequired = false,
) {
  const { url, to, chat, credentialFile } = given;
  const isRead = isRequired || credentialFile !== undefined || process.env['SATRAP_CHANNEL_CREDENTIAL'];
  const credential =
    isRead && credentialOf(kind, await readSecret('credential', credentialFile, 'SATRAP_CHANNEL_CREDENTIAL'));
  return { url, addresses: to.length === 0 ? undefined : to, chatId: chat, ...(credential || {}) };
}

export function register(group: Command): void {
  defineList(group, channels, { description: 'list notification channels', hint: 'no channels' });
  defineApiCommand(group, 'add <kind> <name>', `add a channel; its kind is ${kinds.join(', ')}`, [
    ...targetOptions,
    secretFileOption,
  ]).action(async (api, { url, to, chat, credentialFile, severity, secretFile, ...options }, word, name) => {
    const kind = kinds.find((each) => each === word);
    if (kind === undefined) throw new CommandError(`unknown kind ${word}; use ${kinds.join(', ')}`, 'usage');
    const target = await targetOf(kind, { url, to, chat, credentialFile }, kind === 'slack' || kind === 'telegram');
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
    async (api, { url, to, chat, credentialFile, severity, name, enabled, ...options }, channel) => {
      const { id, kind } = await findIn(api, channels, channel);
      const target = await targetOf(kind, { url, to, chat, credentialFile });
      const data = { name, ...target, lowestSeverity: severity, enabled: enabled && enabled === 'yes' };
      if (Object.values(data).every((value) => value === undefined))
        throw new CommandError('nothing to change; see: satrap channels set --help', 'usage');
      const { updateNotificationChannel: changed } = await api.call('UpdateChannel', { data, id });
      print(changed, options, () => [`changed ${changed.name}`]);
    },
  );
  defineEach(group, 'remove', channels, {
    description: 'remove channels',
    question: 'Remove',
    act: async (api: Api, { id, name }) => {
      const { deleteNotificationChannel } = await api.call('DeleteChannel', { id });
      return { result: deleteNotificationChannel, lines: [`removed ${name}`] };
    },
  });
  const tested = 'send a test message and show its outcome; exits with 1 if it failed';
  defineApiCommand(group, 'test <channel>', tested).action(async (api, options, channel) => {
    const { id } = await findIn(api, channels, channel);
    const { testNotificationWebhook: sent } = await api.call('TestChannel', { id });
    const delivery = await attempted(api, sent, 1);
    print(delivery, options, () => deliveryLines(delivery));
    if (delivery.status !== 'delivered') process.exitCode = 1;
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
