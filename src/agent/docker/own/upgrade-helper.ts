import type Docker from 'dockerode';
import { RuntimeError } from '../../runtime/runtime-error.ts';
import { inspectOrNull } from '../engine/containers.ts';
import type { EngineClient } from '../engine/engine-client.ts';
import { labels } from '../engine/labels.ts';
import { saysLostTask } from '../engine/lost-task.ts';
import { removeSidecar } from './run-sidecar.ts';
import { type Successor, sidecarOf } from './successor.ts';

/** Purpose of the container that switches the agent's own container. */
export const helperPurpose = 'agent-upgrade';

export const helperName = (agentName: string): string => `${agentName}-upgrade`;

export interface HelperRequest {
  agentName: string;
  requestId: string;
  imageId: string;
  /** The arguments after `agent run`. */
  runArguments: readonly string[];
}

/**
 * Starts the helper of a request, which runs beside the agent's container and outlives it. Restarts an existing helper
 * that was stopped. The engine restarts it after a kill and on boot; it removes itself when done.
 */
export async function startHelper(
  client: EngineClient,
  source: () => Promise<Successor>,
  { agentName, requestId, imageId, runArguments }: HelperRequest,
): Promise<void> {
  const name = helperName(agentName);
  const found = await inspectOrNull(client, name);
  if (found?.Config.Labels?.[labels.upgrade] === requestId && (await wakeHelper(client, found))) return;
  if (found !== null) await removeSidecar(client, name, helperPurpose);
  const create = sidecarOf(await source(), ['agent', 'upgrade-helper', ...runArguments], helperPurpose);
  const { id } = await client.call('create the upgrade helper', (abortSignal) =>
    client.docker.createContainer({
      ...create,
      ...{ name, Image: imageId, abortSignal },
      Labels: { ...create.Labels, [labels.upgrade]: requestId },
      HostConfig: { ...create.HostConfig, RestartPolicy: { Name: 'always' } },
    }),
  );
  await start(client, id);
}

const start = (client: EngineClient, id: string): Promise<void> =>
  client.call('start the upgrade helper', (abortSignal) => client.docker.getContainer(id).start({ abortSignal }));

/** Restarts an existing helper that is not running. Returns whether one exists. */
export async function wakeAnyHelper(client: EngineClient, agentName: string): Promise<boolean> {
  const found = await inspectOrNull(client, helperName(agentName));
  if (found?.Config.Labels?.[labels.purpose] !== helperPurpose) return false;
  await wakeHelper(client, found);
  return true;
}

/** Returns false if the engine can no longer start this container. */
async function wakeHelper(client: EngineClient, { Id, State }: Docker.ContainerInspectInfo): Promise<boolean> {
  if (State.Running || State.Restarting) return true;
  try {
    await start(client, Id);
  } catch (error) {
    if (!(error instanceof RuntimeError)) throw error;
    if (saysLostTask(error.message)) return false;
    // It is removing itself.
    if (!['not-found', 'conflict'].includes(error.fault)) throw error;
  }
  return true;
}
