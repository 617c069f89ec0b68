import { request } from 'node:http';
import { beforeAll, expect, test } from 'vitest';
import { newToken } from '../../../src/control-plane/people/accounts/tokens.ts';
import { sharedInhabited } from '../../harness/shared-control-plane.ts';
import { until } from '../../harness/until.ts';

const inhabited = sharedInhabited();
const { controlPlane, host } = inhabited;

/** Requests whose bodies never arrive. Disposing of them ends them. */
function slowRequests(count: number, authorizationOf: () => string | undefined) {
  const statuses: number[] = [];
  const sent = Array.from({ length: count }, () => {
    const authorization = authorizationOf();
    const headers = {
      'content-type': 'application/json',
      'content-length': 100,
      ...(authorization && { authorization }),
    };
    const one = request(controlPlane.url, { method: 'POST', headers, agent: false });
    one.on('error', () => undefined);
    one.on('response', (response) => statuses.push(response.statusCode ?? 0));
    one.flushHeaders();
    return one;
  });
  const arrive = () => Promise.all(sent.map((one) => new Promise((resolve) => one.on('socket', resolve))));
  const end = () => {
    for (const one of sent) one.destroy();
  };
  return { statuses, arrive, [Symbol.dispose]: end };
}

const unknownKey = () => `Bearer ${newToken('executor').text}`;

beforeAll(async () => {
  await host.sync();
});

test('invariant 16: strangers with slow bodies keep no agent out', async () => {
  // More than the limit of agents, and more than an address may look up at the same time.
  using strangers = slowRequests(150, unknownKey);
  await until('the last ones are refused', () => strangers.statuses.includes(429));
  for (let beat = 0; beat < 20; beat++) expect((await host.sync()).errors).toBeUndefined();
});

test('invariant 16: few bodies without a valid key are read from an address', async () => {
  using strangers = slowRequests(60, () => undefined);
  await until('those beyond 32 are refused', () => strangers.statuses.length >= 28);
  expect(new Set(strangers.statuses)).toEqual(new Set([429]));
  expect((await host.sync()).errors).toBeUndefined();
});

test('a stranger is told that the key is unknown', async () => {
  const answer = await controlPlane.call('{ nodes { id } }', {}, newToken('executor').text);
  expect(answer.errors?.[0]?.message).toBe('This control plane does not know the API key.');
});
