import type { ZmqEndpointInput } from '../../contract/types.generated.ts';
import type { NodeRecord } from '../runtime/node-record.ts';
import type { AgentSettings } from '../settings/settings.ts';

type Addresses = Pick<AgentSettings, 'bindAddress' | 'advertiseHost'>;

/** Returns where users reach what a node publishes over ZeroMQ; none where its workload publishes nothing. */
export function zmqEndpoints({ applied }: Pick<NodeRecord, 'applied'>, addresses: Addresses): ZmqEndpointInput[] {
  if (!applied?.zmq) return [];
  const host = hostOf(applied.zmq.address, addresses);
  const authority = host.includes(':') ? `[${host}]` : host;
  return Object.entries(applied.zmq.ports).map(([topic, port]) => ({ topic, url: `tcp://${authority}:${port}` }));
}

/** The operator says with `advertise_host` where RPC is reached; ZeroMQ may be bound to another address. */
function hostOf(address: string, { bindAddress, advertiseHost }: Addresses): string {
  return address === bindAddress || ['0.0.0.0', '::'].includes(address) ? advertiseHost : address;
}
