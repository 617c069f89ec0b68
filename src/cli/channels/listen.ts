import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Command } from 'commander';
import { Webhook } from 'standardwebhooks';
import { z } from 'zod';
import { errorMessage } from '../../text/error-message.ts';
import { printable } from '../../text/printable.ts';
import { readAtMost } from '../../text/read-at-most.ts';
import { CommandError } from '../command-error.ts';
import { defineCommand, jsonOption, type OptionValues, option, wholeNumber } from '../options.ts';
import { readSecret } from '../prompt.ts';
import { untilStopped } from '../until-stopped.ts';

const listenOptions = [
  jsonOption,
  option('--host <address>', 'address to listen on', String, '127.0.0.1'),
  option('--port <port>', 'port to listen on; 0 for any free port', wholeNumber(0, 65_535), 4180),
  option('--secret-file <file>', 'file with the webhook’s secret (or set SATRAP_WEBHOOK_SECRET)'),
  option('--answer <status>', 'HTTP status of the responses', wholeNumber(200, 599), 204),
] as const;

export function register(channels: Command): void {
  defineCommand(channels, 'listen', 'receive, verify and print webhooks', listenOptions).action(listen);
}

async function listen(options: OptionValues<typeof listenOptions>): Promise<void> {
  const { host, port, secretFile, answer, json } = options;
  const webhook = webhookOf(await readSecret('webhook secret', secretFile, 'SATRAP_WEBHOOK_SECRET'));
  const server = buildReceiver({
    webhook,
    status: answer,
    json: json !== undefined,
    print: (line) => console.log(line),
  });
  server.listen(port, host);
  await once(server, 'listening').catch((error: unknown) => {
    throw new CommandError(`cannot listen on ${host}:${port}: ${errorMessage(error)}; choose another one with --port`);
  });
  const { port: taken } = server.address() as AddressInfo;
  console.error(`listening on http://${host}:${taken}/; the control plane needs --webhook-allow for a private address`);
  await untilStopped();
  server.close();
  server.closeAllConnections();
}

function webhookOf(secret: string): Webhook {
  try {
    return new Webhook(secret);
  } catch (error) {
    throw new CommandError(
      `invalid webhook secret, which must start with whsec_: ${errorMessage(error)}; create one with: satrap channels rotate-secret CHANNEL`,
      'usage',
    );
  }
}

/** In bytes. The control plane sends less. */
const maxBodyBytes = 20_000;

const messageShape = z.object({
  type: z.string(),
  timestamp: z.string(),
  data: z.object({
    endpointId: z.string(),
    sequence: z.number(),
    incident: z.object({ severity: z.string(), code: z.string(), message: z.string() }).optional(),
  }),
});

interface ReceiverOptions {
  /** The secret that verifies messages. */
  webhook: Pick<Webhook, 'verify'>;
  /** HTTP status for verified messages. */
  status: number;
  /** Prints each message as received instead of a summary. */
  json: boolean;
  print(line: string): void;
}

/** Creates a webhook receiver that verifies and prints messages and reports missing sequence numbers. Not yet listening. */
export function buildReceiver({ webhook, status, json, print }: ReceiverOptions): Server {
  const seenOf = new Map<string, Set<number>>();
  return createServer(async (request, response) => {
    // A sender that aborted retries.
    const body = await readAtMost(request, maxBodyBytes).catch(() => null);
    if (body === null) {
      print('refused a message: too large or aborted');
      return void response.writeHead(413, { connection: 'close' }).end();
    }
    try {
      webhook.verify(body, headersOf(request));
    } catch (error) {
      print(`refused a message: ${printable(String(error))}`);
      return void response.writeHead(401).end('invalid signature\n');
    }
    print(json ? body : describeMessage(body, seenOf));
    response.writeHead(status).end();
  });
}

const headersOf = ({ headers }: IncomingMessage): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value ?? '')]));

function describeMessage(body: string, seenOf: Map<string, Set<number>>): string {
  const parsed = messageShape.safeParse(JSON.parse(body));
  if (!parsed.success) return `verified, but of an unknown shape: ${printable(body)}`;
  const { type, timestamp, data } = parsed.data;
  const { incident, endpointId, sequence } = data;
  const what = incident === undefined ? '' : `  ${incident.severity}  ${incident.code}  ${incident.message}`;
  const missing = missingBelow(sequence, endpointId, seenOf);
  const gap = missing.length === 0 ? '' : `\n  missing: ${missing.join(', ')}`;
  return `${printable(`${timestamp}  #${sequence}  ${type}${what}`)}${gap}`;
}

/** Returns up to ten missing numbers below this one, the latest ones. `seenOf`: the numbers seen from each endpoint. */
function missingBelow(sequence: number, endpointId: string, seenOf: Map<string, Set<number>>): number[] {
  const seen = seenOf.get(endpointId) ?? new Set();
  seenOf.set(endpointId, seen.add(sequence));
  const first = Math.min(...seen);
  const missing: number[] = [];
  for (let number = sequence - 1; number > first && missing.length < 10; number--)
    if (!seen.has(number)) missing.unshift(number);
  return missing;
}
