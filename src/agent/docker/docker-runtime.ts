import { uptime } from 'node:os';
import { readsAllData, whyUnreadable } from '../../bitcoin/data-format.ts';
import { issuesOf } from '../desired/host-offer.ts';
import type { PortAllocator } from '../runtime/port-allocator.ts';
import type { NodeRuntime } from '../runtime/runtime.ts';
import { dockerObserver } from './docker-observer.ts';
import { containerChanges } from './engine/container-events.ts';
import { containerLogs, followLogs } from './engine/container-logs.ts';
import { statsReader } from './engine/container-stats.ts';
import { engineStartedAt } from './engine/engine-info.ts';
import type { ObservedContainer } from './engine/observed-container.ts';
import { readAgentRpc, readDataFormat } from './engine/volume-files.ts';
import { legacyWallets } from './engine/wallets.ts';
import { keepPin } from './image-pins.ts';
import type { DockerSnapshot, ObservedNode } from './observe.ts';
import { orphanFinder } from './orphans.ts';
import type { StepDeps } from './step-kind.ts';
import { applyStep, type DockerStep, finishStep, isStepDone } from './steps.ts';

export function dockerRuntime(options: StepDeps & { ports: PortAllocator }): NodeRuntime {
  const { client, database, executorId, settings, ports } = options;
  return {
    ...dockerObserver(options),
    label: 'The Docker engine',
    ports,
    keep: ({ image }: ObservedNode) => keepPin(database, image),
    apply: (step: DockerStep, snapshot: DockerSnapshot, run) => applyStep(step, { ...options, ...run, snapshot }),
    isDone: (step: DockerStep, specHash, { observed }: DockerSnapshot) => isStepDone(step, specHash, observed),
    finish: (step: DockerStep, snapshot: DockerSnapshot, result) => finishStep(step, result, { client, snapshot }),
    async refusal(desired, { workload }) {
      const issues = issuesOf(desired, settings);
      if (issues.length > 0) return issues.join('; ');
      const { clientVersion, network } = desired;
      if (workload === undefined || readsAllData(clientVersion)) return null;
      return whyUnreadable(await readDataFormat(client, workload.id, network), clientVersion);
    },
    agentRpcOf: ({ id }) => readAgentRpc(client, id),
    changes: (signal, onOpen) => containerChanges(client, executorId, signal, onOpen),
    logs: (id, tail, range) => containerLogs(client, id, tail, range),
    followLogs: (id, start, signal) => followLogs(client, id, start, signal),
    // Without a start time of the engine, daemons only end with the host, whose time is precise to the second.
    startedAt: async () => (await engineStartedAt(client)) ?? Date.now() - uptime() * 1000,
    statsReader: (container: ObservedContainer, network) => statsReader(client, container, network),
    legacyWallets: (id, wallets) => legacyWallets(client, id, wallets),
    orphans: orphanFinder(options),
  };
}
