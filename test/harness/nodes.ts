import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import type { TestControlPlane } from './control-plane.ts';
import { until } from './until.ts';

/** Fields that an earlier release has too: the upgrade tests use them. */
const fields = `id name desiredState revision status { phase reason containerId imageDigest appliedRevision endpoint { host rpcPort p2pPort } }
  metrics { height headers bestBlockHash peersInbound peersOutbound initialBlockDownload uptimeSeconds cpuPercent memoryMiB }`;

export const nodeOf = async (controlPlane: Pick<TestControlPlane, 'ask'>, id: string | undefined, shown = fields) =>
  (await controlPlane.ask(`query($id: ID!) { node(where: { id: $id }) { ${shown} } }`, { id })).node;

/** A look costs the control plane and its database a query; agents report each second. */
const lookEveryMs = 250;

export interface NodeView {
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

export interface EventView {
  id: string;
  kind: string;
  level: string;
  message: string;
  nodeName: string | null;
  data: Record<string, unknown>;
}

/** The nodes of one executor, driven through the API like a user. */
export class TestNodes {
  readonly #controlPlane: Pick<TestControlPlane, 'ask'>;
  readonly #executorId: string;

  constructor(controlPlane: Pick<TestControlPlane, 'ask'>, executorId: string) {
    this.#controlPlane = controlPlane;
    this.#executorId = executorId;
  }

  async #change(variables: object, types: string, call: string): Promise<NodeView> {
    const { changed } = await this.#controlPlane.ask(
      `mutation(${types}) { changed: ${call} { node { ${fields} } } }`,
      variables,
    );
    return changed.node;
  }

  create(name: string, data: object = {}): Promise<NodeView> {
    const defaults = { executorId: this.#executorId, network: 'regtest', resources: { memoryMiB: 512 } };
    const variables = { data: { name, ...defaults, ...data } };
    return this.#change(variables, '$data: NodeCreateInput!', 'createNode(data: $data)');
  }

  async run(name: string, data?: object, withinMs?: number): Promise<NodeView> {
    const { id } = await this.create(name, data);
    return this.untilPhase(id, 'running', withinMs);
  }

  update(id: string, data: object): Promise<NodeView> {
    return this.#change(
      { id, data },
      '$id: ID!, $data: NodeUpdateInput!',
      'updateNode(where: { id: $id }, data: $data)',
    );
  }

  act(id: string, action: 'start' | 'stop' | 'restart'): Promise<NodeView> {
    const call = 'requestNodeLifecycleAction(id: $id, action: $action)';
    return this.#change({ id, action }, '$id: ID!, $action: NodeLifecycleAction!', call);
  }

  reindex(id: string): Promise<unknown> {
    const mutation =
      'mutation($id: ID!) { startNodeOperation(where: { id: $id }, data: { reindex: {} }) { operation { id } } }';
    return this.#controlPlane.ask(mutation, { id });
  }

  async reindexState(id: string): Promise<string | null> {
    const node = await nodeOf(this.#controlPlane, id, 'operations { kind state }');
    const operations: { kind: string; state: string }[] = node?.operations ?? [];
    return operations.find(({ kind }) => kind === 'reindex')?.state ?? null;
  }

  async actFully(id: string, action: 'start' | 'stop' | 'restart', withinMs?: number): Promise<NodeView> {
    await this.act(id, action);
    return this.untilPhase(id, action === 'stop' ? 'stopped' : 'running', withinMs);
  }

  async remove(id: string, policy?: 'remove' | 'keep'): Promise<void> {
    await this.delete(id, policy);
    await this.untilGone(id);
  }

  /** Removes its data and all wallets, unless `policy` says otherwise. */
  async delete(id: string, policy: 'remove' | 'keep' = 'remove'): Promise<void> {
    if (policy === 'keep') {
      await this.#controlPlane.ask(
        'mutation($id: ID!) { deleteNode(where: { id: $id }, dataPolicy: keep) { node { id } } }',
        {
          id,
        },
      );
      return;
    }
    const node = await nodeOf(this.#controlPlane, id, 'name status { wallets }');
    await this.#controlPlane.ask(
      'mutation($id: ID!, $removal: NodeDataRemovalInput!) { deleteNode(where: { id: $id }, dataPolicy: remove, removal: $removal) { node { id } } }',
      { id, removal: { name: node?.name, wallets: node?.status.wallets ?? [] } },
    );
  }

  async get(id: string): Promise<NodeView | null> {
    return nodeOf(this.#controlPlane, id);
  }

  /** Waits until the node is in this phase and, unless it is failing, its latest revision is applied. */
  async untilPhase(id: string, phase: string, withinMs = 45_000): Promise<NodeView> {
    let node: NodeView | null = null;
    try {
      return await until(
        `the node is ${phase}`,
        async () => {
          node = await this.get(id);
          const isApplied = phase === 'failing' || node?.status.appliedRevision === node?.revision;
          return node?.status.phase === phase && isApplied && node;
        },
        withinMs,
        lookEveryMs,
      );
    } catch (error) {
      throw new Error(`${(error as Error).message}: ${JSON.stringify(node)}`);
    }
  }

  async untilGone(id: string): Promise<void> {
    await until('the node is gone', async () => (await this.get(id)) === null, 110_000, lookEveryMs);
  }

  /** Oldest first. Samples only when `kind` names them. */
  async events(nodeName: string, kind?: string): Promise<EventView[]> {
    const { events } = await this.#controlPlane.ask(
      `query($filter: EventFilterInput) { events(filter: $filter) { nodes { id kind level message nodeName data } } }`,
      { filter: { nodeName, take: 500, direction: 'newer', kind } },
    );
    return events.nodes;
  }

  async untilEvent(nodeName: string, kind: string, withinMs = 30_000): Promise<EventView> {
    return until(
      `${nodeName} has an event ${kind}`,
      async () => (await this.events(nodeName, kind))[0],
      withinMs,
      lookEveryMs,
    );
  }

  untilAnother(nodeName: string, kind: string, former: readonly EventView[]): Promise<EventView> {
    const known = new Set(former.map(({ id }) => id));
    return until(`${nodeName} has another event ${kind}`, async () =>
      (await this.events(nodeName, kind)).find(({ id }) => !known.has(id)),
    );
  }

  async rpc(id: string, method: string, params: unknown[] = []): Promise<unknown> {
    const { node, nodeRpcCredentials } = await this.#controlPlane.ask(
      'query($id: ID!) { nodeRpcCredentials { user password } node(where: { id: $id }) { status { endpoint { host rpcPort } } } }',
      { id },
    );
    const { user, password } = nodeRpcCredentials;
    const endpoint = node?.status.endpoint;
    const place = { host: endpoint?.host, port: endpoint?.rpcPort, auth: `${user}:${password}` };
    // `fetch` would keep the connection open, which delays the daemon's shutdown by seconds.
    const call = request({ ...place, method: 'POST', agent: false });
    call.end(JSON.stringify({ jsonrpc: '1.0', id: 1, method, params }));
    const [response] = (await once(call, 'response')) as [IncomingMessage];
    const body = await text(response);
    if (response.statusCode === 401) throw new Error('HTTP 401');
    const answer = JSON.parse(body) as { result: unknown; error: { message: string } | null };
    if (answer.error) throw new Error(answer.error.message);
    return answer.result;
  }

  async mine(id: string, blocks: number): Promise<string> {
    const hashes = (await this.rpc(id, 'generatetodescriptor', [blocks, 'raw(51)'])) as string[];
    return hashes.at(-1) ?? '';
  }
}
