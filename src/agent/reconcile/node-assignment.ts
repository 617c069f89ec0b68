import { randomBytes } from 'node:crypto';
import { publishedTopics } from '../../bitcoin/zmq-topics.ts';
import type { DesiredNode } from '../desired/desired-entry.ts';
import type { NodeRecordStore } from '../node/record-store.ts';
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
  if (store.record.ports === null) {
    if (used?.ports) store.update({ ports: used.ports });
    else await runtime.ports.allocate(desired.network, (ports) => store.update({ ports }));
  }
  if (store.record.zmqPorts === undefined && used?.zmqPorts) store.update({ zmqPorts: used.zmqPorts });
  await assignZmqPorts(desired, store, runtime.ports);
  if (store.record.agentRpc !== null) return;
  const found = used === undefined ? null : await runtime.agentRpcOf(used);
  const password = randomBytes(24).toString('base64url');
  store.update({
    agentRpc: found ?? { password, salt: randomBytes(16).toString('hex') },
    ...(found !== null && used !== undefined ? { sharesRpcWith: used.instanceId } : {}),
  });
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
