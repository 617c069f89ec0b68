import { randomUUID } from 'node:crypto';
import type { GraphqlAnswer, TestControlPlane } from './control-plane.ts';
import type { ParsedJson } from './parsed-json.ts';

const syncDocument = `mutation($input: SyncExecutorInput!) { syncExecutor(input: $input) {
  executorId revision observedRevision heartbeatIntervalSeconds rotateKeyAt
  upgrade { requestId targetVersion channel deadline artifact { platform url sizeBytes sha256 signature } image { name digest } }
  requests { id nodeId kind args { log { tail from to } followLog { tail from nextChunk position } rpc { method params } chain { heights } } }
  nodes { id name revision network clientVersion nodeType resources { cpuCores memoryMiB diskGiB } overrides { key value } rpcAuth formerRpcAuth desiredState restartCounter dataPolicy } } }`;

const answerDocument = 'mutation($input: AgentAnswerInput!) { answerAgentRequest(data: $input) { isTaken isOpen } }';

const reportDocument = `mutation($input: [RuntimeEventInput!]!) { reportRuntimeEvents(input: $input) { accepted rejected { id reason } } }`;

/** The body of the request for an executor's stream of nudges: one document for all, as agents send it. */
export const nudgesBody = (name: string, revision: number | null = null): string =>
  JSON.stringify({
    query:
      'subscription($name: String!, $revision: Int) { executorNudges(name: $name, knownRevision: $revision) { at } }',
    variables: { name, revision },
  });

export interface AskedRequest {
  id: string;
  nodeId: string;
  kind: string;
  args: ParsedJson;
}

/** Talks to a control plane like an agent, for tests that need no agent. */
export class TestExecutor {
  readonly name: string;
  readonly #controlPlane: Pick<TestControlPlane, 'call'>;
  readonly key: string;
  readonly instanceId: string;

  constructor(
    controlPlane: Pick<TestControlPlane, 'call'>,
    key: string,
    name: string,
    instanceId: string = randomUUID(),
  ) {
    this.#controlPlane = controlPlane;
    this.key = key;
    this.name = name;
    this.instanceId = instanceId;
  }

  /** Creates a key bound to an executor of this name. */
  static async withKey(controlPlane: TestControlPlane, name: string): Promise<TestExecutor> {
    return new TestExecutor(controlPlane, await controlPlane.key('executor', name), name);
  }

  sync(input: object = {}): Promise<GraphqlAnswer> {
    return this.#send(this.#sync(input));
  }

  /** The desired nodes in the next heartbeat, with these fields. */
  async desired(fields: string, input: object = {}): Promise<ParsedJson[]> {
    const query = `mutation($input: SyncExecutorInput!) { syncExecutor(input: $input) { nodes { ${fields} } } }`;
    return (await this.#controlPlane.call(query, this.#sync(input).variables, this.key)).data.syncExecutor.nodes;
  }

  /** The requests of people in the next heartbeat. */
  async requests(): Promise<AskedRequest[]> {
    return (await this.sync()).data.syncExecutor.requests;
  }

  /** Answers a request, with another executor's key where one is given. */
  answer(id: string, answer: object, key = this.key): Promise<GraphqlAnswer> {
    return this.#controlPlane.call(answerDocument, { input: { id, ...answer } }, key);
  }

  /** A heartbeat that names the last full report. */
  repeat(observedRevision: string | null, more: object = {}): Promise<GraphqlAnswer> {
    return this.#send(this.#repeat(observedRevision, more));
  }

  /** The bodies of such a heartbeat's request, of a full one's, and of a report's. */
  repeatBody(observedRevision: string, more: object = {}): string {
    return JSON.stringify(this.#repeat(observedRevision, more));
  }

  syncBody(input: object = {}): string {
    return JSON.stringify(this.#sync(input));
  }

  reportBody(input: object[]): string {
    return JSON.stringify({ query: reportDocument, variables: { input } });
  }

  #send({ query, variables }: { query: string; variables: object }): Promise<GraphqlAnswer> {
    return this.#controlPlane.call(query, variables, this.key);
  }

  #repeat(observedRevision: string | null, more: object) {
    const { name, instanceId } = this;
    return { query: syncDocument, variables: { input: { name, instanceId, observedRevision, ...more } } };
  }

  #sync(input: object) {
    const amount = (total: number) => ({ total, usedByNodes: 0, free: total });
    const { name, instanceId } = this;
    const client = (version: string) => ({ client: 'bitcoind', version, image: `example/bitcoin:${version}` });
    const defaults = {
      ...{ name, kind: 'docker', version: '1.0.0', channel: 'stable', instanceId },
      capabilities: {
        ...{ clients: ['28.1', '28.0'].map(client), networks: ['signet', 'regtest'], nodeTypes: ['full', 'pruned'] },
      },
      resources: { cpuCores: amount(8), memoryMiB: amount(131_072), diskGiB: amount(1953) },
      ...{ knownRevision: null, nodes: [], orphans: [] },
    };
    return { query: syncDocument, variables: { input: { ...defaults, ...input } } };
  }

  event(more: object = {}) {
    return {
      ...{ id: randomUUID(), executorName: this.name, at: new Date().toISOString(), level: 'info' },
      ...{ kind: 'node.started', nodeId: null, message: 'something happened' },
      ...more,
    };
  }

  report(input: object[]): Promise<GraphqlAnswer> {
    return this.#controlPlane.call(reportDocument, { input }, this.key);
  }
}
