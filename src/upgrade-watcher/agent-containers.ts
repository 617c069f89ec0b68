import type Docker from 'dockerode';
import type { EngineClient } from '../agent/docker/engine/engine-client.ts';
import { labels } from '../agent/docker/engine/labels.ts';
import { inspectOrNull } from '../agent/docker/own/run-sidecar.ts';
import type { Successor } from '../agent/docker/own/successor.ts';
import { programLabel } from '../agent/upgrade/container-facts.ts';
import type { OrderedImage } from '../upgrade/order.ts';

/** The beginning of the names of both containers of a switch, while they do not have the agent's. Pure. */
export const stoppedName = (agentName: string, requestId: string): string =>
  `${agentName}-${requestId.replace(/[^a-zA-Z0-9_.-]/g, '').slice(-12)}`;

/** The container that a switch has made; null where there is none. Throws RuntimeError. */
export async function findNext(client: EngineClient, requestId: string): Promise<Docker.ContainerInspectInfo | null> {
  const filters = { label: [`${labels.upgrade}=${requestId}`] };
  const found = await client.call('list containers', (abortSignal) =>
    client.docker.listContainers({ all: true, filters, abortSignal }),
  );
  const next = found.find(({ Labels }) => Labels[labels.purpose] === undefined);
  return next === undefined ? null : inspectOrNull(client, next.Id);
}

/** Makes the container of the new version, not yet started. Throws RuntimeError, and an Error where the image is not the one that was ordered. */
export async function createNext(
  client: EngineClient,
  { name, create, networks }: Successor,
  requestId: string,
  { id: imageId, reference, container }: OrderedImage,
): Promise<void> {
  const { id } = await client.call('create the container of the new version', (abortSignal) =>
    client.docker.createContainer({
      ...create,
      ...{ name: `${stoppedName(name, requestId)}-next`, Image: reference, abortSignal },
      Labels: { ...create.Labels, [labels.upgrade]: requestId },
      HostConfig: { ...create.HostConfig, RestartPolicy: container.restart },
    }),
  );
  for (const { name, endpoint } of networks)
    await client.call('connect a network', (abortSignal) =>
      client.docker
        .getNetwork(name)
        .connect({ Container: id, EndpointConfig: endpoint, abortSignal } as Docker.NetworkConnectOptions),
    );
  const made = await inspectOrNull(client, id);
  if (made?.Image !== imageId) throw new Error(`${reference} is another image by now than the one that was rehearsed`);
}

/** Throws an Error where that is none of the agent's: no other container is ever touched. */
export function agentContainer(found: Docker.ContainerInspectInfo | null): Docker.ContainerInspectInfo {
  if (found === null) throw new Error('the container of the agent is gone');
  if (found.Config.Labels?.[programLabel.name] !== programLabel.value)
    throw new Error(`the container ${found.Name} is none of the agent’s`);
  return found;
}
