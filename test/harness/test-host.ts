import Docker from 'dockerode';
import { inject } from 'vitest';
import { TestAgent, type TestAgentOptions } from './agent.ts';
import { ApiProxy } from './api-proxy.ts';
import { builtProgram } from './built-program.ts';
import { TestControlPlane, type TestControlPlaneOptions } from './control-plane.ts';
import { DockerProxy } from './docker-proxy.ts';
import { type NodeView, TestNodes } from './nodes.ts';
import { shared } from './shared-part.ts';

export interface TestHostOptions extends TestControlPlaneOptions {
  /** Socket of the engine. Default: the one that all tests share. */
  dockerSocket?: string;
  agent?: Partial<TestAgentOptions>;
}

/** An agent for the engine and the images of the tests, by default from a bundle, with a key of its own; `images` are added. */
export const testAgent = async (
  controlPlane: TestControlPlane,
  { images, ...options }: Partial<TestAgentOptions> = {},
  Agent: typeof TestAgent = TestAgent,
): Promise<TestAgent> =>
  new Agent({
    url: controlPlane.url,
    apiKey: options.apiKey ?? (await controlPlane.key('executor', options.name)),
    dockerSocket: inject('dockerSocket'),
    images: { ...inject('clientImages'), ...images },
    program: (await builtProgram('host')).agent,
    ...options,
  });

/** A real control plane, agent and engine. Disposing it removes what it created, and nothing else. */
export interface TestHost extends AsyncDisposable {
  controlPlane: TestControlPlane;
  api: ApiProxy;
  engine: DockerProxy;
  agent: TestAgent;
  nodes: TestNodes;
  docker: Docker;
  /** Creates nodes with these names at once, and waits until they run. */
  runNodes<const T extends readonly string[]>(names: T, data?: object): Promise<{ [K in keyof T]: NodeView }>;
  /** Kills the agent once, at the changing call with this number from now on. Returns whether that has happened. */
  killAgentAt(call: number, moment: 'before' | 'afterDone'): () => boolean;
  heal(): Promise<void>;
}

export async function testHost(options: TestHostOptions = {}): Promise<TestHost> {
  const { dockerSocket = inject('dockerSocket'), agent: agentOptions, ...controlPlaneOptions } = options;
  await using resources = new AsyncDisposableStack();
  const controlPlane = await TestControlPlane.start(controlPlaneOptions);
  resources.defer(() => controlPlane.destroy());
  const api = await ApiProxy.start(controlPlane.url);
  resources.defer(() => api.stop());
  const engine = await DockerProxy.start(dockerSocket);
  resources.defer(() => engine.stop());
  if (agentOptions?.user !== undefined) engine.admitAll();
  const agent = await testAgent(controlPlane, { url: api.url, dockerSocket: engine.socketPath, ...agentOptions });
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

export const sharedHost = (options?: TestHostOptions): TestHost =>
  shared(
    () => testHost(options),
    (host) => host[Symbol.asyncDispose](),
  );
