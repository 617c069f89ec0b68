import type { ExecutorSessions } from '../executor-session.ts';
import { CapabilityReader } from '../host/capabilities.ts';
import { usageOf } from '../host/node-usage.ts';
import { ResourceReader } from '../host/resources.ts';
import type { HostRuntime } from '../runtime/runtime.ts';
import type { AgentBasis } from './agent-basis.ts';

export interface DescribeHostDeps extends Pick<AgentBasis, 'settings' | 'clock' | 'log'> {
  host: HostRuntime;
  sessions: Pick<ExecutorSessions, 'controller'>;
  wakeHeartbeat(): void;
}

export interface HostReaders {
  capabilities: CapabilityReader;
  resources: ResourceReader;
}

export function describeHost({ settings, host, sessions, wakeHeartbeat, clock, log }: DescribeHostDeps): HostReaders {
  const capabilities = new CapabilityReader({
    offer: settings,
    clock,
    isImagePresent: (reference) => host.hasImage(reference),
    askRegistry: (reference) => host.askRegistry(reference),
    log,
    onChange: wakeHeartbeat,
  });
  const resources = new ResourceReader({
    clock,
    hostInfo: () => host.hostInfo(),
    settings,
    nodeUsage: () => usageOf(sessions.controller?.samples() ?? []),
    log,
  });
  return { capabilities, resources };
}
