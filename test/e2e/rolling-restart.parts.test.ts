import { execa } from 'execa';
import { beforeAll, expect, test } from 'vitest';
import { builtProgram } from '../harness/built-program.ts';
import type { NodeView } from '../harness/nodes.ts';
import { sharedHost } from '../harness/test-host.ts';
import { until } from '../harness/until.ts';

const host = sharedHost({ heartbeatSeconds: 1 });
const names = ['rolling-a', 'rolling-b', 'rolling-c'] as const;
let nodes: readonly NodeView[];

beforeAll(async () => {
  nodes = await host.runNodes(names);
});

/** How often the client calls each node. */
const everyMs = 100;

/** Calls the RPC of each node again and again, until it is aborted. */
class Caller {
  /** Those that were down at some time. */
  readonly wereDown = new Set<string>();
  /** The most that were down at a time. */
  mostDown = 0;
  calls = 0;
  readonly #nodes: readonly NodeView[];
  readonly #authorization: string;
  readonly #loops: Promise<void>[];

  constructor(called: readonly NodeView[], authorization: string, signal: AbortSignal) {
    this.#nodes = called;
    this.#authorization = authorization;
    this.#loops = called.map((node) => this.#callAgainAndAgain(node, signal));
  }

  ended = (): Promise<unknown> => Promise.all(this.#loops);

  async #callAgainAndAgain(node: NodeView, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const answers = await this.#call(node);
      this.calls += 1;
      if (!answers) {
        this.wereDown.add(node.name);
        // All at the same moment: on a busy machine, the failure of one may be told when it is back.
        const now = await Promise.all(this.#nodes.map((each) => this.#call(each)));
        this.mostDown = Math.max(this.mostDown, now.filter((isUp) => !isUp).length);
      }
      await new Promise((resolve) => setTimeout(resolve, everyMs));
    }
  }

  #call({ status: { endpoint } }: NodeView): Promise<boolean> {
    const body = JSON.stringify({ id: 1, method: 'getblockcount', params: [] });
    // Without a kept connection, which would delay the daemon's shutdown.
    const headers = { authorization: this.#authorization, connection: 'close' };
    return fetch(`http://${endpoint?.host}:${endpoint?.rpcPort}/`, { method: 'POST', headers, body }).then(
      async (response) => (await response.text()) !== '' && response.status === 200,
      () => false,
    );
  }
}

test('while all nodes restart, a client that calls each of them finds at most one down', async () => {
  const { nodeRpcCredentials } = await host.controlPlane.ask('{ nodeRpcCredentials { user password } }');
  const { user, password } = nodeRpcCredentials;
  const stop = new AbortController();
  const caller = new Caller(nodes, `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`, stop.signal);
  try {
    await until('the client calls', () => caller.calls > 2 * names.length);
    expect(caller.mostDown).toBe(0);
    const { main, compiled } = await builtProgram('host');
    const env = {
      ...{ PATH: process.env['PATH'] ?? '', NODE_COMPILE_CACHE: compiled },
      ...{ SATRAP_URL: host.controlPlane.url, SATRAP_API_KEY: host.controlPlane.personalKey },
    };
    const words = ['nodes', 'restart', '--all', '--yes', '--wait'];
    const { stdout, stderr } = await execa(process.execPath, [main, ...words], { env, extendEnv: false });
    expect(stdout).toBe(
      names
        .map((name) => `${name}: changed at its turn\n`)
        .join('')
        .trimEnd(),
    );
    expect(stderr).toContain('3 of 3 nodes changed, finished');
  } finally {
    stop.abort();
    await caller.ended();
  }
  expect([...caller.wereDown].toSorted()).toEqual([...names]);
  expect(caller.mostDown).toBe(1);
}, 180_000);
