import { randomBytes } from 'node:crypto';
import { publishedTopics } from '../../bitcoin/zmq-topics.ts';
import type { DesiredNode } from '../desired/desired-entry.ts';
import type { NodeRecordStore } from '../node/record-store.ts';
import type { NodeRecord } from '../runtime/node-record.ts';
import type { NodeRuntime } from '../runtime/runtime.ts';
import { NoFreePort } from '../runtime/runtime-error.ts';
import type { Workload } from '../runtime/workload.ts';
import { topicsWithoutPort } from '../runtime/workload-spec.ts';

/** Assigns and stores ports and credentials once, before anything uses them. Throws if RPC or P2P gets no port. */
export async function assignPortsAndCredentials(
  desired: DesiredNode,
  workload: Workload | undefined,
  store: NodeRecordStore,
  runtime: Pick<NodeRuntime, 'ports' | 'agentRpcOf'>,
): Promise<void> {
  // The ports of a workload that never started may be those that the engine rejected.
  const used = workload?.startedAt ? workload : undefined;
  const credentials = store.record.agentRpc === null ? await agentCredentials(used, runtime) : {};
  if (store.record.ports === null) {
    if (used?.ports) store.update({ ports: used.ports, ...credentials });
    else await runtime.ports.allocate(desired.network, (ports) => store.update({ ports, ...credentials }));
  }
  if (store.record.zmqPorts === undefined && used?.zmqPorts) store.update({ zmqPorts: used.zmqPorts });
  await assignZmqPorts(desired, store, runtime.ports);
  store.update(credentials);
}

async function agentCredentials(
  used: Workload | undefined,
  runtime: Pick<NodeRuntime, 'agentRpcOf'>,
): Promise<Pick<NodeRecord, 'agentRpc' | 'sharesRpcWith'>> {
  const found = used && (await runtime.agentRpcOf(used));
  if (used && found) return { agentRpc: found, sharesRpcWith: used.instanceId };
  return { agentRpc: { password: randomBytes(24).toString('base64url'), salt: randomBytes(16).toString('hex') } };
}

/** A topic without port or address blocks the requested configuration; the current one keeps running. */
async function assignZmqPorts(
  desired: DesiredNode,
  store: NodeRecordStore,
  { allocateZmq }: NodeRuntime['ports'],
): Promise<void> {
  let fault: string | null = null;
  if (publishedTopics(desired).length > 0) {
    try {
      await allocateZmq(topicsWithoutPort(desired, store.record.zmqPorts), (ports) =>
        store.update({ zmqPorts: { ...store.record.zmqPorts, ...ports } }),
      );
    } catch (error) {
      if (!(error instanceof NoFreePort)) throw error;
      fault = `cannot publish ZeroMQ: ${error.message}`;
    }
  }
  if (fault !== store.record.zmqFault) store.update({ zmqFault: fault });
}
