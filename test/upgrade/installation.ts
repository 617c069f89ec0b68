import Docker from 'dockerode';
import { inject } from 'vitest';
import { TestAgent } from '../harness/agent.ts';
import { ApiProxy } from '../harness/api-proxy.ts';
import { TestControlPlane } from '../harness/control-plane.ts';
import { DockerProxy } from '../harness/docker-proxy.ts';
import { TestNodes } from '../harness/nodes.ts';
import type { AgentVersion } from '../harness/other-version.ts';

/** A control plane, and an agent that another version can replace. */
export interface Installation extends AsyncDisposable {
  controlPlane: TestControlPlane;
  /** Between the agent and the control plane. */
  api: ApiProxy;
  /** Between the agent and the engine. */
  engine: DockerProxy;
  agent: TestAgent;
  nodes: TestNodes;
  /** Reaches the engine without the proxy. */
  docker: Docker;
}

/** Starts a control plane, and an agent of this version, which has synced. */
export async function install({ program }: AgentVersion): Promise<Installation> {
  await using resources = new AsyncDisposableStack();
  const controlPlane = await TestControlPlane.start();
  resources.defer(() => controlPlane.destroy());
  const api = await ApiProxy.start(controlPlane.url);
  resources.defer(() => api.stop());
  const engine = await DockerProxy.start(inject('dockerSocket'));
  resources.defer(() => engine.stop());
  const agent = new TestAgent({
    url: api.url,
    apiKey: await controlPlane.key('executor', 'upgraded'),
    dockerSocket: engine.socketPath,
    images: inject('clientImages'),
    program,
  });
  resources.defer(() => {
    engine.interference = {};
    return agent.destroy();
  });
  const nodes = new TestNodes(controlPlane, await agent.startAndSync());
  const owned = resources.move();
  return {
    ...{ controlPlane, api, engine, agent, nodes },
    docker: new Docker({ socketPath: inject('dockerSocket') }),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}
