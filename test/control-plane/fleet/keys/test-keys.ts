import { randomUUID } from 'node:crypto';
import type { TestControlPlane } from '../../../harness/control-plane.ts';
import { sharedReplica } from '../../../harness/shared-control-plane.ts';
import { until } from '../../../harness/until.ts';

/** Creates keys, and shows how the control plane and a second replica answer to them. */
export function testKeys(controlPlane: TestControlPlane) {
  const replica = sharedReplica(controlPlane);
  const create = (input: object, key = controlPlane.personalKey) =>
    controlPlane.call(
      'mutation($input: ApiKeyCreateInput!) { createApiKey(data: $input) { secret apiKey { id usage { executorName executor { id } } } } }',
      { input: { name: 'limits', ...input } },
      key,
    );
  async function newKey(input: object = {}): Promise<{ name: string; id: string; secret: string }> {
    const name = randomUUID();
    const { createApiKey } = (await create({ purpose: 'personal', name, ...input })).data;
    return { name, id: createApiKey.apiKey.id, secret: createApiKey.secret };
  }
  /** How both replicas answer a request with the key. */
  const statuses = async (secret: string) => [
    (await controlPlane.call('{ viewer { purpose } executors { id } }', {}, secret)).status,
    (await replica.call('{ viewer { purpose } executors { id } }', {}, secret)).status,
  ];
  const untilRefused = (secret: string) =>
    until('both refuse it', async () => (await statuses(secret)).every((status) => status === 401));
  return { create, newKey, statuses, untilRefused };
}
