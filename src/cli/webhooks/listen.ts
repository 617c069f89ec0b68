import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { Command } from 'commander';
import { Webhook } from 'standardwebhooks';
import { errorMessage } from '../../text/error-message.ts';
import { CommandError } from '../command-error.ts';
import { defineCommand } from '../define-command.ts';
import { option, wholeNumber } from '../options.ts';
import { jsonOption } from '../output.ts';
import { readText } from '../prompt.ts';
import { untilStopped } from '../until-stopped.ts';
import { buildReceiver } from './receiver.ts';

export function register(webhooks: Command): void {
  defineCommand(
    webhooks,
    'listen',
    'receive, verify and print webhooks',
    [
      jsonOption,
      option('--host <address>', 'address to listen on', String, '127.0.0.1'),
      option('--port <port>', 'port to listen on; 0 for any free port', wholeNumber(0, 65_535), 4180),
      option('--secret-file <file>', 'file with the webhook’s secret (or set SATRAP_WEBHOOK_SECRET)'),
      option('--answer <status>', 'HTTP status of the responses', wholeNumber(200, 599), 204),
    ],
    listen,
  );
}

interface ListenOptions {
  host: string;
  port: number;
  secretFile?: string;
  answer: number;
  json?: boolean;
}

async function listen({ host, port, secretFile, answer, json = false }: ListenOptions): Promise<void> {
  const webhook = webhookOf(readSecret(secretFile));
  const server = buildReceiver({ webhook, status: answer, json, print: (line) => console.log(line) });
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

/** There is no flag for the secret, because other users can read the command line. */
function readSecret(file: string | undefined): string {
  if (file === undefined) {
    const secret = process.env['SATRAP_WEBHOOK_SECRET'];
    if (secret) return secret.trim();
    throw new CommandError('no webhook secret: set SATRAP_WEBHOOK_SECRET or use --secret-file', 2);
  }
  return readText(file).trim();
}

function webhookOf(secret: string): Webhook {
  try {
    return new Webhook(secret);
  } catch (error) {
    throw new CommandError(
      `invalid webhook secret, which must start with whsec_: ${errorMessage(error)}; create one with rotateWebhookSecret`,
      2,
    );
  }
}
