import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { TestExecutor } from '../../../harness/executor.ts';
import { heldNode } from '../../../harness/held-node.ts';
import type { Inhabited } from '../../../harness/inhabited.ts';

export const createToken = `mutation($input: EnrolmentTokenCreateInput!) {
  createEnrolmentToken(input: $input) { token enrolmentToken { id status recovers } } }`;
const enrolDocument = 'mutation($input: EnrolExecutorInput!) { enrolExecutor(input: $input) { secret } }';
const syncDocument = `mutation($input: SyncExecutorInput!) { syncExecutor(input: $input) {
  executorId revision observedRevision recovery
  nodes { id name revision network client clientVersion nodeType resources { cpuCores memoryMiB diskGiB } overrides { key value }
    rpcAuth formerRpcAuth desiredState restartCounter dataPolicy removableWallets dataRoot revertFailedChange
    operations { id kind params hasStarted } } } }`;
const offersDocument = `{ executorOffers { offeredAt executor { id name status recovery cordon { reason } }
  nodes { id name newName problem network clientVersion nodeType desiredState height sizeBytes overrides { key value } } } }`;
export const recoverDocument = `mutation($id: ID!, $offeredAt: DateTime!) {
  recoverExecutor(where: { id: $id }, offeredAt: $offeredAt) { id name recovery cordon { by } } }`;

/** An agent that holds nodes of a lost control plane. */
class HoldingHost {
  readonly executorId = randomUUID() as string;
  readonly #controlPlane: Inhabited['controlPlane'];
  readonly #executor: TestExecutor;
  readonly nodes: ReturnType<typeof heldNode>[];

  constructor(controlPlane: Inhabited['controlPlane'], key: string, name: string, nodes: HoldingHost['nodes']) {
    this.#controlPlane = controlPlane;
    this.#executor = new TestExecutor(controlPlane, key, name);
    this.nodes = nodes;
  }

  async sync({ sendsNodes = false, ...more }: { sendsNodes?: boolean; [field: string]: unknown } = {}) {
    const { executorId, nodes } = this;
    const body = JSON.parse(
      this.#executor.syncBody({ knownRevision: 41, held: { executorId, nodes: sendsNodes ? nodes : null }, ...more }),
    );
    return this.#controlPlane.call(syncDocument, body.variables, this.#executor.key);
  }

  /** As an agent does: it sends the nodes once requested. */
  async offer(): Promise<void> {
    expect((await this.sync()).data.syncExecutor).toMatchObject({ executorId: this.executorId, recovery: 'wanted' });
    expect((await this.sync({ sendsNodes: true })).data.syncExecutor.recovery).toBe('offered');
  }
}

/** What people and agents do in a recovery. */
export function recoveryOf(inhabited: () => Inhabited) {
  const newToken = async (input: object = { recovers: true }): Promise<string> =>
    (await inhabited().controlPlane.ask(createToken, { input })).createEnrolmentToken.token;
  const enrol = (token: string, name: string, executorId: string | null = null) =>
    inhabited().controlPlane.call(
      enrolDocument,
      { input: { token, name, instanceId: randomUUID(), executorId } },
      null,
    );
  const offers = async (key?: string) => (await inhabited().controlPlane.ask(offersDocument, {}, key)).executorOffers;
  /** Confirms the offer unchanged. */
  const recover = async (id: string, key?: string) => {
    const offer = (await offers()).find(({ executor }: { executor: { id: string } }) => executor.id === id);
    const offeredAt = offer?.offeredAt ?? new Date().toISOString();
    return inhabited().controlPlane.call(recoverDocument, { id, offeredAt }, key);
  };
  const join = async (name: string, nodes = [heldNode({ name: `${name}-node` })]): Promise<HoldingHost> => {
    const key = (await enrol(await newToken(), name, randomUUID())).data.enrolExecutor.secret;
    return new HoldingHost(inhabited().controlPlane, key, name, nodes);
  };
  return { newToken, enrol, offers, recover, join };
}
