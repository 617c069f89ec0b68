import Docker from 'dockerode';
import { inject } from 'vitest';
import { TestAgent, type TestAgentOptions } from './agent.ts';
import { ApiProxy } from './api-proxy.ts';
import { builtProgram } from './built-program.ts';
import { TestControlPlane, type TestControlPlaneOptions } from './control-plane.ts';
import { DockerProxy } from './docker-proxy.ts';
import { type NodeView, TestNodes } from './nodes.ts';

export interface TestHostOptions extends TestControlPlaneOptions {
  /** Socket of the engine. Default: the one that all tests share. */
  dockerSocket?: string;
  /** Images that the host offers in addition, by client version. */
  images?: Record<string, string>;
  /** Further options of the agent. */
  agent?: Pick<TestAgentOptions, 'dataDir' | 'logDir' | 'flags' | 'imports' | 'env' | 'program'>;
}

/** A real control plane, agent and engine. Disposing it removes what it created, and nothing else. */
export interface TestHost extends AsyncDisposable {
  controlPlane: TestControlPlane;
  /** Stands between the agent and the control plane. */
  api: ApiProxy;
  /** Stands between the agent and the engine. */
  engine: DockerProxy;
  agent: TestAgent;
  /** A user's actions on nodes, which stay until the host is disposed. */
  nodes: TestNodes;
  /** Reaches the engine without the proxy. */
  docker: Docker;
  /** Creates nodes with these names at once, and waits until they run. */
  runNodes<const T extends readonly string[]>(names: T, data?: object): Promise<{ [K in keyof T]: NodeView }>;
  /**
   * Kills the agent once, at the changing call with this number from now on: before the engine receives it, or after it
   * is done and before the agent knows. Returns a function that reports whether that has happened.
   */
  killAgentAt(call: number, moment: 'before' | 'afterDone'): () => boolean;
  /** Ends every fault, and starts the agent if it does not run. */
  heal(): Promise<void>;
}

export async function testHost(options: TestHostOptions = {}): Promise<TestHost> {
  const { dockerSocket = inject('dockerSocket'), images, agent: agentOptions, ...controlPlaneOptions } = options;
  await using resources = new AsyncDisposableStack();
  const controlPlane = await TestControlPlane.start({ ownProcess: true, ...controlPlaneOptions });
  resources.defer(() => controlPlane.destroy());
  const api = await ApiProxy.start(controlPlane.url);
  resources.defer(() => api.stop());
  const engine = await DockerProxy.start(dockerSocket);
  resources.defer(() => engine.stop());
  const agent = new TestAgent({
    url: api.url,
    apiKey: await controlPlane.key('executor'),
    dockerSocket: engine.socketPath,
    images: { ...inject('clientImages'), ...images },
    program: (await builtProgram('host')).agent,
    ...agentOptions,
  });
  resources.defer(() => {
    engine.interference = {};
    return agent.destroy();
  });
  const nodes = new TestNodes(controlPlane, await agent.startAndSync());

  const heal = async () => {
    engine.interference = {};
    api.heal();
    if (agent.hasEnded) await agent.startAndSync();
  };
  const killAgentAt = (call: number, moment: 'before' | 'afterDone') => {
    // A repeated SIGTERM to a slow daemon, as on a busy machine, is not a call of the plan.
    const isReminder = (made: string) => made.endsWith('/kill');
    const callsMade = () => engine.calls.filter((made) => !isReminder(made)).length;
    const first = callsMade();
    let isArmed = true;
    const strike = (made: string) => {
      if (!isArmed || isReminder(made) || callsMade() - first !== call) return undefined;
      isArmed = false;
      agent.strike();
      return 'swallow' as const;
    };
    engine.interference = { [moment]: strike };
    return () => !isArmed;
  };
  const runNodes: TestHost['runNodes'] = async (names, data) => {
    const running = await Promise.all(names.map((name) => nodes.run(name, data)));
    return running as { [K in keyof typeof names]: NodeView };
  };

  const owned = resources.move();
  return {
    ...{ controlPlane, api, engine, agent, nodes, runNodes, killAgentAt, heal },
    docker: new Docker({ socketPath: dockerSocket }),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}
