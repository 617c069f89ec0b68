import { existsSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join } from 'node:path';
import { daemonArguments } from '../../bitcoin/daemon-arguments.ts';
import { networkFacts } from '../../bitcoin/network.ts';
import type { NodeConfig } from '../../bitcoin/node-config.ts';
import { renderConfig } from '../../bitcoin/render-config.ts';
import { agentRpcMethods } from '../monitor/rpc.ts';
import { agentRpcUser, type ContainerInputs } from './container-spec.ts';
import { removeContainer, startContainer, stopContainer, unpauseContainer } from './engine/containers.ts';
import { createContainer, paths } from './engine/create-container.ts';
import type { DockerClient } from './engine/engine-client.ts';
import { EngineError } from './engine/engine-error.ts';
import { type PullProgress, pullImage } from './engine/images.ts';
import { createVolume, removeVolume, volumeDirectory } from './engine/volumes.ts';
import { writeConfig } from './engine/write-config.ts';
import type { Step } from './step.ts';

/** What every step of every node needs. */
export interface StepSurroundings {
  client: DockerClient;
  executorId: string;
  /** This installation of the agent. */
  instanceId: string;
  /** The template of bitcoin.conf. */
  template: string;
  /** Where chain data lies on the host; undefined leaves it to the engine. */
  dataRoot: string | undefined;
  stopTimeoutSeconds: number;
}

/** What a step needs to know of its node. */
export interface StepSubject {
  config: NodeConfig;
  nodeId: string;
  nodeName: string;
  revision: number;
  /** Null for a node that is not to be made any more. */
  made: { inputs: ContainerInputs; specHash: string } | null;
  /** The directory of a volume that is gone. */
  leftover: string | null;
}

/** Carries out one step. Each is safe to repeat. Throws EngineError. */
export async function applyStep(
  step: Step,
  subject: StepSubject,
  surroundings: StepSurroundings,
  onProgress: (progress: PullProgress) => void,
  signal: AbortSignal,
): Promise<void> {
  const { client, stopTimeoutSeconds } = surroundings;
  switch (step.kind) {
    case 'pull-image':
      return pullImage(client, step.reference, onProgress, signal);
    case 'create-volume':
      return makeVolume(subject, surroundings);
    case 'create-container':
      return makeContainer(subject, surroundings);
    case 'start-container':
      await putConfig(step.containerId, subject, surroundings);
      return startContainer(client, step.containerId);
    case 'stop-container':
      return stopContainer(client, step.containerId, stopTimeoutSeconds);
    case 'unpause-container':
      return unpauseContainer(client, step.containerId);
    case 'remove-container':
      return removeContainer(client, step.containerId);
    case 'remove-data':
      return removeData(subject, surroundings);
  }
}

async function makeVolume(
  { nodeId, nodeName }: StepSubject,
  { client, executorId, dataRoot }: StepSurroundings,
): Promise<void> {
  const directory = dataRoot === undefined ? null : join(dataRoot, nodeId);
  // The daemon's user must be able to pass through to its own folder inside.
  if (directory !== null) {
    refuseUnseen(dirname(directory));
    await mkdir(directory, { recursive: true, mode: 0o711 });
  }
  await createVolume(client, { executorId, nodeId, nodeName, directory });
}

async function makeContainer(subject: StepSubject, surroundings: StepSurroundings): Promise<void> {
  const { inputs, specHash } = madeOf(subject);
  const { rpcPort, p2pPort } = networkFacts(inputs.network);
  await createContainer(surroundings.client, {
    executorId: surroundings.executorId,
    instanceId: surroundings.instanceId,
    nodeId: subject.nodeId,
    nodeName: subject.nodeName,
    image: inputs.image,
    arguments: daemonArguments(subject.config, { dataDir: paths.dataDir, configFile: paths.configFile }),
    user: inputs.user,
    cpuCores: inputs.cpuCores,
    memoryMiB: inputs.memoryMiB,
    rpc: { address: inputs.rpcAddress, hostPort: inputs.ports.rpc, containerPort: rpcPort },
    p2p: { address: inputs.p2pAddress, hostPort: inputs.ports.p2p, containerPort: p2pPort },
    stopTimeoutSeconds: surroundings.stopTimeoutSeconds,
    specHash,
    revision: subject.revision,
  });
}

async function putConfig(
  containerId: string,
  subject: StepSubject,
  { client, template }: StepSurroundings,
): Promise<void> {
  const { inputs } = madeOf(subject);
  const text = renderConfig(subject.config, template, {
    platformRpcAuth: inputs.platformRpcAuth,
    agentRpcAuth: inputs.agentRpcAuth,
    agentUser: agentRpcUser,
    agentRpcWhitelist: agentRpcMethods,
  });
  await writeConfig(client, containerId, inputs.user, text);
}

/** Empties the operator's directory first: the volume goes last, so that a removal that was cut short is taken up again. */
async function removeData({ nodeId, leftover }: StepSubject, { client }: StepSurroundings): Promise<void> {
  const directory = leftover ?? (await volumeDirectory(client, nodeId));
  if (directory !== null) {
    if (!isAbsolute(directory) || basename(directory) !== nodeId) {
      throw new EngineError(
        'refused',
        `the volume of this node lies at ${directory}, which the agent did not make; remove it by hand`,
      );
    }
    refuseUnseen(dirname(directory));
    await rm(directory, { recursive: true, force: true });
  }
  await removeVolume(client, nodeId);
}

/** An agent in a container sees only what is mounted there, while the engine means the host's directory of that path. */
function refuseUnseen(dataRoot: string): void {
  if (existsSync(dataRoot)) return;
  throw new EngineError(
    'refused',
    `this agent does not see the directory ${dataRoot}, where the chain data belongs; create it, or, when the agent runs in a container, mount it there under the same path`,
  );
}

function madeOf({ made, nodeId }: StepSubject): NonNullable<StepSubject['made']> {
  if (made === null) throw new Error(`no plan makes a container of node ${nodeId} before its image is known`);
  return made;
}
