import type { ExecutorRowFragment, NodeRowFragment } from '../contract/operations.generated.ts';
import type { Api } from './api.ts';
import { CommandError } from './command-error.ts';

const named = (nameOrId: string) => ({ OR: [{ id: { equals: nameOrId } }, { name: { equals: nameOrId } }] });

/** One object's name may be another one's id. */
const pick = <T extends { id: string }>(found: readonly T[], nameOrId: string): T | undefined =>
  found.find(({ id }) => id === nameOrId) ?? found[0];

/** Finds a node by name or id. Throws CommandError if not found. */
export async function findNode(api: Api, nameOrId: string): Promise<NodeRowFragment> {
  const { nodes } = await api.call('ListNodes', { where: named(nameOrId) });
  return pick(nodes, nameOrId) ?? noNode(api, nameOrId);
}

/** Throws CommandError. */
export const noNode = (api: Api, nameOrId: string): Promise<never> =>
  notFound(api, `no node named ${nameOrId}`, 'satrap nodes list');

/** Finds a host by name or id. Throws CommandError if not found. */
export async function findExecutor(api: Api, nameOrId: string): Promise<ExecutorRowFragment> {
  const { executors } = await api.call('ListExecutors', { where: named(nameOrId) });
  return pick(executors, nameOrId) ?? notFound(api, `no host named ${nameOrId}`, 'satrap hosts list');
}

/** Explains why a host without versions cannot take nodes. */
export const offersNothing = (executor: string): string =>
  `${executor} offers no bitcoind version: it has none of the images and cannot pull them; run “satrap agent doctor” on the host for the reasons`;

/**
 * Throws CommandError for a host's key, which belongs to an agent and sees none of people's objects. Called only for empty results, so that
 * other calls cost nothing.
 */
export async function requirePersonalKey(api: Api): Promise<void> {
  const { viewer } = await api.call('GetViewer', {});
  if (viewer?.purpose === 'executor')
    throw new CommandError('this is a host’s key, which only its agent can use; use a personal key', 'refused');
}

/** Throws CommandError: this message, unless the key is a host's. `hint`: a command that helps. */
export async function notFound(api: Api, message: string, hint?: string): Promise<never> {
  await requirePersonalKey(api);
  throw new CommandError(message, 'not_found', { hint });
}
