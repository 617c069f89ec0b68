import { readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import {
  CreateReleaseDocument,
  DeleteReleaseDocument,
  type ReleaseRowFragment,
  UpdateReleaseDocument,
} from '../../contract/operations.generated.ts';
import type { ExecutorReleaseCreateInput } from '../../contract/types.generated.ts';
import { errorMessage } from '../../text/error-message.ts';
import { Api, type ApiOptions, apiCommand } from '../api.ts';
import { CommandError } from '../command-error.ts';
import { print } from '../output.ts';
import { releaseLines } from './list.ts';

/** `satrap releases create`, `withdraw` and `delete` */
export function register(releases: Command): void {
  const command = (name: string, description: string, argument: string, what?: string) =>
    apiCommand(releases, name, description).argument(argument, what);
  command('create', 'add a release to the catalog', '<file>', 'JSON of an ExecutorReleaseCreateInput').action(create);
  command('withdraw', 'block upgrades to a release', '<version>')
    .requiredOption('--reason <text>', 'reason, shown to others')
    .action(withdraw);
  command('delete', 'remove a release from the catalog', '<version>').action(remove);
}

async function create(file: string, options: ApiOptions): Promise<void> {
  const data = await readRelease(file);
  const { createExecutorRelease } = await new Api(options).call(CreateReleaseDocument, { data });
  show(createExecutorRelease, options);
}

async function withdraw(version: string, { reason, ...options }: ApiOptions & { reason: string }): Promise<void> {
  const change = { version, data: { withdrawnReason: reason } };
  show((await new Api(options).call(UpdateReleaseDocument, change)).updateExecutorRelease, options);
}

async function remove(version: string, options: ApiOptions): Promise<void> {
  const { deleteExecutorRelease } = await new Api(options).call(DeleteReleaseDocument, { version });
  print(deleteExecutorRelease, options, () => [`removed ${deleteExecutorRelease.version} from the catalog`]);
}

const show = (release: ReleaseRowFragment, options: ApiOptions): void =>
  print(release, options, () => releaseLines([release]));

/** Reads a release file. The control plane validates its fields. Throws CommandError. */
async function readRelease(file: string): Promise<ExecutorReleaseCreateInput> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new CommandError(`cannot read ${file}: ${errorMessage(error)}`);
  });
  try {
    return JSON.parse(text) as ExecutorReleaseCreateInput;
  } catch (error) {
    throw new CommandError(`${file} is not JSON: ${errorMessage(error)}`);
  }
}
