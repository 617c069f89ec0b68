import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import type { TestControlPlane } from './control-plane.ts';
import { until } from './until.ts';

const fields = `id name desiredState revision status { phase reason containerId imageDigest appliedRevision endpoint { host rpcPort p2pPort } }
  metrics { height headers bestBlockHash peersInbound peersOutbound initialBlockDownload uptimeSeconds cpuPercent memoryMiB }`;

export interface SeenNode {
  id: string;
  name: string;
  desiredState: string;
  revision: number;
  status: {
    phase: string;
    reason: string | null;
    containerId: string | null;
    imageDigest: string | null;
    appliedRevision: number | null;
    endpoint: { host: string; rpcPort: number; p2pPort: number } | null;
  };
  metrics: { height: number; bestBlockHash: string; uptimeSeconds: number } | null;
}

export interface SeenEvent {
  id: string;
  kind: string;
  level: string;
  message: string;
  nodeName: string | null;
  // biome-ignore lint/suspicious/noExplicitAny: the shape belongs to the kind
  data: any;
}

/** The nodes of one executor, driven through the API as a person would. */
export class TestNodes {
  readonly #controlPlane: Pick<TestControlPlane, 'call'>;
  readonly #executorId: string;

  constructor(controlPlane: Pick<TestControlPlane, 'call'>, executorId: string) {
    this.#controlPlane = controlPlane;
    this.#executorId = executorId;
  }

  async create(name: string, data: object = {}): Promise<SeenNode> {
    const answer = await this.#controlPlane.call(
      `mutation($data: NodeCreateInput!) { createNode(data: $data) { ${fields} } }`,
      {
        data: { name, executorId: this.#executorId, network: 'regtest', resources: { memoryMiB: 512 }, ...data },
      },
    );
    if (answer.errors) throw new Error(JSON.stringify(answer.errors));
    return answer.data.createNode;
  }

  async update(id: string, data: object): Promise<SeenNode> {
    const answer = await this.#controlPlane.call(
      `mutation($id: ID!, $data: NodeUpdateInput!) { updateNode(where: { id: $id }, data: $data) { ${fields} } }`,
      { id, data },
    );
    if (answer.errors) throw new Error(JSON.stringify(answer.errors));
    return answer.data.updateNode;
  }

  async act(id: string, action: 'start' | 'stop' | 'restart'): Promise<SeenNode> {
    const answer = await this.#controlPlane.call(
      `mutation($id: ID!, $action: NodeLifecycleAction!) { requestNodeLifecycleAction(id: $id, action: $action) { ${fields} } }`,
      { id, action },
    );
    if (answer.errors) throw new Error(JSON.stringify(answer.errors));
    return answer.data.requestNodeLifecycleAction;
  }

  async delete(id: string, policy: 'remove' | 'keep' = 'remove'): Promise<void> {
    const answer = await this.#controlPlane.call(
      'mutation($id: ID!, $policy: NodeDataPolicy!) { deleteNode(where: { id: $id }, data: $policy) { id } }',
      { id, policy },
    );
    if (answer.errors) throw new Error(JSON.stringify(answer.errors));
  }

  async get(id: string): Promise<SeenNode | null> {
    return (await this.#controlPlane.call(`query($id: ID!) { node(where: { id: $id }) { ${fields} } }`, { id })).data
      .node;
  }

  /** Waits until the node is in this phase with its newest revision carried out. */
  async untilPhase(id: string, phase: string, withinMs = 45_000): Promise<SeenNode> {
    let seen: SeenNode | null = null;
    try {
      return await until(
        `the node is ${phase}`,
        async () => {
          seen = await this.get(id);
          return (
            seen?.status.phase === phase &&
            (phase === 'failing' || seen.status.appliedRevision === seen.revision) &&
            seen
          );
        },
        withinMs,
      );
    } catch (error) {
      throw new Error(`${(error as Error).message}: ${JSON.stringify(seen)}`);
    }
  }

  async untilGone(id: string): Promise<void> {
    await until('the node is gone', async () => (await this.get(id)) === null);
  }

  /** Oldest first; without samples unless asked for. */
  async events(nodeName: string, kind?: string): Promise<SeenEvent[]> {
    const { data } = await this.#controlPlane.call(
      `query($filter: EventFilterInput) { events(filter: $filter) { nodes { id kind level message nodeName data } } }`,
      { filter: { nodeName, take: 500, direction: 'newer', kind: kind ?? null } },
    );
    return data.events.nodes;
  }

  async untilEvent(nodeName: string, kind: string, withinMs = 30_000): Promise<SeenEvent> {
    return until(
      `there is an event ${kind}`,
      async () => (await this.events(nodeName)).find((event) => event.kind === kind),
      withinMs,
    );
  }

  async rpc(id: string, method: string, params: unknown[] = []): Promise<unknown> {
    const { data } = await this.#controlPlane.call('{ nodeRpcCredentials { user password } }');
    const { user, password } = data.nodeRpcCredentials;
    const endpoint = (await this.get(id))?.status.endpoint;
    // Not fetch: it keeps the connection open, and an open connection keeps the daemon from ending for seconds.
    const sent = request({
      host: endpoint?.host,
      port: endpoint?.rpcPort,
      method: 'POST',
      agent: false,
      auth: `${user}:${password}`,
    });
    sent.end(JSON.stringify({ jsonrpc: '1.0', id: 1, method, params }));
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    const body = await text(response);
    if (response.statusCode === 401) throw new Error('HTTP 401');
    const answer = JSON.parse(body) as { result: unknown; error: { message: string } | null };
    if (answer.error) throw new Error(answer.error.message);
    return answer.result;
  }

  /** Makes blocks and returns the hash of the last one. */
  async mine(id: string, blocks: number): Promise<string> {
    const hashes = (await this.rpc(id, 'generatetodescriptor', [blocks, 'raw(51)'])) as string[];
    return hashes.at(-1) ?? '';
  }
}
