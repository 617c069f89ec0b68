import { serveControlPlane } from '../../src/control-plane/serve.ts';
import { quiet, type TestControlPlane } from './control-plane.ts';
import { freePort } from './free-port.ts';
import { post } from './graphql.ts';

export type Replica = Awaited<ReturnType<typeof startReplica>>;

/** Another server of the same control plane on the same database, within this process. */
export async function startReplica(
  controlPlane: TestControlPlane,
  settings: Partial<TestControlPlane['settings']> = {},
) {
  const port = settings.port ?? (await freePort());
  const { url, close } = await serveControlPlane({ ...controlPlane.settings, ...settings, port }, quiet);
  const call = (query: string, variables: object = {}, key = controlPlane.personalKey) =>
    post(url, { authorization: `Bearer ${key}` }, query, variables);
  return { url, call, close };
}
