import { networkFacts } from '../../../bitcoin/network.ts';
import type { ExecutorRowFragment, GetNodeQuery } from '../../../contract/operations.generated.ts';
import type { AgentRequestInput, Network, NodeLifecycleAction } from '../../../contract/types.generated.ts';
import { authorityOf } from '../../../text/authority.ts';
import { poll } from '../../../timing/poll.ts';
import type { Api } from '../../api.ts';
import { CommandError } from '../../command-error.ts';

/** What an executor did against the guide. The message completes "NAME …". */
export class Nonconformity extends Error {}

/** Returns whether a call failed for now, through no fault of the executor. */
export const isTransient = (error: unknown): error is CommandError =>
  error instanceof CommandError && error.fields.retryable === true;

export type CheckedNode = NonNullable<GetNodeQuery['node']>;

export interface Trial {
  api: Api;
  executor: ExecutorRowFragment;
  /** Of the node. */
  name: string;
  network: Network;
  clientVersion: string;
  /** How long one check waits. */
  timeoutSeconds: number;
}

/** A node on the executor that is checked, through the API and its own RPC endpoint. Its methods throw Nonconformity. */
export class TrialNode {
  readonly trial: Trial;
  readonly chain: string;
  /** Empty before the node is created. */
  #id = '';

  constructor(trial: Trial) {
    this.trial = trial;
    this.chain = networkFacts(trial.network).chain;
  }

  get isCreated(): boolean {
    return this.#id !== '';
  }

  async create(): Promise<void> {
    const { api, executor, name, network, clientVersion } = this.trial;
    const data = {
      ...{ executorId: executor.id, name, network, clientVersion, nodeType: executor.capabilities.nodeTypes[0] },
      resources: { cpuCores: 0.5, memoryMiB: 1024, diskGiB: 2 },
      // The trial needs no chain, so the daemon dials nobody.
      overrides: [{ key: 'connect', value: '0' }],
    };
    this.#id = (await api.call('CreateNode', { data })).createNode.node.id;
  }

  /** Waits until the node is reported as desired, with its latest revision. */
  async isReported(what: string, isReached: (node: CheckedNode) => boolean): Promise<void> {
    const { api } = this.trial;
    let last: CheckedNode | null = null;
    const isFound = await this.until(async () => {
      last = (await api.call('GetNode', { id: this.#id })).node;
      return last !== null && last.status.appliedRevision === last.revision && isReached(last);
    });
    if (!isFound) throw new Nonconformity(`did not report ${what}; last report: ${describe(last)}`);
  }

  async executorNow(): Promise<ExecutorRowFragment> {
    const { api, executor } = this.trial;
    const { executor: now } = await api.call('GetExecutor', { id: executor.id });
    if (now === null) throw new Nonconformity('was deleted during the check');
    return now;
  }

  async update(overrides: { key: string; value: string }[]): Promise<void> {
    const { api } = this.trial;
    await api.call('UpdateNode', { id: this.#id, data: { overrides } });
  }

  async act(action: NodeLifecycleAction): Promise<void> {
    const { api } = this.trial;
    await api.call('RequestLifecycleAction', { id: this.#id, action });
  }

  /** Deletes the node and its data, and waits until the executor has reported that. */
  async delete(): Promise<void> {
    const { api, name } = this.trial;
    await api.call('DeleteNode', { id: this.#id, removal: { name, wallets: [] } });
    const isGone = await this.until(async () => (await api.call('GetNode', { id: this.#id })).node === null);
    if (!isGone)
      throw new Nonconformity(`did not report the node as deleted; ${name} stays in the inventory until it does`);
  }

  async hasEvent(): Promise<boolean> {
    const { api, name } = this.trial;
    const { events } = await api.call('ListEvents', { filter: { nodeName: name, take: 100 } });
    return events.nodes.some(({ kind }) => kind === 'node.started');
  }

  async answer(data: AgentRequestInput): Promise<void> {
    const { api } = this.trial;
    const { openAgentRequest } = await api.call('OpenAgentRequest', { nodeId: this.#id, data });
    const closed = await this.until(async () => {
      const { agentRequest } = await api.call('GetAgentRequest', openAgentRequest.request);
      return agentRequest !== null && agentRequest.status !== 'pending' && agentRequest;
    });
    if (closed?.status !== 'done')
      throw new Nonconformity(`did not answer the request: ${closed?.error ?? 'it expired'}`);
  }

  async isExplained(): Promise<boolean> {
    const { api } = this.trial;
    const { explainNode } = await api.call('ExplainNode', { id: this.#id });
    return explainNode?.isCurrent === true;
  }

  /** Waits until the daemon's answer is as it should be. */
  async rpcAnswers(method: string, what: string, isRight: (result: unknown) => boolean): Promise<void> {
    let last = 'nothing answered at its endpoint';
    const isFound = await this.until(async () => {
      const answer = await this.rpc(method);
      if (answer === null) return false;
      last = answer.status === 200 ? `${method} shows another state` : `${method} got HTTP ${answer.status}`;
      return answer.status === 200 && isRight(answer.result);
    });
    if (!isFound) throw new Nonconformity(`${what}: ${last}`);
  }

  /** Throws the last answer of a control plane that was unavailable at the end. */
  async until<T>(probe: () => Promise<T | false>): Promise<T | undefined> {
    const { timeoutSeconds } = this.trial;
    let failure: CommandError | undefined;
    const attempt = async () => {
      failure = undefined;
      return probe().catch((error: unknown) => {
        if (!isTransient(error)) throw error;
        failure = error;
        return false as const;
      });
    };
    const found = await poll<T>(attempt, { withinMs: timeoutSeconds * 1000, everyMs: 500 });
    if (found === undefined && failure !== undefined) throw failure;
    return found;
  }

  /** Calls the daemon at the reported endpoint. `password`: the platform's by default. Returns null if nothing answers. */
  async rpc(method: string, password?: string): Promise<{ status: number; result: unknown } | null> {
    const { api, name } = this.trial;
    const { node } = await api.call('GetNode', { id: this.#id });
    const endpoint = node?.status.endpoint;
    if (!endpoint) throw new Nonconformity('reported no endpoint');
    const { nodeRpcCredentials: pair } = await api.call('GetRpcCredentials', {});
    if (pair === null) throw new Nonconformity('could not be checked: only owners and admins see the RPC credentials');
    try {
      const response = await fetch(`http://${authorityOf(endpoint.host, endpoint.rpcPort)}/`, {
        method: 'POST',
        headers: { authorization: `Basic ${btoa(`${pair.user}:${password ?? pair.password}`)}` },
        body: JSON.stringify({ jsonrpc: '1.0', id: name, method, params: [] }),
        signal: AbortSignal.timeout(5000),
      });
      const text = await response.text();
      return { status: response.status, result: response.ok ? JSON.parse(text).result : null };
    } catch {
      return null;
    }
  }
}

const describe = (node: CheckedNode | null): string =>
  node === null
    ? 'none'
    : `phase ${node.status.phase}, revision ${node.status.appliedRevision ?? 'none'} of ${node.revision}${node.status.reason ? `: ${node.status.reason}` : ''}`;
