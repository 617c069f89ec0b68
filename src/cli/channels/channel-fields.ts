import type { NotificationChannelKind } from '../../contract/types.generated.ts';

/** The fields of `--to` and of the credential. A URL of Slack is a secret as a whole. */
export const channelFields: Readonly<
  Record<
    NotificationChannelKind,
    { to?: 'url' | 'addresses' | 'chatId'; credential?: 'url' | 'token'; needsCredential?: boolean }
  >
> = {
  webhook: { to: 'url' },
  email: { to: 'addresses' },
  slack: { credential: 'url', needsCredential: true },
  telegram: { to: 'chatId', credential: 'token', needsCredential: true },
  ntfy: { to: 'url', credential: 'token' },
};
