import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Command } from 'commander';
import { ownUrl } from '../../control-plane/settings.ts';
import { errorMessage } from '../../text/error-message.ts';
import { CommandError } from '../command-error.ts';
import { type ListenOptions, withListenOptions } from './options.ts';

const timeoutMs = 10_000;

export function register(controlPlane: Command): void {
  withListenOptions(
    controlPlane
      .command('health')
      .description('say whether the control plane of this machine answers, as GET /healthz does; for health checks'),
  )
    .addHelpText('after', '\nEnds with exit code 1 where it does not. A database that is away is no reason for it.')
    .action(async (options: ListenOptions) => console.log(await askHealth(`${ownUrl(options)}/healthz`)));
}

/** Returns what a control plane says of itself. Throws CommandError. */
async function askHealth(url: string): Promise<string> {
  try {
    const query = get(url, { signal: AbortSignal.timeout(timeoutMs) });
    const [answer] = (await once(query, 'response')) as [IncomingMessage];
    const said = (await text(answer)).trim();
    if (answer.statusCode === 200) return said;
    throw new Error(`${answer.statusCode} ${said}`);
  } catch (error) {
    throw new CommandError(
      `no control plane answers at ${url} (${errorMessage(error)}); where it listens elsewhere, say so with --host and --port, or SATRAP_HOST and SATRAP_PORT`,
    );
  }
}
