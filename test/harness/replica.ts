import { serveControlPlane } from '../../src/control-plane/serve.ts';
import { type GraphqlAnswer, quiet, type TestControlPlane } from './control-plane.ts';
import { freePort } from './free-port.ts';
import { post } from './post.ts';

/** Another server of the same control plane on the same database, within this process. */
export interface Replica {
  url: string;
  call(query: string, variables?: object, key?: string): Promise<GraphqlAnswer>;
  close(): Promise<void>;
}

/** Serves another replica of a control plane. */
export async function startReplica(
  controlPlane: TestControlPlane,
  settings: Partial<TestControlPlane['settings']> = {},
): Promise<Replica> {
  const port = await freePort();
  const { url, close } = await serveControlPlane({ ...controlPlane.settings, ...settings, port }, quiet);
  const call = async (query: string, variables: object = {}, key = controlPlane.personalKey) => {
    const response = await post(url, { query, variables }, { key });
    return { status: response.status, ...((await response.json()) as object) } as GraphqlAnswer;
  };
  return { url, call, close };
}
