import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { HeartbeatPace } from '../../../src/control-plane/agents/heartbeat/pace.ts';
import { sql } from '../../../src/control-plane/platform/database/database.ts';
import { TestExecutor } from '../../harness/executor.ts';
import { holdTransaction } from '../../harness/held-transaction.ts';
import { sharedDatabase, sharedInhabited } from '../../harness/shared-control-plane.ts';
import { serveStatements } from '../../harness/statement-server.ts';
import { until } from '../../harness/until.ts';

const inhabited = sharedInhabited();
const database = sharedDatabase(inhabited.controlPlane);

const headersOf = (key: string) => ({ authorization: `Bearer ${key}`, 'content-type': 'application/json' });

/** Requests with a key, for streams, that send no body, so that they stay open. */
function flood(key: string, count: number) {
  const refused: IncomingMessage[] = [];
  const headers = { ...headersOf(key), accept: 'text/event-stream', 'content-length': 100 };
  const sent = Array.from({ length: count }, () => {
    const one = request(inhabited.controlPlane.url, { method: 'POST', headers, agent: false });
    one.on('error', () => undefined);
    one.on('response', (response) => refused.push(response));
    one.flushHeaders();
    return one;
  });
  const end = () => {
    for (const one of sent) one.destroy();
  };
  return { refused, [Symbol.dispose]: end };
}

/** Resolves with the answer to a heartbeat beyond the limit, and rejects for any other. */
async function refusal(beat: Promise<Response>): Promise<Response> {
  const answer = await beat;
  expect(await answer.text()).toContain('serves other agents first');
  return answer;
}

test('agents beyond the limit are told when to retry, and people notice nothing', async () => {
  const { controlPlane, host } = inhabited;
  const hosts: TestExecutor[] = [];
  while (hosts.length < 100) hosts.push(await TestExecutor.withKey(controlPlane, `one-of-all-${hosts.length}`));
  const release = await holdTransaction(database, (transaction) =>
    transaction.execute(sql`LOCK TABLE executor IN EXCLUSIVE MODE`),
  );
  try {
    // More than the limit, also after the few heartbeats before this test have raised it.
    const senders = Array.from({ length: 5 }, () => hosts).flat();
    const beats = senders.map(({ key, name, instanceId }) =>
      fetch(controlPlane.url, {
        method: 'POST',
        headers: headersOf(key),
        body: new TestExecutor(controlPlane, key, name, instanceId).syncBody(),
      }),
    );
    // Not the first answer of all: that of a heartbeat that was admitted and waited for the lock too long may be earlier.
    const refused = await Promise.any(beats.map(refusal));
    expect(refused.status).toBe(503);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await controlPlane.ask('{ nodes { id } }')).nodes).toEqual([]);
    await release();
    await Promise.all(beats);
  } finally {
    await release();
  }
  await until('agents are served again', async () => {
    const { errors } = await host.sync().catch((error: Error) => ({ errors: error }));
    return errors === undefined;
  });
});

test('invariant 16: few requests of a key are read or in flight', async () => {
  const { controlPlane, host } = inhabited;
  using greedy = flood(await controlPlane.key('executor'), 2000);
  await until('all but a few are refused', () => greedy.refused.length >= 1900);
  expect((await host.sync()).errors).toBeUndefined();
});

test('invariant 16: a large body of a key in debt is refused before it arrives', async () => {
  const { controlPlane } = inhabited;
  const headers = headersOf(await controlPlane.key('executor'));
  const largest = ' '.repeat(20 * 1024 ** 2);
  const send = async () => (await fetch(controlPlane.url, { method: 'POST', headers, body: largest })).status;
  const statuses = [await send()];
  // While a busy machine takes a body in, some of the debt is paid back.
  while (statuses.at(-1) === 400 && statuses.length < 20) statuses.push(await send());
  expect(statuses.at(-1)).toBe(429);
  // Only its head is sent.
  const next = request(controlPlane.url, {
    method: 'POST',
    headers: { ...headers, 'content-length': largest.length },
    agent: false,
  });
  next.on('error', () => undefined);
  next.flushHeaders();
  const [response] = (await once(next, 'response')) as [IncomingMessage];
  next.destroy();
  expect(response.statusCode).toBe(429);
  expect(Number(response.headers['retry-after'])).toBeGreaterThan(0);
});

test('in a large fleet, heartbeats that come one after another share statements', async () => {
  const { controlPlane } = inhabited;
  const hosts = await Promise.all(
    Array.from({ length: 8 }, (_, index) => TestExecutor.withKey(controlPlane, `one-of-many-${index}`)),
  );
  const bodies = await Promise.all(
    hosts.map(async (host) => ({
      key: host.key,
      body: host.repeatBody((await host.sync()).data.syncExecutor.observedRevision),
    })),
  );
  let statements = 0;
  const count = (text: string) => {
    if (/^update "executor" set/.test(text)) statements++;
  };
  const serving = async (executors: number, work: (url: string) => Promise<unknown>) => {
    const pace = new HeartbeatPace(15);
    pace.adapt(executors);
    const server = await serveStatements(controlPlane.settings, count, pace);
    await work(server.url).finally(server.close);
  };
  const beat = async (url: string, { key, body }: (typeof bodies)[number]) => {
    const answer = await fetch(url, { method: 'POST', headers: headersOf(key), body });
    expect((await answer.json()).errors).toBeUndefined();
  };
  await serving(bodies.length, async (url) => {
    for (const body of bodies) await beat(url, body);
  });
  expect(statements).toBe(bodies.length);
  // On a busy machine, some rounds are too slow.
  const inOneRound = async (url: string) => {
    statements = 0;
    const beats = [];
    for (const body of bodies) {
      beats.push(beat(url, body));
      await delay(5);
    }
    await Promise.all(beats);
    return statements > 0 && statements <= bodies.length / 2;
  };
  await serving(100_000, (url) => until('they share statements', () => inOneRound(url)));
});
