import { ControlPlaneClient } from '../control-plane/client.ts';
import { HttpConnections } from '../control-plane/http-connections.ts';
import { HostClock } from '../host/host-clock.ts';
import { AgentKey } from '../key/agent-key.ts';
import type { AgentBasis } from './agent-basis.ts';

export interface ControlPlaneLink {
  client: ControlPlaneClient;
  key: AgentKey;
  connections: HttpConnections;
  /** Compared with each answer. */
  hostClock: HostClock;
}

/** Builds what speaks to the control plane. Nothing is sent yet. */
export function connectControlPlane({ settings, clock, log }: AgentBasis): ControlPlaneLink {
  const key = new AgentKey(settings.apiKey, settings.keyFile);
  const connections = new HttpConnections(settings);
  const hostClock = new HostClock({ clock, log });
  const client = new ControlPlaneClient({
    ...{ url: settings.url, apiKey: () => key.text, connections },
    onDated: (answer) => hostClock.note(answer),
  });
  return { client, key, connections, hostClock };
}
