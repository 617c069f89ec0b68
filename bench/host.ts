import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TestAgent } from '../test/harness/agent.ts';
import { TestControlPlane } from '../test/harness/control-plane.ts';
import { TestNodes } from '../test/harness/nodes.ts';
import type { Artifact } from './artifact.ts';

/** A control plane on PostgreSQL and an agent on the real engine. */
export interface BenchHost {
  controlPlane: TestControlPlane;
  agent: TestAgent;
  nodes: TestNodes;
  dockerSocket: string;
  destroy(): Promise<void>;
}

/** Starts both. The agent is that of this checkout, or that of a release. */
export async function startHost(
  postgres: string,
  dockerSocket: string,
  images: Record<string, string>,
  artifact?: Artifact,
): Promise<BenchHost> {
  const controlPlane = await TestControlPlane.start({ postgres, throughScript: true, heartbeatSeconds: 15 });
  const dataDir = mkdtempSync(join(tmpdir(), 'satrap-bench-'));
  const agent = new TestAgent({
    dataDir,
    url: controlPlane.url,
    apiKey: await controlPlane.key('executor'),
    dockerSocket,
    images,
    flags: { 'log-level': 'info', 'reconcile-interval': '60', 'sample-interval': '30' },
    // As the unit of a host starts it.
    ...(artifact === undefined
      ? {}
      : { program: artifact.program, env: { NODE_COMPILE_CACHE: join(dataDir, 'compile-cache') } }),
  });
  const nodes = new TestNodes(controlPlane, await agent.startAndSync());
  const destroy = async () => {
    await agent.destroy();
    await controlPlane.destroy();
  };
  return { controlPlane, agent, nodes, dockerSocket, destroy };
}
