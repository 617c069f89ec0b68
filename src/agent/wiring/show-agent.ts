import { ServiceManager } from '../../service-manager/service-manager.ts';
import { systemdNotify } from '../../service-manager/systemd-notify.ts';
import { AdminSocket } from '../admin-socket/admin-socket.ts';
import { type AgentParts, describeAgent, explainByName } from '../admin-socket/describe.ts';
import type { AgentEvents } from '../agent-events.ts';
import { MetricsService } from '../metrics/metrics-service.ts';
import { readFigures } from '../metrics/read-figures.ts';
import type { AgentBasis } from './agent-basis.ts';

export interface ShowAgentDeps extends Pick<AgentBasis, 'settings' | 'loops' | 'clock' | 'log'> {
  parts(): AgentParts;
  events: AgentEvents;
}

export interface AgentSurfaces {
  adminSocket: AdminSocket;
  serviceManager: ServiceManager;
  metrics: MetricsService;
}

export function showAgent({ parts, events, settings, loops, clock, log }: ShowAgentDeps): AgentSurfaces {
  const adminSocket = new AdminSocket(settings.dataDir, {
    status: () => describeAgent(parts()),
    health: () => loops.health,
    explain: (node) => explainByName(parts(), node),
  });
  const serviceManager = new ServiceManager({
    env: process.env,
    notify: systemdNotify,
    isAlive: () => loops.health.isAlive,
    clock,
    log,
  });
  const metrics = new MetricsService({
    settings,
    figures: () => readFigures({ ...parts(), loops, events }),
    clock,
    log,
  });
  return { adminSocket, serviceManager, metrics };
}
