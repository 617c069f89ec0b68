import type { NodeOverridesQuery, NotificationSettingsQuery } from './operations.generated.ts';

export type Settings = NonNullable<NotificationSettingsQuery['notificationSettings']>;
export type Webhook = NonNullable<Settings['webhook']>;
export type NodeOverride = NonNullable<NodeOverridesQuery['notificationSettings']>['nodeOverrides'][number];
