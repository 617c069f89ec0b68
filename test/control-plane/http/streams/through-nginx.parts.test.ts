import { expect, onTestFinished, test } from 'vitest';
import { EventStream } from '../../../harness/event-stream.ts';
import { startNginx } from '../../../harness/nginx.ts';
import { sharedControlPlane } from '../../../harness/shared-control-plane.ts';

const controlPlane = sharedControlPlane();

test('each event passes nginx with its defaults at once', async () => {
  const nginx = await startNginx(new URL(controlPlane.url).origin);
  onTestFinished(nginx.stop);
  const query = 'subscription { changes { type } }';
  const stream = await EventStream.open(`${nginx.origin}/graphql`, controlPlane.personalKey, query);
  onTestFinished(() => stream.leave());
  await stream.message('the stream starts', ({ data }) => data?.changes[0]?.type === 'resync');
  await controlPlane.key('personal', 'new');
  await stream.message('the new key arrives', ({ data }) => data?.changes[0]?.type === 'api_key');
  expect(stream.isOpen).toBe(true);
});
