import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { TestControlPlane } from '../../harness/control-plane.ts';
import { dataOf, type GraphqlAnswer, post } from '../../harness/graphql.ts';
import { addHost } from '../../harness/inhabited.ts';
import { sharedControlPlane } from '../../harness/shared-control-plane.ts';
import { shared } from '../../harness/shared-part.ts';
import { until } from '../../harness/until.ts';

const controlPlane = sharedControlPlane({ heartbeatSeconds: 60 });
const killable = shared(
  () => controlPlane.startBeside(),
  (replica) => replica.destroy(),
);

const mutations = 200;
const nodes = 4;
const kills = 3;
const restart = 'mutation($id: ID!) { requestNodeLifecycleAction(id: $id, action: restart) { node { revision } } }';

test('200 mutations repeated because of kills, and once more, count once', async () => {
  const { newNode } = await addHost(controlPlane);
  let sent = 0;
  let lost = 0;
  const attempt = (key: string, id: string, to: TestControlPlane): Promise<GraphqlAnswer | undefined> => {
    sent++;
    const headers = { authorization: `Bearer ${controlPlane.personalKey}`, 'idempotency-key': key };
    return post(to.url, headers, restart, { id }).catch(() => {
      lost++;
      return undefined;
    });
  };
  let answered = 0;
  const work = async (name: string): Promise<number[]> => {
    const id = await newNode({ name });
    const revisions: number[] = [];
    for (let count = 0; count < mutations / nodes; count++) {
      const key = randomUUID();
      const first = (await attempt(key, id, killable)) ?? (await attempt(key, id, controlPlane));
      const again = (await attempt(key, id, controlPlane)) ?? first;
      const [one, two] = [first, again].map(
        (answer) => answer && dataOf(answer).requestNodeLifecycleAction.node.revision,
      );
      expect(two).toBe(one);
      revisions.push(one);
      answered++;
    }
    return revisions;
  };
  const killing = async () => {
    for (let kill = 1; kill <= kills; kill++) {
      const from = ((kill - 0.5) * mutations) / (kills + 1);
      await until('mutations are answered', () => answered >= from, 120_000, 1);
      await killable.stop('SIGKILL');
      await killable.serve();
    }
  };
  const [, ...revisions] = await Promise.all([
    killing(),
    ...Array.from({ length: nodes }, (_, index) => work(`restarted-${index}-${randomUUID().slice(0, 8)}`)),
  ]);
  const each = Array.from({ length: mutations / nodes }, (_, index) => index + 2);
  expect(revisions).toEqual(Array.from({ length: nodes }, () => each));
  console.log(`${mutations} mutations were sent ${sent} times; ${lost} answers were lost in ${kills} kills`);
  expect(lost).toBeGreaterThanOrEqual(kills);
});
