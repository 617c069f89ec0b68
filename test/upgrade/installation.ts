import Docker from 'dockerode';
import { inject } from 'vitest';
import { TestAgent } from '../harness/agent.ts';
import { ApiProxy } from '../harness/api-proxy.ts';
import { DockerProxy } from '../harness/docker-proxy.ts';
import { TestNodes } from '../harness/nodes.ts';
import type { Version } from '../harness/other-version.ts';
import { UpgradableControlPlane } from './control-plane.ts';

/** A control plane and an agent, each replaceable by another version. */
export interface Installation extends AsyncDisposable {
  controlPlane: UpgradableControlPlane;
  /** Between the agent and the control plane. */
  api: ApiProxy;
  /** Between the agent and the engine. */
  engine: DockerProxy;
  agent: TestAgent;
  nodes: TestNodes;
  /** Reaches the engine without the proxy. */
  docker: Docker;
}

/** Lets `version` create the control plane's database, serve it, and run an agent that has synced. */
export async function install(version: Version): Promise<Installation> {
  await using resources = new AsyncDisposableStack();
  const controlPlane = await UpgradableControlPlane.init(version, inject('postgresUrl'));
  resources.defer(() => controlPlane.destroy());
  const apiKey = await controlPlane.createExecutorKey(version);
  await controlPlane.serve(version);
  const api = await ApiProxy.start(controlPlane.url);
  resources.defer(() => api.stop());
  const engine = await DockerProxy.start(inject('dockerSocket'));
  resources.defer(() => engine.stop());
  const agent = new TestAgent({
    url: api.url,
    apiKey,
    dockerSocket: engine.socketPath,
    images: inject('clientImages'),
    program: version.satrap,
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
