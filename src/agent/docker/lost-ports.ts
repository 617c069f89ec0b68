import type { NodeRecord } from '../runtime/node-record.ts';
import { isUp } from '../runtime/workload.ts';
import type { ObservedContainer } from './engine/observed-container.ts';
import type { ObservedNode } from './observe.ts';
import { blockedBy, type DockerPlan, planOf, planRemoval } from './steps.ts';

const why = 'the engine publishes none of its ports';

const noNetwork =
  'the engine has no default bridge network, so the container has no ports and no peers: remove "bridge": "none" from ' +
  '/etc/docker/daemon.json, then restart the engine (systemctl restart docker)';

const stillLost =
  'the engine publishes none of the container’s ports, also after the container was created again: restart the engine ' +
  '(systemctl restart docker)';

/**
 * Plans for a container that runs without its ports, which neither people nor the agent reach. An engine that creates or
 * starts a container while it lacks its network keeps the container so, also after a repair and a restart of both: only
 * a new container gets ports. It is created once for each network of the engine. Null for every other container.
 */
export function planLostPorts(
  main: ObservedContainer,
  { networkMadeAt }: Pick<ObservedNode, 'networkMadeAt'>,
  { unpublished }: Pick<NodeRecord, 'unpublished'>,
): DockerPlan | null {
  if (!isUp(main)) return unpublished?.workloadId === main.id ? planOf(...planRemoval(main, why, why)) : null;
  if (!main.lacksPorts || networkMadeAt === undefined) return null;
  if (networkMadeAt === null) return blockedBy(noNetwork);
  if (unpublished?.networkMadeAt === networkMadeAt && unpublished.workloadId !== main.id) return blockedBy(stillLost);
  return planOf({ kind: 'stop-container', containerId: main.id, why, cause: why, networkMadeAt });
}
