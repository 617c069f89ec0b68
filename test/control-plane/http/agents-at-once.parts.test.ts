import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { expect, test } from 'vitest';
import { sharedInhabited } from '../../harness/shared-control-plane.ts';
import { until } from '../../harness/until.ts';

const inhabited = sharedInhabited();

test('agents that come at once are served up to a bound and the others told when to come back; people notice nothing', async () => {
  const { controlPlane, host } = inhabited;
  const sent: ClientRequest[] = [];
  const refused: IncomingMessage[] = [];
  /** Requests that send no body stay under way. */
  const begin = (count: number) => {
    const authorization = `Bearer ${inhabited.executorKey}`;
    const headers = { authorization, 'content-type': 'application/json', 'content-length': 100 };
    for (let index = 0; index < count; index++) {
      const one = request(controlPlane.url, { method: 'POST', headers, agent: false });
      one.on('error', () => undefined);
      one.on('response', (response) => refused.push(response));
      one.flushHeaders();
      sent.push(one);
    }
  };
  await until('some are refused', async () => {
    if (refused.length === 0) begin(500);
    return refused.length > 0;
  });
  const [first] = refused;
  expect(first?.statusCode).toBe(503);
  expect(Number(first?.headers['retry-after'])).toBeGreaterThan(0);
  expect((await controlPlane.ask('{ nodes { id } }')).nodes).toEqual([]);
  for (const one of sent) one.destroy();
  await until('agents are served again', async () => {
    const { errors } = await host.sync().catch((error: Error) => ({ errors: error }));
    return errors === undefined;
  });
});
