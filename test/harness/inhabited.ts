import { type GraphqlAnswer, TestControlPlane, type TestControlPlaneOptions } from './control-plane.ts';
import { TestExecutor } from './executor.ts';
import { dataOf } from './graphql.ts';
import { makeOrganization } from './organization.ts';

export type Host = Awaited<ReturnType<typeof addHost>>;

/** A control plane with a reporting executor, and a second organization. */
export interface Inhabited extends Host {
  controlPlane: TestControlPlane;
  stranger: { personalKey: string; executorKey: string; memberKey: string };
}

/** By default, the executor stays online for minutes without another heartbeat. */
export const startInhabited = async (options: TestControlPlaneOptions = {}): Promise<Inhabited> =>
  inhabit(await TestControlPlane.start({ heartbeatSeconds: 60, ...options }));

export async function inhabit(controlPlane: TestControlPlane): Promise<Inhabited> {
  const host = await addHost(controlPlane);
  return { controlPlane, ...host, stranger: await makeOrganization(controlPlane, 'Strangers') };
}

export async function addHost(controlPlane: TestControlPlane) {
  const executorKey = await controlPlane.key('executor', 'host');
  const host = new TestExecutor(controlPlane, executorKey, 'host-1');
  const executorId: string = (await host.sync()).data.syncExecutor.executorId;
  /** Requests a node on regtest on the executor; `data` overrides the defaults. */
  const createNode = (data: object, key?: string) =>
    controlPlane.call(
      'mutation($data: NodeCreateInput!) { createNode(data: $data) { node { id name clientVersion revision desiredState resources { cpuCores memoryMiB diskGiB } status { phase } } } }',
      { data: { executorId, network: 'regtest', ...data } },
      key,
    );
  const newNode = async (data: { name: string; [field: string]: unknown }): Promise<string> =>
    dataOf(await createNode(data)).createNode.node.id;
  return { executorKey, host, executorId, createNode, newNode };
}

export const codeOf = ({ errors }: Pick<GraphqlAnswer, 'errors'>): string | undefined => errors?.[0]?.extensions?.code;
