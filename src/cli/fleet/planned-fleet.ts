import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { text } from 'node:stream/consumers';
import { errorMessage } from '../../text/error-message.ts';
import type { Api } from '../api.ts';
import { CommandError } from '../command-error.ts';
import { listOption, requiredOption } from '../options.ts';
import { readFleet } from './current-fleet.ts';
import { parseFleet } from './fleet-file.ts';
import { type Change, planFleet } from './plan.ts';
import { withConfs } from './with-confs.ts';

export const fleetOptions = [
  requiredOption('-f, --file <file>', 'file that describes the fleet; - for standard input'),
  listOption('--prune <node>', 'delete this node, which the file does not have; may be repeated'),
] as const;

/** Plans a file against the current fleet, each time that it is called. */
export type Planner = () => Promise<Change[]>;

/** Reads a file once. Throws CommandError. */
export async function plannerOf(
  api: Api,
  { file, prune }: { file: string; prune: readonly string[] },
): Promise<Planner> {
  const parsed = parseFleet(await readFile(file), file === '-' ? 'standard input' : file);
  const fleet = await withConfs(api, parsed, file === '-' ? '.' : dirname(file));
  return async () => planFleet(fleet, await readFleet(api), prune);
}

async function readFile(file: string): Promise<string> {
  try {
    return file === '-' ? await text(process.stdin) : readFileSync(file, 'utf8');
  } catch (error) {
    throw new CommandError(`cannot read ${file}: ${errorMessage(error)}`);
  }
}
