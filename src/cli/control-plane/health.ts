import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Command } from 'commander';
import { ownUrl } from '../../control-plane/settings.ts';
import { errorMessage } from '../../text/error-message.ts';
import { CommandError } from '../command-error.ts';
import { defineCommand } from '../define-command.ts';
import { listenOptions } from './options.ts';

const timeoutMs = 10_000;

export function register(controlPlane: Command): void {
  const description = 'check that this machine’s control plane answers, as GET /healthz does';
  defineCommand(controlPlane, 'health', description, listenOptions, async (options) =>
    console.log(await askHealth(`${ownUrl(options)}/healthz`)),
  ).addHelpText('after', '\nExits with 1 if it does not. An unavailable database does not count.');
}

/** Returns a control plane's health. Throws CommandError. */
async function askHealth(url: string): Promise<string> {
  try {
    const query = get(url, { signal: AbortSignal.timeout(timeoutMs) });
    const [answer] = (await once(query, 'response')) as [IncomingMessage];
    const said = (await text(answer)).trim();
    if (answer.statusCode === 200) return said;
    throw new Error(`${answer.statusCode} ${said}`);
  } catch (error) {
    throw new CommandError(
      `no control plane answers at ${url} (${errorMessage(error)}); if it listens elsewhere, set --host and --port, or SATRAP_HOST and SATRAP_PORT`,
    );
  }
}
