import { afterAll, beforeAll, expect, test } from 'vitest';
import { codeOf, type Inhabited, startInhabited } from '../../../harness/inhabited.ts';
import { until } from '../../../harness/until.ts';

const rotationFields =
  'stage stopped requestedBy formerValidUntil endedAt currentNodeName moved skipped { name reason }';
let inhabited: Inhabited;
/** The nodes by name. */
const ids = new Map<string, string>();

beforeAll(async () => {
  inhabited = await startInhabited();
  for (const name of ['alpha', 'beta']) ids.set(name, await inhabited.newNode({ name }));
  ids.set('idle', await inhabited.newNode({ name: 'idle', desiredState: 'stopped' }));
});
afterAll(() => inhabited?.controlPlane.destroy());

const rotate = (minutes = 0) =>
  inhabited.controlPlane.call(
    `mutation($minutes: Int) { rotateRpcCredentials(formerValidForMinutes: $minutes) { ${rotationFields} } }`,
    { minutes },
  );
const rotation = async () =>
  (await inhabited.controlPlane.ask(`{ rpcCredentialRotation { ${rotationFields} } }`)).rpcCredentialRotation;
const password = async (): Promise<string> =>
  (await inhabited.controlPlane.ask('{ nodeRpcCredentials { password } }')).nodeRpcCredentials.password;

interface Delivered {
  id: string;
  name: string;
  revision: number;
  rpcAuth: string;
  formerRpcAuth: string | null;
}

/** What the agent receives for each node, by name. */
async function delivered(): Promise<Record<string, Delivered>> {
  const document = `mutation($input: SyncExecutorInput!) { syncExecutor(input: $input) {
    nodes { id name revision rpcAuth formerRpcAuth } } }`;
  const { variables } = JSON.parse(inhabited.host.syncBody({ nodes: observed, knownRevision: null }));
  const { data } = await inhabited.controlPlane.call(document, variables, inhabited.executorKey);
  return Object.fromEntries(data.syncExecutor.nodes.map((node: Delivered) => [node.name, node]));
}

let observed: object[] = [];
/** The agent reports that these nodes run at these revisions, or the state in `more`. */
async function report(revisions: Record<string, number>, more: object = {}): Promise<void> {
  observed = Object.entries(revisions).map(([name, appliedRevision]) => ({
    ...{ id: ids.get(name), phase: 'running', since: '2026-01-01T00:00:00.000Z', appliedRevision },
    ...more,
  }));
  await delivered();
}
const untilCurrent = (name: string) =>
  until(`${name} is restarted`, async () => (await rotation()).currentNodeName === name);

test('both pairs are valid while one node after the other is restarted, and the shown password opens every node at every moment', async () => {
  await report({ alpha: 1, beta: 1 });
  expect(codeOf(await rotate(-1))).toBe('invalid_input');
  const first = await password();
  const former = (await delivered())['alpha']?.rpcAuth;
  expect((await rotate()).data.rotateRpcCredentials).toMatchObject({ stage: 'adding', stopped: null });
  expect(codeOf(await rotate())).toBe('action_already_pending');

  await untilCurrent('alpha');
  let told = await delivered();
  expect(told['alpha']).toMatchObject({ revision: 2, formerRpcAuth: former });
  expect(told['alpha']?.rpcAuth).not.toBe(former);
  // A stopped node accepts the pairs after its next start; the next one waits its turn.
  expect(told['idle']).toMatchObject({ rpcAuth: told['alpha']?.rpcAuth, formerRpcAuth: former });
  expect(told['beta']).toMatchObject({ revision: 1, rpcAuth: former, formerRpcAuth: null });
  expect(await password()).toBe(first);
  expect((await rotation()).skipped).toEqual([{ name: 'idle', reason: 'it is stopped' }]);

  await report({ alpha: 2, beta: 1 });
  await untilCurrent('beta');
  expect(await password()).toBe(first);
  await report({ alpha: 2, beta: 2 });
  // No overlap was requested.
  await untilCurrent('alpha');
  const second = await password();
  expect(second).not.toBe(first);
  told = await delivered();
  expect(told['alpha']).toMatchObject({ revision: 3, formerRpcAuth: null });
  expect(told['beta']).toMatchObject({ revision: 2, rpcAuth: told['alpha']?.rpcAuth, formerRpcAuth: former });
  await report({ alpha: 3, beta: 2 });
  await untilCurrent('beta');
  await report({ alpha: 3, beta: 3 });
  await until('the rotation has ended', async () => (await rotation()).stage === 'done');
  expect(await rotation()).toMatchObject({ moved: 2, currentNodeName: null, endedAt: expect.any(String) });
  expect(await password()).toBe(second);
  const kinds = (
    await inhabited.controlPlane.ask('{ events(filter: { take: 50 }) { nodes { kind } } }')
  ).events.nodes.map(({ kind }: { kind: string }) => kind);
  for (const kind of ['rotation-begun', 'rotated', 'rotation-ended'])
    expect(kinds).toContain(`rpc-credentials.${kind}`);
});

test('a rotation stops at a node that fails, leaves the others as they are, and goes on when it is asked for again', async () => {
  const before = await password();
  const { alpha, beta } = await delivered();
  await report({ alpha: alpha?.revision ?? 0, beta: beta?.revision ?? 0 });
  await rotate();
  await untilCurrent('alpha');
  await report({ alpha: (alpha?.revision ?? 0) + 1 }, { phase: 'failing', reason: 'no disk' });
  await until('it stopped', async () => (await rotation()).stopped !== null);
  expect((await rotation()).stopped).toContain('alpha fails after its restart: no disk');
  expect((await delivered())['beta']?.revision).toBe(beta?.revision);
  expect(await password()).toBe(before);
  await report({ alpha: (alpha?.revision ?? 0) + 1, beta: beta?.revision ?? 0 });
  expect((await rotate()).data.rotateRpcCredentials).toMatchObject({ stopped: null });
  await untilCurrent('beta');
});
