import { TestControlPlane } from '../test/harness/control-plane.ts';
import { EventStream } from '../test/harness/event-stream.ts';
import { TestExecutor } from '../test/harness/executor.ts';
import { startReplica } from '../test/harness/replica.ts';
import { until } from '../test/harness/until.ts';
import { type Figure, summarise } from './figures.ts';

const rounds = 60;

/** (reach) A change requested on one replica → the nudge on an agent's stream on another one. */
export async function benchReach(postgres: string): Promise<Figure> {
  const controlPlane = await TestControlPlane.start({
    logLevel: 'info',
    throughScript: true,
    postgres,
    heartbeatSeconds: 60,
  });
  const replica = await startReplica(controlPlane);
  try {
    const key = await controlPlane.key('executor');
    const host = new TestExecutor(controlPlane, key, 'host-1');
    const { executorId } = (await host.sync()).data.syncExecutor;
    const stream = await EventStream.open(replica.url, key, 'subscription { executorNudges(name: "host-1") { at } }');
    const data = { executorId, name: 'changed', network: 'regtest' };
    const { createNode } = await controlPlane.ask(
      'mutation($data: NodeCreateInput!) { createNode(data: $data) { node { id } } }',
      { data },
    );
    await stream.message('the first nudge', () => true);
    const waits: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const heard = stream.messages.length;
      const began = performance.now();
      const asked = controlPlane.ask(
        'mutation($id: ID!) { requestNodeLifecycleAction(id: $id, action: restart) { node { id } } }',
        {
          id: createNode.node.id,
        },
      );
      await until('the nudge has come', () => stream.messages.length > heard, 10_000, 1);
      waits.push(performance.now() - began);
      await asked;
    }
    stream.leave();
    const ours = summarise(waits);
    return {
      what: '(reach) a restart asked of one replica → nudge on another one',
      unit: 'ms',
      ours,
      peer: null,
      goal: 'p95 ≤ 200',
      met: ours.p95 <= 200,
    };
  } finally {
    await replica.close();
    await controlPlane.destroy();
  }
}
