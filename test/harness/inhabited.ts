import { type GraphqlAnswer, TestControlPlane, type TestControlPlaneOptions } from './control-plane.ts';
import { TestExecutor } from './executor.ts';
import { makeOrganization } from './organization.ts';

/** A control plane with a reporting executor, and a second organization. */
export interface Inhabited {
  controlPlane: TestControlPlane;
  executorKey: string;
  host: TestExecutor;
  executorId: string;
  stranger: { personalKey: string; executorKey: string; memberKey: string };
  /** Requests a node on regtest on the executor; `data` overrides the defaults. */
  createNode(data: object, key?: string): Promise<GraphqlAnswer>;
  /** Makes a node on regtest on the executor and returns its id. */
  newNode(data: { name: string; [field: string]: unknown }): Promise<string>;
}

/** By default, the executor stays online for minutes without another heartbeat. */
export const startInhabited = async (options: TestControlPlaneOptions = {}): Promise<Inhabited> =>
  inhabit(await TestControlPlane.start({ heartbeatSeconds: 60, ...options }));

export async function inhabit(controlPlane: TestControlPlane): Promise<Inhabited> {
  const executorKey = await controlPlane.key('executor', 'host');
  const stranger = await makeOrganization(controlPlane, 'Strangers');
  const host = new TestExecutor(controlPlane, executorKey, 'host-1');
  const { executorId } = (await host.sync()).data.syncExecutor;
  const createNode = (data: object, key?: string) =>
    controlPlane.call(
      'mutation($data: NodeCreateInput!) { createNode(data: $data) { id name clientVersion revision desiredState resources { cpuCores memoryMiB diskGiB } status { phase } } }',
      { data: { executorId, network: 'regtest', ...data } },
      key,
    );
  const newNode = async (data: object) => {
    const answer = await createNode(data);
    if (answer.errors) throw new Error(JSON.stringify(answer.errors));
    return answer.data.createNode.id;
  };
  return { controlPlane, executorKey, host, executorId, stranger, createNode, newNode };
}

/** The code of an answer's first error. */
export const codeOf = ({ errors }: Pick<GraphqlAnswer, 'errors'>): string | undefined => errors?.[0]?.extensions?.code;
