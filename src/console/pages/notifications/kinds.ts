import {
  IconBellRinging,
  IconBrandSlack,
  IconBrandTelegram,
  IconMail,
  IconWebhook,
  type TablerIcon,
} from '@tabler/icons-react';
import type { NotificationChannelsQuery } from '../../../client/operations.generated.ts';
import type { AlertSeverity, NotificationChannelKind } from '../../../contract/types.generated.ts';

export type Channel = NonNullable<NotificationChannelsQuery['notificationChannels']>[number];

export const severities: { value: AlertSeverity; label: string }[] = [
  { value: 'info', label: 'Everything' },
  { value: 'warning', label: 'Warnings and critical' },
  { value: 'critical', label: 'Critical only' },
];

export type TargetField = 'url' | 'addresses' | 'chatId' | 'token';

interface KindLook {
  name: string;
  icon: TablerIcon;
  /** Where to get what the form asks for. */
  help: string;
  fields: readonly { key: TargetField; label: string; placeholder: string; isSecret?: true }[];
}

/** Email comes last: it needs a mail server. */
export const kinds: Readonly<Record<NotificationChannelKind, KindLook>> = {
  slack: {
    name: 'Slack',
    icon: IconBrandSlack,
    help: 'In Slack, create an app with an incoming webhook for the channel, and copy its URL.',
    fields: [{ key: 'url', label: 'Webhook URL', placeholder: 'https://hooks.slack.com/services/…', isSecret: true }],
  },
  telegram: {
    name: 'Telegram',
    icon: IconBrandTelegram,
    help: 'Create a bot with @BotFather, add it to the chat and write there; its getUpdates then shows the chat’s ID.',
    fields: [
      { key: 'token', label: 'Bot token', placeholder: '123456:ABC-DEF', isSecret: true },
      { key: 'chatId', label: 'Chat ID', placeholder: '-1001234567890' },
    ],
  },
  ntfy: {
    name: 'ntfy',
    icon: IconBellRinging,
    help: 'Choose a topic that nobody can guess, and subscribe to it in the ntfy app.',
    fields: [
      { key: 'url', label: 'Topic URL', placeholder: 'https://ntfy.sh/my-topic' },
      { key: 'token', label: 'Access token', placeholder: 'only for a protected topic', isSecret: true },
    ],
  },
  webhook: {
    name: 'Webhook',
    icon: IconWebhook,
    help: 'Your server receives signed JSON. You get the secret that verifies it next.',
    fields: [{ key: 'url', label: 'URL', placeholder: 'https://alerts.example.com/satrap' }],
  },
  email: {
    name: 'Email',
    icon: IconMail,
    help: 'Sent by the control plane’s mail server, if its operator has set one up.',
    fields: [{ key: 'addresses', label: 'Addresses', placeholder: 'ops@example.com, oncall@example.com' }],
  },
};
