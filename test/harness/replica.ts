import { serveControlPlane } from '../../src/control-plane/serve.ts';
import { quiet, type TestControlPlane } from './control-plane.ts';
import { freePort } from './free-port.ts';
import { type GraphqlAnswer, post } from './graphql.ts';

/** Another server of the same control plane on the same database, within this process. */
export interface Replica {
  url: string;
  call(query: string, variables?: object, key?: string): Promise<GraphqlAnswer>;
  close(): Promise<void>;
}

export async function startReplica(
  controlPlane: TestControlPlane,
  settings: Partial<TestControlPlane['settings']> = {},
): Promise<Replica> {
  const port = await freePort();
  const { url, close } = await serveControlPlane({ ...controlPlane.settings, ...settings, port }, quiet);
  const call = (query: string, variables: object = {}, key = controlPlane.personalKey) =>
    post(url, { authorization: `Bearer ${key}` }, query, variables);
  return { url, call, close };
}
