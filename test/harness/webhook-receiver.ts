import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import type { AlertIncident } from '../../src/contract/types.generated.ts';
import type { TestControlPlane } from './control-plane.ts';
import { closeServer, listenHere } from './listen.ts';
import { shared } from './shared-part.ts';
import { until } from './until.ts';

export interface Received {
  headers: IncomingHttpHeaders;
  body: string;
  /** Milliseconds since the Unix epoch. */
  at: number;
}

export interface Message {
  type: string;
  timestamp: string;
  schemaVersion: number;
  data: { sequence: number; incident: AlertIncident };
}

/** A real receiver of webhooks on loopback. */
export class WebhookReceiver {
  readonly received: Received[] = [];
  port = 0;
  answer: (response: ServerResponse, message: Received) => void = (response) => response.writeHead(204).end();
  readonly #server: Server;

  private constructor() {
    this.#server = createServer(async (request, response) => {
      const message = { headers: request.headers, body: await text(request), at: Date.now() };
      this.received.push(message);
      this.answer(response, message);
    });
  }

  static async start(): Promise<WebhookReceiver> {
    const receiver = new WebhookReceiver();
    receiver.port = await listenHere(receiver.#server);
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}/hook?token=of-the-receiver`;
  }

  get messages(): Message[] {
    return this.received.map(({ body }) => JSON.parse(body));
  }

  get ids(): string[] {
    return this.received.map(({ headers }) => String(headers['webhook-id']));
  }

  async untilReceived(count: number): Promise<void> {
    await until(`${count} messages have come`, () => this.received.length >= count);
  }

  stop(): Promise<void> {
    return closeServer(this.#server);
  }
}

/** Creates a webhook channel that sends to a receiver. Returns its id and its secret. */
export async function createWebhook(
  controlPlane: Pick<TestControlPlane, 'ask'>,
  url: string,
  key?: string,
): Promise<{ id: string; secret: string }> {
  const { createNotificationChannel: created } = await controlPlane.ask(
    `mutation($url: String!) { createNotificationChannel(data: { kind: webhook, name: "hook", url: $url }) {
      webhookSecret channel { id } } }`,
    { url },
    key,
  );
  return { id: created.channel.id, secret: created.webhookSecret };
}

export const sharedReceiver = (): WebhookReceiver => shared(WebhookReceiver.start, (receiver) => receiver.stop());

/** Verifies a message with the Standard Webhooks package. Throws if it is not signed with the secret. */
export const verify = (secret: string, { body, headers }: Received): unknown =>
  new Webhook(secret).verify(body, headers as Record<string, string>);
