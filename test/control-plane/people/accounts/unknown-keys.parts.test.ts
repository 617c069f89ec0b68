import { randomBytes } from 'node:crypto';
import { Agent, type IncomingMessage, request } from 'node:http';
import { json } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import pLimit from 'p-limit';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ApiKeyAuthenticator } from '../../../../src/control-plane/people/accounts/api-key-authenticator.ts';
import { createApiKey } from '../../../../src/control-plane/people/accounts/api-keys.ts';
import { FailedAttempts } from '../../../../src/control-plane/people/accounts/failed-attempts.ts';
import { keyFaultReader } from '../../../../src/control-plane/people/accounts/find-key-holder.ts';
import type { Database } from '../../../../src/control-plane/platform/database/database.ts';
import { openDatabase } from '../../../../src/control-plane/platform/database/open.ts';
import { apikey } from '../../../../src/control-plane/tables/accounts.ts';
import { type GraphqlAnswer, quiet, TestControlPlane } from '../../../harness/control-plane.ts';
import { until } from '../../../harness/until.ts';

const unknownKey = () => `satrap_x_${randomBytes(32).toString('hex')}`;

describe('unknown keys over HTTP', () => {
  let controlPlane: TestControlPlane;
  const agent = new Agent({ keepAlive: true, maxSockets: 32 });
  const otherAgent = new Agent({ keepAlive: true });

  beforeEach(async () => {
    // In a new process, so that no test hits limits that another has used up.
    await controlPlane?.stop();
    controlPlane ??= await TestControlPlane.start();
    if (!controlPlane.isServing) await controlPlane.serve();
  });
  afterAll(async () => {
    agent.destroy();
    otherAgent.destroy();
    await controlPlane?.destroy();
  });

  async function ask(key: string, localAddress = '127.0.0.1') {
    const sent = request(controlPlane.url, {
      method: 'POST',
      localAddress,
      agent: localAddress === '127.0.0.1' ? agent : otherAgent,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    });
    const answered = new Promise<IncomingMessage>((resolve, reject) =>
      sent.once('response', resolve).once('error', reject),
    );
    sent.end('{"query":"{ viewer { role } }"}');
    const response = await answered;
    const { data, errors } = (await json(response)) as GraphqlAnswer;
    return {
      status: response.statusCode,
      retryAfter: response.headers['retry-after'],
      viewer: data?.viewer,
      code: errors?.[0]?.extensions?.code,
    };
  }

  const flood = (count: number) => {
    const limit = pLimit(32);
    return Promise.all(Array.from({ length: count }, () => limit(() => ask(unknownKey()))));
  };

  /** Independent of the machine's speed: an address's attempts are refilled continuously. */
  const floodUntilRefused = async () => {
    for (let batches = 0; batches < 50; batches++) {
      if ((await flood(100)).some(({ status }) => status === 429)) return;
    }
    throw new Error('none of 5000 unknown keys was refused');
  };

  test('a flood of 25,000 unknown keys is refused with HTTP 429, and the known key of the same address keeps working', async () => {
    expect((await ask(controlPlane.personalKey)).viewer).toEqual({ role: 'owner' });
    let done = false;
    const known: unknown[] = [];
    const askOnAndOn = async () => {
      for (; !done; await delay(50)) known.push(await ask(controlPlane.personalKey));
    };
    const flooded = flood(25_000).finally(() => {
      done = true;
    });
    const [answers] = await Promise.all([flooded, askOnAndOn()]);
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThan(20_000);
    expect(refused[0]).toEqual({ status: 429, retryAfter: '1', viewer: undefined, code: 'RateLimited' });
    const works = { status: 200, viewer: { role: 'owner' } };
    expect(known).toEqual(known.map(() => expect.objectContaining(works)));
  });

  test('another address is not refused because of a flood', async () => {
    await floodUntilRefused();
    expect(await ask(unknownKey(), '127.0.0.2')).toMatchObject({ status: 200, viewer: null });
    expect(await ask(controlPlane.personalKey, '127.0.0.2')).toMatchObject({ status: 200, viewer: { role: 'owner' } });
  });

  test('an address is answered again after the time that Retry-After names', async () => {
    await floodUntilRefused();
    await until('it is answered again', async () => (await ask(unknownKey())).status === 200);
  });
});

describe('the cache of known keys', () => {
  let controlPlane: TestControlPlane;
  let database: Database;
  let close: () => Promise<void>;
  let lookUps = 0;

  beforeAll(async () => {
    controlPlane = await TestControlPlane.start();
    await controlPlane.stop();
    const opened = await openDatabase(controlPlane.settings, quiet);
    close = opened.close;
    // The real database, with counted statements.
    database = Object.create(opened.database, {
      select: {
        value: (...columns: Parameters<Database['select']>) => {
          lookUps++;
          return opened.database.select(...columns);
        },
      },
    });
  });
  beforeEach(() => {
    lookUps = 0;
  });
  afterAll(async () => {
    await close?.();
    await controlPlane?.destroy();
  });

  const credentials = (key: string, address = '192.0.2.1') => ({ authorization: `Bearer ${key}`, address });

  const newKey = (name: string) =>
    createApiKey(database, {
      ...{ name, purpose: 'executor', organizationId: controlPlane.made.organizationId, userId: null },
    });

  test('keeps a known key when five times as many unknown ones as it has room for come from as many addresses', async () => {
    const options = { cacheTtlMs: 3_600_000, maxCachedKeys: 100 };
    const authenticator = new ApiKeyAuthenticator(database, new FailedAttempts(), options);
    const askKnown = () => authenticator.authenticate(credentials(controlPlane.personalKey));
    expect(await askKnown()).toMatchObject({ role: 'owner' });
    const addresses = Array.from({ length: 500 }, (_, index) => `10.0.${index >> 8}.${index & 255}`);
    await Promise.all(addresses.map((address) => authenticator.authenticate(credentials(unknownKey(), address))));
    expect(lookUps).toBe(501);
    expect(await askKnown()).toMatchObject({ role: 'owner' });
    expect(lookUps).toBe(501);
  });

  test('looks a key up once for all that ask at the same moment', async () => {
    const authenticator = new ApiKeyAuthenticator(database, new FailedAttempts());
    const callers = await Promise.all(
      Array.from({ length: 500 }, () => authenticator.authenticate(credentials(controlPlane.personalKey))),
    );
    expect(callers).toEqual(Array(500).fill(expect.objectContaining({ role: 'owner' })));
    expect(lookUps).toBe(1);
  });

  test('looks up why a key does not work once for all that send it at the same moment', async () => {
    const keyFault = keyFaultReader(database);
    const key = unknownKey();
    const faults = await Promise.all(Array.from({ length: 500 }, () => keyFault(key)));
    expect(new Set(faults.map(({ message }) => message))).toEqual(
      new Set(['This control plane does not know the API key.']),
    );
    expect(lookUps).toBe(1);
  });

  test('checks a known key again when its time is over, also from an address that used up its attempts', async () => {
    const failedAttempts = new FailedAttempts();
    const authenticator = new ApiKeyAuthenticator(database, failedAttempts, { cacheTtlMs: 1 });
    const ask = () => authenticator.authenticate(credentials(controlPlane.personalKey));
    await ask();
    Array.from({ length: 200 }, () => failedAttempts.take('192.0.2.1'));
    await expect(authenticator.authenticate(credentials(unknownKey()))).rejects.toThrow('Too many requests');
    await until('the key is checked again', async () => {
      expect(await ask()).toMatchObject({ role: 'owner' });
      return lookUps > 1;
    });
  });

  test('checks every known key again after a gap of the bus: the end of one may have been missed', async () => {
    const authenticator = new ApiKeyAuthenticator(database, new FailedAttempts(), { cacheTtlMs: 3_600_000 });
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
