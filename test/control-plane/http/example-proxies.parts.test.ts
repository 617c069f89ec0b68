import { once } from 'node:events';
import { globSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { ControlPlaneClient } from '../../../src/agent/control-plane/client.ts';
import { HttpConnections } from '../../../src/agent/control-plane/http-connections.ts';
import { listenToNudges } from '../../../src/agent/sync/nudges.ts';
import type { SyncExecutorInput } from '../../../src/contract/types.generated.ts';
import { systemClock } from '../../../src/timing/clock.ts';
import { selfSigned } from '../../harness/certificate.ts';
import { EventStream } from '../../harness/event-stream.ts';
import { type ExampleProxy, exampleProxies, startExampleProxy } from '../../harness/example-proxy.ts';
import { freePort } from '../../harness/free-port.ts';
import { startReplica } from '../../harness/replica.ts';
import { sharedFolder } from '../../harness/scratch-folder.ts';
import { sharedInhabited } from '../../harness/shared-control-plane.ts';
import { shared } from '../../harness/shared-part.ts';
import { testPulse } from '../../harness/test-deps.ts';
import { trustAuthorities } from '../../harness/trusted-authority.ts';
import { until } from '../../harness/until.ts';

const { controlPlane, host, newNode } = sharedInhabited();
const certificate = selfSigned(sharedFolder('proxies'), 'IP:127.0.0.1');
trustAuthorities(certificate.caFile);

test('a test starts every example of a proxy', () => {
  const files = globSync('*', { cwd: join(import.meta.dirname, '../../../templates/proxies') });
  expect(Object.keys(exampleProxies).toSorted()).toEqual(files.toSorted());
});

/** Signs in as a browser of another address does. Returns the headers of the answer. */
async function signInFrom(localAddress: string, base: string, password: string) {
  const sent = request(`${base}/graphql`, {
    method: 'POST',
    localAddress,
    // One that a client invents counts for nothing.
    headers: {
      'content-type': 'application/json',
      origin: new URL(base).origin,
      'x-forwarded-for': '192.0.2.1',
      'x-forwarded-proto': 'http',
    },
  });
  const query = 'mutation($input: SignInInput!) { signIn(data: $input) { needsSecondFactor person { email } } }';
  sent.end(JSON.stringify({ query, variables: { input: { email: controlPlane.made.email, password } } }));
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  return { headers: answer.headers, body: (await json(answer)) as { data: { signIn: object | null } } };
}

describe.each(Object.keys(exampleProxies) as ExampleProxy[])('%s', (name) => {
  const path = name.includes('path') ? '/satrap' : '';
  const served = shared(
    async () => {
      const port = await freePort();
      const base = `https://localhost:${port}${path}`;
      const replica = await startReplica(controlPlane, { publicUrl: base, trustedProxies: ['127.0.0.1/32'] });
      const target = Number(new URL(replica.url).port);
      const stopProxy = await startExampleProxy(name, { port, target, certificate }).catch(async (error: unknown) => {
        await replica.close();
        throw error;
      });
      return { base, stopProxy, close: replica.close };
    },
    async ({ stopProxy, close }) => {
      await stopProxy();
      await close();
    },
  );
  let password: string;
  beforeAll(async () => {
    password = await controlPlane.ownerPassword();
  });

  test('signs people in, with a cookie for its path and the address of the client', async () => {
    const { headers, body } = await signInFrom('127.0.0.2', served.base, password);
    expect(body.data.signIn).toMatchObject({ needsSecondFactor: false });
    const [cookie = ''] = headers['set-cookie'] ?? [];
    const attributes = cookie.split('; ').slice(1);
    expect(cookie).toMatch(/^__Secure-satrap\.session_token=/);
    expect(attributes).toEqual(expect.arrayContaining([`Path=${path || '/'}`, 'Secure', 'HttpOnly']));
    const asked = await fetch(`${served.base}/graphql`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        cookie: cookie.split(';')[0] ?? '',
        origin: new URL(served.base).origin,
      },
      body: JSON.stringify({ query: '{ sessions { address isCurrent } }' }),
    });
    const { data } = (await asked.json()) as { data: { sessions: { address: string; isCurrent: boolean }[] } };
    expect(data.sessions.find(({ isCurrent }) => isCurrent)?.address).toBe('127.0.0.2');
  });

  test('passes each event on at once', async () => {
    const query = 'subscription { changes { type } }';
    const stream = await EventStream.open(`${served.base}/graphql`, controlPlane.personalKey, query);
    onTestFinished(() => stream.leave());
    await stream.message('the stream starts', ({ data }) => data?.changes[0]?.type === 'resync');
    await controlPlane.key('personal', `of ${name}`);
    await stream.message('the new key arrives', ({ data }) => data?.changes[0]?.type === 'api_key');
    expect(stream.isOpen).toBe(true);
  });

  test('serves the heartbeats, large reports and nudges of an agent', async () => {
    const connections = new HttpConnections({ caFile: certificate.caFile });
    const url = `${served.base}/graphql`;
    const apiKey = host.key;
    const client = new ControlPlaneClient({ url, apiKey, connections });
    const ending = new AbortController();
    const { variables } = JSON.parse(host.syncBody()) as { variables: { input: SyncExecutorInput } };
    const { executorId, revision } = await client.sync(variables.input, ending.signal);
    expect(executorId).toBe((await host.sync()).data.syncExecutor.executorId);
    // More than the MiB that nginx takes by default.
    const at = new Date().toISOString();
    const events = Array.from({ length: 700 }, (_, number) => ({
      ...{ id: crypto.randomUUID(), executorName: host.name, at, level: 'info' as const, kind: 'node.started' },
      ...{ nodeId: null, message: `${number} ${'x'.repeat(1900)}` },
    }));
    expect(await client.reportEvents(events, ending.signal)).toEqual([]);
    let [nudges, isOpen] = [0, false];
    const listening = listenToNudges(
      {
        ...{ url, apiKey: () => apiKey, executorName: host.name, revision: () => revision, connections },
        ...{ clock: systemClock, pulse: testPulse(), heard: async () => undefined },
        onNudge: () => nudges++,
        onStream: (isComing) => {
          isOpen = isComing;
        },
        onSilence: (isSilent) => expect(isSilent).toBe(false),
      },
      ending.signal,
    );
    try {
      await until('the stream is open', () => isOpen);
      const before = nudges;
      await newNode({ name: `node-${crypto.randomUUID().slice(0, 8)}` });
      await until('a nudge comes', () => nudges > before);
    } finally {
      ending.abort();
      await listening;
    }
  });

  test('serves the console, the documentation, health, and what adds a host', async () => {
    const page = await fetch(`${served.base}${path === '' ? '/' : ''}`, { headers: { accept: 'text/html' } });
    const html = await page.text();
    expect([page.status, html]).toEqual([200, expect.stringContaining(`<base href="${path}/"`)]);
    const files = [...html.matchAll(/(?:src|href)="\.\/(assets\/[^"]+)"/g)].map(([, file = '']) => file);
    expect(files.length).toBeGreaterThan(1);
    for (const file of files) expect((await fetch(`${served.base}/${file}`)).status).toBe(200);
    const statusOf = async (at: string) => (await fetch(`${served.base}${at}`)).status;
    expect([await statusOf('/readyz'), await statusOf('/healthz'), await statusOf('/docs/')]).toEqual([200, 200, 200]);
    // A clone has no release to install.
    const script = await (await fetch(`${served.base}/install`)).text();
    expect(script).toContain(`${served.base}/docs/hosts/install.html`);
  });
});
