import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TestAgent } from '../test/harness/agent.ts';
import { ApiProxy } from '../test/harness/api-proxy.ts';
import { TestControlPlane } from '../test/harness/control-plane.ts';
import { TestNodes } from '../test/harness/nodes.ts';
import type { Artifact } from './artifact.ts';
import { MixedEngine } from './mixed-engine.ts';

/** A control plane on PostgreSQL and an agent on the real engine. */
export interface BenchHost {
  controlPlane: TestControlPlane;
  /** The proxy between the agent and the control plane. */
  proxy: ApiProxy;
  agent: TestAgent;
  nodes: TestNodes;
  dockerSocket: string;
  destroy(): Promise<void>;
}

/**
 * Settings with which an agent takes many nodes on a small machine, and the engine's idle work is told apart from its
 * own.
 */
const ofManyNodes = {
  ...{ 'log-level': 'info', 'sample-interval': '600', 'reconcile-interval': '600' },
  ...{ 'port-range': '31000-31999', overcommit: 'cpu=100,memory=100,disk=100' },
};

export interface MixedHost extends AsyncDisposable {
  controlPlane: TestControlPlane;
  /** The proxy between the agent and the control plane. */
  proxy: ApiProxy;
  agent: TestAgent;
  nodes: TestNodes;
}

/** Starts a control plane, and an agent of a release on an engine that keeps nodes with `memoryPrefix` in memory. */
export async function startMixedHost(
  postgres: string,
  engineSocket: string,
  images: Record<string, string>,
  { program }: Artifact,
  { heartbeatSeconds }: { heartbeatSeconds: number },
): Promise<MixedHost> {
  const controlPlane = await TestControlPlane.start({
    ...{ postgres, heartbeatSeconds, throughScript: true, logLevel: 'info' },
  });
  const proxy = await ApiProxy.start(controlPlane.url);
  const engine = await MixedEngine.start(engineSocket);
  const dataDir = mkdtempSync(join(tmpdir(), 'satrap-bench-'));
  const agent = new TestAgent({
    ...{ dataDir, images, program, flags: ofManyNodes, env: compileCacheOf(dataDir) },
    ...{ url: proxy.url, apiKey: await controlPlane.key('executor'), dockerSocket: engine.socketPath },
  });
  const nodes = new TestNodes(controlPlane, await agent.startAndSync());
  const destroy = async () => {
    await agent.destroy();
    await engine.stop();
    await proxy.stop();
    await controlPlane.destroy();
  };
  return { controlPlane, proxy, agent, nodes, [Symbol.asyncDispose]: destroy };
}

/** As in the unit of a host. */
const compileCacheOf = (dataDir: string) => ({ NODE_COMPILE_CACHE: join(dataDir, 'compile-cache') });

/** Starts both. The agent is that of this checkout, or that of a release. */
export async function startHost(
  postgres: string,
  dockerSocket: string,
  images: Record<string, string>,
  artifact?: Artifact,
): Promise<BenchHost> {
  const controlPlane = await TestControlPlane.start({ postgres, throughScript: true, heartbeatSeconds: 15 });
  const proxy = await ApiProxy.start(controlPlane.url);
  const dataDir = mkdtempSync(join(tmpdir(), 'satrap-bench-'));
  const agent = new TestAgent({
    dataDir,
    url: proxy.url,
    apiKey: await controlPlane.key('executor'),
    dockerSocket,
    images,
    flags: { 'log-level': 'info', 'reconcile-interval': '60', 'sample-interval': '30' },
    ...(artifact === undefined ? {} : { program: artifact.program, env: compileCacheOf(dataDir) }),
  });
  const nodes = new TestNodes(controlPlane, await agent.startAndSync());
  const destroy = async () => {
    await agent.destroy();
    await proxy.stop();
    await controlPlane.destroy();
  };
  return { controlPlane, proxy, agent, nodes, dockerSocket, destroy };
}
