import {
  IconBellRinging,
  IconBrandSlack,
  IconBrandTelegram,
  IconMail,
  IconWebhook,
  type TablerIcon,
} from '@tabler/icons-react';
import type { NotificationChannelKind } from '../../../contract/types.generated.ts';

interface KindLook {
  name: string;
  icon: TablerIcon;
  /** Where to get what the form asks for. */
  help: string;
  url?: { label: string; placeholder: string; isSecret?: boolean };
  token?: { label: string; isOptional?: boolean };
}

export const kinds: Readonly<Record<NotificationChannelKind, KindLook>> = {
  email: { name: 'Email', icon: IconMail, help: 'The control plane’s mail server sends to these addresses.' },
  slack: {
    name: 'Slack',
    icon: IconBrandSlack,
    help: 'In Slack, create an app with an incoming webhook for the channel, and copy its URL.',
    url: { label: 'Incoming webhook URL', placeholder: 'https://hooks.slack.com/services/…', isSecret: true },
  },
  telegram: {
    name: 'Telegram',
    icon: IconBrandTelegram,
    help: 'Create a bot with @BotFather, add it to the chat and write there; the bot’s getUpdates then shows the chat’s ID.',
    token: { label: 'Bot token' },
  },
  ntfy: {
    name: 'ntfy',
    icon: IconBellRinging,
    help: 'Choose a topic that nobody can guess, and subscribe to it in the ntfy app.',
    url: { label: 'Topic URL', placeholder: 'https://ntfy.sh/my-topic' },
    token: { label: 'Access token', isOptional: true },
  },
  webhook: {
    name: 'Webhook',
    icon: IconWebhook,
    help: 'Your server receives signed JSON. The secret to verify it appears after you add the channel.',
    url: { label: 'URL', placeholder: 'https://alerts.example.com/satrap' },
  },
};
