import type { Command } from 'commander';
import { GetRpcCredentialsDocument } from '../../contract/operations.generated.ts';
import { counted } from '../../text/counted.ts';
import { Api, type ApiOptions, apiCommand } from '../api.ts';
import { CommandError } from '../command-error.ts';
import { print } from '../output.ts';

export function register(nodes: Command): void {
  apiCommand(nodes, 'credentials', 'show the RPC user and password of all nodes (owners and admins)')
    .addHelpText('after', '\nTo use them in a shell: eval "$(satrap nodes credentials)"')
    .action(showCredentials);
}

async function showCredentials(options: ApiOptions): Promise<void> {
  const { nodeRpcCredentials: pair } = await new Api(options).call(GetRpcCredentialsDocument, {});
  if (pair === null) throw new CommandError('only owners and admins can see the RPC credentials');
  if (pair.refusingNodes > 0)
    console.error(
      `This password does not work on ${counted(pair.refusingNodes, 'node')} taken over from another control plane. To replace theirs, which restarts the nodes one by one: satrap nodes rotate-credentials`,
    );
  print(pair, options, () => [`export RPC_USER=${quoted(pair.user)}`, `export RPC_PASSWORD=${quoted(pair.password)}`]);
}

/** Quotes for a shell, which then expands nothing. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
