import type { WebhookDeliveriesQuery } from './operations.generated.ts';

/** A delivery as the list shows it. */
export type Delivery = NonNullable<WebhookDeliveriesQuery['webhookDeliveries']>[number];
