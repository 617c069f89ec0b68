import { afterAll, beforeAll, expect, test } from 'vitest';
import { Api } from '../../src/cli/api.ts';
import { FollowChangesDocument, type FollowChangesSubscription } from '../../src/contract/operations.generated.ts';
import { TestControlPlane } from '../harness/control-plane.ts';

let controlPlane: TestControlPlane;
beforeAll(async () => {
  controlPlane = await TestControlPlane.start({ heartbeatSeconds: 60 });
});
afterAll(() => controlPlane?.destroy());

const apiWith = (key: string) => new Api({ url: controlPlane.url }, { SATRAP_API_KEY: key });

test('a command reads a subscription until it needs no more', async () => {
  const received: FollowChangesSubscription[] = [];
  for await (const message of apiWith(controlPlane.personalKey).subscribe(FollowChangesDocument, { types: null })) {
    received.push(message);
    if (received.length === 1) await controlPlane.key('executor', 'made meanwhile');
    if (message.changes?.some(({ type }) => type === 'apiKey')) break;
  }
  expect(received[0]?.changes).toEqual([{ type: 'resync', id: null, revision: null }]);
});

test('a subscription that is refused says why, and one that is ended ends', async () => {
  const agent = apiWith(await controlPlane.key('executor', 'agent')).subscribe(FollowChangesDocument, { types: null });
  await expect(agent.next()).rejects.toThrow(/Forbidden|key|people/i);
  const ended = new AbortController();
  const { personalKey } = controlPlane;
  const stream = apiWith(personalKey).subscribe(FollowChangesDocument, { types: ['event'] }, ended.signal);
  await stream.next();
  const next = stream.next();
  ended.abort();
  await expect(next.catch(() => ({ done: true }))).resolves.toMatchObject({ done: true });
});
