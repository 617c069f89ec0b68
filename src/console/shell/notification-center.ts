import type { NotificationCenterQuery } from './operations.generated.ts';

/** How many incidents are open, and the latest ones. */
export type NotificationCenter = NonNullable<NotificationCenterQuery['notificationCenter']>;
