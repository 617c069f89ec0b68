import type { NotificationSettingsQuery } from './operations.generated.ts';

export type Settings = NonNullable<NotificationSettingsQuery['notificationSettings']>;
export type Webhook = NonNullable<Settings['webhook']>;
export type NodeOverride = Settings['nodeOverrides'][number];
