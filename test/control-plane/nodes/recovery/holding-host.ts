import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { HeldNodeInput } from '../../../../src/contract/types.generated.ts';
import { TestExecutor } from '../../../harness/executor.ts';
import { heldNode } from '../../../harness/held-node.ts';
import type { Inhabited } from '../../../harness/inhabited.ts';

const createToken = 'mutation($input: EnrolmentTokenCreateInput!) { createEnrolmentToken(data: $input) { token } }';
const enrolDocument = 'mutation($input: EnrolExecutorInput!) { enrolExecutor(data: $input) { secret } }';
const syncDocument = `mutation($input: SyncExecutorInput!) { syncExecutor(input: $input) {
  executorId revision observedRevision recovery requests { nodeId kind }
  nodes { id name revision network client clientVersion tor { mode proxy onionAddress } nodeType
    resources { cpuCores memoryMiB diskGiB } overrides { key value }
    rpcAuth formerRpcAuth desiredState restartCounter dataPolicy removableWallets dataRoot revertFailedChange
    operations { id kind params { reindex { chainstateOnly height } move { from to } seed { from name } } hasStarted } } } }`;
const offersDocument = `{ executorOffers { offeredAt executor { id name status recovery cordon { reason } }
  nodes { id name newName problem network clientVersion nodeType desiredState height sizeBytes overrides { key value } } } }`;
export const recoverDocument = `mutation($id: ID!, $offeredAt: DateTime!) {
  recoverExecutor(where: { id: $id }, offeredAt: $offeredAt) { executor { id name recovery cordon { by } } } }`;

/** An agent that holds nodes of a lost control plane. */
export class HoldingHost {
  readonly executorId: string;
  readonly #controlPlane: Inhabited['controlPlane'];
  readonly agent: TestExecutor;
  readonly nodes: HeldNodeInput[];

  constructor(
    controlPlane: Inhabited['controlPlane'],
    key: string,
    { name, executorId, nodes }: { name: string; executorId: string; nodes: HeldNodeInput[] },
  ) {
    this.#controlPlane = controlPlane;
    this.agent = new TestExecutor(controlPlane, key, name);
    this.executorId = executorId;
    this.nodes = nodes;
  }

  async sync({ sendsNodes = false, ...more }: { sendsNodes?: boolean; [field: string]: unknown } = {}) {
    const held = { executorId: this.executorId, nodes: sendsNodes ? this.nodes : null };
    const { variables } = JSON.parse(this.agent.syncBody({ knownRevision: 41, held, ...more }));
    return this.#controlPlane.call(syncDocument, variables, this.agent.key);
  }
}

/** What people and agents do in a recovery; by default, those of the first organization. */
export function recoveryOf({ controlPlane }: Pick<Inhabited, 'controlPlane'>, ownerKey?: () => string) {
  const newToken = async (input: object = { recovers: true }, key = ownerKey?.()): Promise<string> =>
    (await controlPlane.ask(createToken, { input }, key)).createEnrolmentToken.token;
  const enrol = (token: string, name: string, executorId: string | null = null, currentKey: string | null = null) =>
    controlPlane.call(
      enrolDocument,
      { input: { token, name, instanceId: randomUUID(), executorId, currentKey } },
      null,
    );
  const offers = async (key = ownerKey?.()) => (await controlPlane.ask(offersDocument, {}, key)).executorOffers;
  /** Confirms the offer unchanged. */
  const recover = async (id: string) => {
    const offer = (await offers()).find(({ executor }: { executor: { id: string } }) => executor.id === id);
    const offeredAt = offer?.offeredAt ?? new Date().toISOString();
    return controlPlane.call(recoverDocument, { id, offeredAt }, ownerKey?.());
  };
  /** A host that has joined and, as an agent does, sent its nodes once they were requested. */
  const offering = async (
    name: string,
    nodes = [heldNode({ name: `${name}-node` })],
    executorId: string = randomUUID(),
  ): Promise<HoldingHost> => {
    const key = (await enrol(await newToken(), name, executorId)).data.enrolExecutor.secret;
    const host = new HoldingHost(controlPlane, key, { name, executorId, nodes });
    expect((await host.sync()).data.syncExecutor).toMatchObject({ executorId, recovery: 'wanted' });
    expect((await host.sync({ sendsNodes: true })).data.syncExecutor.recovery).toBe('offered');
    return host;
  };
  return { newToken, enrol, offers, recover, offering };
}
