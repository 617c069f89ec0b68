import { expect, test } from 'vitest';
import {
  FairQueue,
  type Owner,
  QueueTimeout,
} from '../../../../../src/control-plane/platform/database/pool/fair-queue.ts';

const limits = { places: 3, perOrganization: 2, perCaller: 1, waitMs: 60_000 };
const owner = (organizationId: string, callerId: string): Owner => ({ organizationId, callerId });

/** A queue of callers that records the order in which they get a slot. */
function queueOf(more: Partial<typeof limits> = {}) {
  const queue = new FairQueue({ ...limits, ...more });
  const entered: string[] = [];
  const enter = (organizationId: string, callerId: string, signal?: AbortSignal) => {
    const entering = queue.take(owner(organizationId, callerId), signal).then((leave) => {
      entered.push(`${organizationId} ${callerId}`);
      return leave;
    });
    // Some still wait when the test ends.
    entering.catch(() => undefined);
    return entering;
  };
  return { queue, entered, enter };
}

test('invariant 16: organization and caller hold no more places than they may', async () => {
  const { queue, entered, enter } = queueOf();
  const first = await enter('A', 'one');
  const again = enter('A', 'one');
  const crowd = [enter('A', 'two'), enter('A', 'three')];
  await enter('B', 'four');
  expect(entered).toEqual(['A one', 'A two', 'B four']);
  expect(queue.waiting).toBe(crowd.length);
  first();
  await again;
  expect(entered.slice(3)).toEqual(['A one']);
});

test('invariant 16: colleagues without end leave a place to one who asks once', async () => {
  const { entered, enter } = queueOf({ places: 100, perOrganization: 8, perCaller: 4 });
  for (const hostile of ['one', 'two', 'three']) for (let n = 0; n < 10; n++) enter('A', hostile);
  await enter('A', 'four');
  expect(entered).toHaveLength(8);
});

test('invariant 16: a free place goes to the organization that holds the fewest', async () => {
  const { queue, entered, enter } = queueOf({ perCaller: 10 });
  const [leave] = await Promise.all([enter('A', 'one'), enter('A', 'one'), enter('C', 'one')]);
  const crowd = Array.from({ length: 20 }, () => enter('A', 'one'));
  const other = enter('B', 'one');
  leave?.();
  await other;
  expect(entered.slice(3)).toEqual(['B one']);
  expect(queue.waiting).toBe(crowd.length);
});

test('a place that nobody waits for any more goes to the next one', async () => {
  const { queue, enter } = queueOf({ places: 1 });
  const leave = await enter('A', 'one');
  const gone = new AbortController();
  const aborted = enter('B', 'one', gone.signal);
  const next = enter('C', 'one');
  gone.abort();
  leave();
  await expect(aborted).rejects.toThrow('aborted');
  (await next)();
  expect(queue.waiting).toBe(0);
  expect(await enter('A', 'one')).toBeDefined();
});

test('who waits too long, or for a queue that closes, is refused', async () => {
  const { queue, enter } = queueOf({ places: 1, waitMs: 1 });
  const leave = await enter('A', 'one');
  await expect(enter('B', 'one')).rejects.toBeInstanceOf(QueueTimeout);
  leave();
  queue.close(new Error('closed'));
  await expect(enter('B', 'one')).rejects.toThrow('closed');
});

test('a free place goes among equals to whoever waits longest', async () => {
  const { entered, enter } = queueOf({ places: 1, perOrganization: 1 });
  const leave = await enter('C', 'one');
  const order = [enter('A', 'one'), enter('B', 'one'), enter('A', 'one'), enter('B', 'one')];
  leave();
  for (const entering of order) (await entering)();
  expect(entered).toEqual(['C one', 'A one', 'B one', 'A one', 'B one']);
});

test.each([
  ['of one caller', () => owner('A', 'one')],
  ['of one organization', (n: number) => owner('A', `${n}`)],
  ['of an organization each', (n: number) => owner(`${n}`, `${n}`)],
])('the next one is found without a look at all who wait: %s', async (_whose, ownerOf) => {
  const queue = new FairQueue({ ...limits, places: 1 });
  let looks = 0;
  const watched = (n: number): Owner => ({
    ...ownerOf(n),
    get callerId() {
      looks++;
      return ownerOf(n).callerId;
    },
  });
  const leave = await queue.take(owner('B', 'other'));
  const crowd = Array.from({ length: 1000 }, (_, n) => queue.take(watched(n)));
  looks = 0;
  leave();
  await crowd[0];
  expect(looks).toBeLessThan(20);
  queue.close(new Error('closed'));
  await Promise.allSettled(crowd);
});
