import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { json } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { eq, sql } from 'drizzle-orm';
import pLimit from 'p-limit';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ApiKeyAuthenticator } from '../../../../src/control-plane/people/accounts/api-key-authenticator.ts';
import { createApiKey } from '../../../../src/control-plane/people/accounts/api-keys.ts';
import { failedAttempts } from '../../../../src/control-plane/people/accounts/failed-attempts.ts';
import {
  type FindKeyHolder,
  keyFaultReader,
  keyHolderFinder,
} from '../../../../src/control-plane/people/accounts/find-key-holder.ts';
import type { Database } from '../../../../src/control-plane/platform/database/database.ts';
import type { Caller } from '../../../../src/control-plane/request/caller.ts';
import { apikey, member } from '../../../../src/control-plane/tables/accounts.ts';
import type { GraphqlAnswer } from '../../../harness/control-plane.ts';
import { TestExecutor } from '../../../harness/executor.ts';
import { codeOf } from '../../../harness/inhabited.ts';
import { sharedDatabase, sharedInhabited } from '../../../harness/shared-control-plane.ts';
import { until } from '../../../harness/until.ts';

const inhabited = sharedInhabited();
const { controlPlane, stranger, newNode } = inhabited;
const database = sharedDatabase(controlPlane);

const unknownKey = () => `satrap_x_${randomBytes(32).toString('hex')}`;
const credentials = (key: string, address = '192.0.2.1') => ({ authorization: `Bearer ${key}`, address });
const authenticatorOf = (given: Database) => new ApiKeyAuthenticator(keyHolderFinder(given), failedAttempts());

describe('access with a key', () => {
  test('a request without a valid key gets HTTP 401, and its viewer is null', async () => {
    for (const [key, advice] of [
      [null, 'Authorization: Bearer'],
      ['nonsense-nonsense', 'does not know the API key'],
    ] as const) {
      const answer = await controlPlane.call('{ nodes { id } }', {}, key);
      expect([answer.status, codeOf(answer)]).toEqual([401, 'unauthenticated']);
      expect(answer.errors?.[0]?.message).toContain(advice);
      expect((await controlPlane.call('{ viewer { role } }', {}, key)).data).toEqual({ viewer: null });
    }
    expect(controlPlane.log).toContain('refused credential');
    expect(controlPlane.log).not.toContain('nonsense-nonsense');
  });

  test('the viewer is told its organization, purpose and role', async () => {
    const query = '{ viewer { organization { name } purpose role } }';
    const viewer = { organization: { name: 'Example' }, purpose: 'personal', role: 'owner' };
    expect(await controlPlane.ask(query)).toEqual({ viewer });
    const executor = { ...viewer, purpose: 'executor', role: null };
    expect(await controlPlane.ask(query, {}, inhabited.executorKey)).toEqual({ viewer: executor });
  });

  test('a key is told from others by its start, and stops at once when deleted', async () => {
    const { createApiKey: made } = await controlPlane.ask(
      'mutation { createApiKey(data: { name: "short-lived", purpose: personal }) { secret apiKey { id start } } }',
    );
    const { secret, apiKey } = made;
    expect(apiKey.start).toBe(secret.slice(0, 'satrap_x_'.length + 6));
    expect((await controlPlane.ask('{ viewer { role } }', {}, secret)).viewer.role).toBe('owner');
    await controlPlane.ask('mutation($id: ID!) { deleteApiKey(where: { id: $id }) { apiKey { id } } }', {
      id: apiKey.id,
    });
    expect((await controlPlane.call('{ viewer { role } }', {}, secret)).data.viewer).toBeNull();
    const { apiKeys } = await controlPlane.ask('{ apiKeys { name } }');
    expect(apiKeys).not.toContainEqual({ name: 'short-lived' });
  });

  test('invariant 11: what does not exist is answered like another organization’s', async () => {
    for (const id of ['00000000-0000-4000-8000-000000000000', 'no-uuid', "'; DROP TABLE node; --"]) {
      const read = await controlPlane.ask('query($id: ID!) { node(where: { id: $id }) { id } }', { id });
      expect(read).toEqual({ node: null });
      const change = await controlPlane.call('mutation($id: ID!) { deleteNode(where: { id: $id }) { node { id } } }', {
        id,
      });
      expect(codeOf(change)).toBe('Forbidden');
    }
  });

  test('invariant 11: an executor cannot report for another organization', async () => {
    const id = await newNode({ name: 'watched' });
    const other = new TestExecutor(controlPlane, stranger.executorKey, 'host-1');
    const lie = { id, phase: 'failing', since: new Date().toISOString(), reason: 'a lie' };
    expect((await other.sync({ nodes: [lie] })).data.syncExecutor.nodes).toEqual([]);
    await other.report([other.event({ nodeId: id, kind: 'node.lie' })]);
    const { node, events } = await controlPlane.ask(
      'query($id: ID!) { node(where: { id: $id }) { status { phase } } events(filter: { kind: "node.lie" }) { nodes { id } } }',
      { id },
    );
    expect([node.status.phase, events.nodes]).toEqual(['pending', []]);
  });
});

describe('the look-up of a key', () => {
  let executorKey: string;
  let personalKey: string;
  beforeAll(async () => {
    executorKey = await controlPlane.key('executor', 'e'.repeat(63));
    personalKey = await controlPlane.key('personal', '  spaced  ');
  });

  const keys = () => database.select().from(apikey).where(eq(apikey.organizationId, controlPlane.made.organizationId));
  const caller = (key: string) => authenticatorOf(database).authenticate(credentials(key));

  test('a key may have a name of up to 63 characters', async () => {
    expect((await keys()).map(({ name }) => name)).toEqual(expect.arrayContaining(['e'.repeat(63), 'spaced']));
  });

  test('a key that is deleted during its look-up does not authenticate afterwards', async () => {
    const callers = authenticatorOf(database);
    const asked = callers.authenticate(credentials(personalKey));
    const { credential } = (await caller(personalKey)) as Caller;
    const [row] = await database.delete(apikey).where(eq(apikey.id, credential.id)).returning();
    // As if the response arrived only now.
    callers.forget(credential.id);
    await asked;
    expect(await callers.authenticate(credentials(personalKey))).toBeNull();
    if (row !== undefined) await database.insert(apikey).values(row);
  });

  test('an executor’s key outlives its creator’s membership, a personal key does not', async () => {
    const rows = await database.delete(member).returning();
    try {
      expect(await caller(personalKey)).toBeNull();
      expect(await caller(executorKey)).toMatchObject({ purpose: 'executor' });
    } finally {
      await database.insert(member).values(rows);
    }
  });

  test('a failed look-up is a logged internal error, and the next request asks again', async () => {
    const callers = authenticatorOf(database);
    await database.execute(sql`ALTER TABLE apikey RENAME TO apikey_away`);
    await expect(callers.authenticate(credentials(personalKey))).rejects.toThrow();
    const failed = await controlPlane.call('{ viewer { role } }', {}, personalKey);
    await database.execute(sql`ALTER TABLE apikey_away RENAME TO apikey`);
    expect([failed.status === 401, codeOf(failed)]).toEqual([false, 'internal_error']);
    expect(controlPlane.log).toContain('a request failed unexpectedly');
    expect(await callers.authenticate(credentials(personalKey))).not.toBeNull();
    expect((await controlPlane.ask('{ viewer { role } }', {}, personalKey)).viewer).toEqual({ role: 'owner' });
  });
});

describe('the cache of known keys', () => {
  let lookUps = 0;
  let find: FindKeyHolder;
  const counting: FindKeyHolder = (hash) => {
    lookUps++;
    return find(hash);
  };
  beforeEach(() => {
    lookUps = 0;
    find = keyHolderFinder(database);
  });

  test('keeps a known key while five times as many unknown ones come as fit', async () => {
    const options = { cacheTtlMs: 3_600_000, maxCachedKeys: 20 };
    const authenticator = new ApiKeyAuthenticator(counting, failedAttempts(), options);
    const askKnown = () => authenticator.authenticate(credentials(controlPlane.personalKey));
    expect(await askKnown()).toMatchObject({ role: 'owner' });
    const addresses = Array.from({ length: 100 }, (_, index) => `10.0.0.${index}`);
    await Promise.all(addresses.map((address) => authenticator.authenticate(credentials(unknownKey(), address))));
    expect(lookUps).toBe(101);
    expect(await askKnown()).toMatchObject({ role: 'owner' });
    expect(lookUps).toBe(101);
  });

  test('looks a key up once for all that ask at once, and likewise its fault', async () => {
    const authenticator = new ApiKeyAuthenticator(counting, failedAttempts());
    const atOnce = <T>(ask: () => Promise<T>) => Promise.all(Array.from({ length: 100 }, ask));
    const callers = await atOnce(() => authenticator.authenticate(credentials(controlPlane.personalKey)));
    expect(callers).toEqual(Array(100).fill(expect.objectContaining({ role: 'owner' })));
    expect(lookUps).toBe(1);
    let reads = 0;
    const select = (...columns: Parameters<Database['select']>) => {
      reads++;
      return database.select(...columns);
    };
    const keyFault = keyFaultReader(Object.create(database, { select: { value: select } }));
    const key = unknownKey();
    const faults = await atOnce(() => keyFault(key));
    expect(faults).toEqual(
      Array(100).fill(expect.objectContaining({ message: 'This control plane does not know the API key.' })),
    );
    expect(reads).toBe(1);
  });

  test('simultaneous look-ups share a statement, and each key gets its own holder', async () => {
    const { organizationId } = controlPlane.made;
    const keys = await Promise.all(
      Array.from({ length: 5 }, (_, index) =>
        createApiKey(database, { name: `shared ${index}`, purpose: 'executor', organizationId, userId: null }),
      ),
    );
    const callers = authenticatorOf(database);
    const secrets = [...keys.map(({ secret }) => secret), unknownKey()];
    const found = await Promise.all(secrets.map((secret) => callers.authenticate(credentials(secret))));
    expect(found.map((caller) => caller?.credential.id)).toEqual([...keys.map(({ apiKey }) => apiKey.id), undefined]);
  });

  test('checks a known key again after its time, also from an exhausted address', async () => {
    const attempts = failedAttempts();
    const authenticator = new ApiKeyAuthenticator(counting, attempts, { cacheTtlMs: 1 });
    const ask = () => authenticator.authenticate(credentials(controlPlane.personalKey));
    await ask();
    Array.from({ length: 200 }, () => attempts.take('192.0.2.1'));
    await expect(authenticator.authenticate(credentials(unknownKey()))).rejects.toThrow('Too many requests');
    await until('the key is checked again', async () => {
      expect(await ask()).toMatchObject({ role: 'owner' });
      return lookUps > 1;
    });
  });

  test('checks every known key again after a gap of the bus', async () => {
    const authenticator = new ApiKeyAuthenticator(counting, failedAttempts(), { cacheTtlMs: 3_600_000 });
    const { organizationId } = controlPlane.made;
    const newKey = (name: string) =>
      createApiKey(database, { name, purpose: 'executor', organizationId, userId: null });
    const [ended, kept] = [await newKey('ended'), await newKey('kept')];
    const ask = async (key: string) => (await authenticator.authenticate(credentials(key)))?.credential.id;
    expect([await ask(ended.secret), await ask(kept.secret)]).toEqual([ended.apiKey.id, kept.apiKey.id]);
    await database.update(apikey).set({ enabled: false }).where(eq(apikey.id, ended.apiKey.id));
    expect(lookUps).toBe(2);
    authenticator.onGap();
    expect([await ask(ended.secret), await ask(kept.secret)]).toEqual([undefined, kept.apiKey.id]);
    await ask(kept.secret);
    expect(lookUps).toBe(4);
  });
});

// Last, because it uses up the attempts of the tests' address.
describe('a flood of unknown keys', () => {
  const agents = new Map<string, Agent>();
  afterAll(() => {
    for (const agent of agents.values()) agent.destroy();
  });

  async function ask(key: string, localAddress = '127.0.0.1') {
    const agent = agents.get(localAddress) ?? new Agent({ keepAlive: true, maxSockets: 32 });
    agents.set(localAddress, agent);
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${key}` };
    const sent = request(controlPlane.url, { method: 'POST', localAddress, agent, headers });
    const answered = once(sent, 'response');
    sent.end('{"query":"{ viewer { role } }"}');
    const [response] = await answered;
    const { data, errors } = (await json(response)) as GraphqlAnswer;
    const code = errors?.[0]?.extensions?.code;
    return { status: response.statusCode, retryAfter: response.headers['retry-after'], viewer: data?.viewer, code };
  }

  test('is refused with 429, answered again later, and affects no known keys', async () => {
    const works = expect.objectContaining({ status: 200, viewer: { role: 'owner' } });
    expect(await ask(controlPlane.personalKey)).toEqual(works);
    let done = false;
    const known: unknown[] = [];
    const askOnAndOn = async () => {
      for (; !done; await delay(50)) known.push(await ask(controlPlane.personalKey));
    };
    const limit = pLimit(32);
    const flooded = Promise.all(Array.from({ length: 700 }, () => limit(() => ask(unknownKey())))).finally(() => {
      done = true;
    });
    const [answers] = await Promise.all([flooded, askOnAndOn()]);
    // A slow machine gives more attempts back meanwhile.
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThan(200);
    expect(refused[0]).toEqual({ status: 429, retryAfter: '1', viewer: undefined, code: 'rate_limited' });
    expect(known).toEqual(known.map(() => works));
    expect(await ask(unknownKey(), '127.0.0.2')).toMatchObject({ status: 200, viewer: null });
    expect(await ask(controlPlane.personalKey, '127.0.0.2')).toEqual(works);
    await until('the address is answered again', async () => (await ask(unknownKey())).status === 200);
  });
});
