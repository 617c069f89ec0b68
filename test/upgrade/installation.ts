import Docker from 'dockerode';
import { inject } from 'vitest';
import { TestAgent } from '../harness/agent.ts';
import { ApiProxy } from '../harness/api-proxy.ts';
import type { Release } from '../harness/check-out.ts';
import { DockerProxy } from '../harness/docker-proxy.ts';
import { TestNodes } from '../harness/nodes.ts';
import { UpgradableControlPlane } from './control-plane.ts';

/** A control plane and an agent, each of which another release can replace. */
export interface Installation extends AsyncDisposable {
  controlPlane: UpgradableControlPlane;
  /** For agents and for people, made on the command line and through the API. */
  keys: Record<'agent' | 'secondAgent' | 'owner' | 'script' | 'secondScript', string>;
  /** Between the agent and the control plane. */
  api: ApiProxy;
  /** Between the agent and the engine. */
  engine: DockerProxy;
  agent: TestAgent;
  nodes: TestNodes;
  /** Reaches the engine without the proxy. */
  docker: Docker;
}

/** Has `release` make the control plane's database, serve it, and run an agent that has synced. */
export async function install(release: Release): Promise<Installation> {
  await using resources = new AsyncDisposableStack();
  const controlPlane = await UpgradableControlPlane.init(release, inject('postgresUrl'));
  resources.defer(() => controlPlane.destroy());
  const agentKey = await controlPlane.createKey(release, 'executor');
  const script = await controlPlane.createKey(release, 'personal');
  await controlPlane.serve(release);
  const keys = {
    agent: agentKey,
    secondAgent: await controlPlane.requestKey('executor'),
    owner: controlPlane.personalKey,
    script,
    secondScript: await controlPlane.requestKey('personal'),
  };
  const api = await ApiProxy.start(controlPlane.url);
  resources.defer(() => api.stop());
  const engine = await DockerProxy.start(inject('dockerSocket'));
  resources.defer(() => engine.stop());
  const agent = new TestAgent({
    url: api.url,
    apiKey: agentKey,
    dockerSocket: engine.socketPath,
    images: inject('clientImages'),
    program: release.satrap,
  });
  resources.defer(() => {
    engine.interference = {};
    return agent.destroy();
  });
  const nodes = new TestNodes(controlPlane, await agent.startAndSync());
  const owned = resources.move();
  return {
    ...{ controlPlane, keys, api, engine, agent, nodes },
    docker: new Docker({ socketPath: inject('dockerSocket') }),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}
