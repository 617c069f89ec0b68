import type { WebhookDeliveriesQuery } from './operations.generated.ts';

export type Delivery = NonNullable<WebhookDeliveriesQuery['webhookDeliveries']>[number];
