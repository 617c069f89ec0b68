import { TestAgent } from '../test/harness/agent.ts';
import { TestControlPlane } from '../test/harness/control-plane.ts';
import { TestNodes } from '../test/harness/nodes.ts';

/** A control plane on PostgreSQL and an agent on the real engine. */
export interface BenchHost {
  controlPlane: TestControlPlane;
  agent: TestAgent;
  nodes: TestNodes;
  dockerSocket: string;
  destroy(): Promise<void>;
}

export async function startHost(
  postgres: string,
  dockerSocket: string,
  images: Record<string, string>,
): Promise<BenchHost> {
  const controlPlane = await TestControlPlane.start({ postgres, throughScript: true, heartbeatSeconds: 15 });
  const agent = new TestAgent({
    url: controlPlane.url,
    apiKey: await controlPlane.key('executor'),
    dockerSocket,
    images,
    flags: { 'log-level': 'info', 'reconcile-interval': '60', 'sample-interval': '30' },
  });
  const nodes = new TestNodes(controlPlane, await agent.startAndSync());
  const destroy = async () => {
    await agent.destroy();
    await controlPlane.destroy();
  };
  return { controlPlane, agent, nodes, dockerSocket, destroy };
}
