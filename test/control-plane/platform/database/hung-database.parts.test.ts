import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { TestControlPlane } from '../../../harness/control-plane.ts';
import { listenHere } from '../../../harness/listen.ts';
import { satrap } from '../../../harness/satrap.ts';
import { until } from '../../../harness/until.ts';

describe('a database that hangs', { timeout: 90_000 }, () => {
  let controlPlane: TestControlPlane;
  let proxy: Awaited<ReturnType<typeof stallingProxyBefore>>;

  beforeAll(async () => {
    proxy = await stallingProxyBefore(inject('postgresUrl'));
    controlPlane = await TestControlPlane.start({ ownProcess: true, postgres: proxy.url, heartbeatSeconds: 60 });
  });
  afterAll(async () => {
    proxy?.resume();
    await controlPlane?.destroy();
    await proxy?.close();
  });

  const ask = async (path: string, method = 'GET') => {
    const response = await fetch(new URL(path, controlPlane.url), { method });
    return { status: response.status, text: await response.text() };
  };
  const manyRequests = () => Array.from({ length: 12 }, () => controlPlane.call('{ nodes { id } }'));

  test('the health of a control plane is told without a key, in few words, and with GET only', async () => {
    expect(await ask('/healthz')).toEqual({ status: 200, text: 'the control plane runs\n' });
    expect(await ask('/readyz?verbose')).toEqual({ status: 200, text: 'ready\n' });
    expect(await ask('/readyz', 'HEAD')).toEqual({ status: 200, text: '' });
    for (const [path, method] of [
      ['/readyz', 'POST'],
      ['/healthz/', 'GET'],
      ['/livez', 'GET'],
    ] as const) {
      expect((await ask(path, method)).status).toBe(404);
    }
  });

  test('a control plane whose database hangs is alive, is not ready, answers within forty-five seconds, and goes on afterwards', async () => {
    proxy.stall();
    const startedAt = performance.now();
    const answered = Promise.all(manyRequests());
    expect((await ask('/readyz')).status).toBe(503);
    expect((await ask('/healthz')).status).toBe(200);
    const { port } = new URL(controlPlane.url);
    const health = (...place: string[]) => satrap(['control-plane', 'health', ...place]);
    expect(await health('--host', '0.0.0.0', '--port', port)).toMatchObject({
      code: 0,
      stdout: 'the control plane runs\n',
    });
    expect(await health('--host', '::1', '--port', port)).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/no control plane answers at http:\/\/\[::1\]:\d+\/healthz \(.*SATRAP_PORT/),
    });
    const answers = await answered;
    expect(performance.now() - startedAt).toBeLessThan(45_000);
    expect(answers.map(({ status, errors }) => [status, errors?.[0]?.extensions?.code])).toEqual(
      Array(answers.length).fill([503, 'unavailable']),
    );
    proxy.resume();
    await until('it is ready again', async () => (await ask('/readyz')).status === 200);
    await until('it serves again', async () => (await controlPlane.call('{ nodes { id } }')).status === 200);
  });

  test('a control plane whose database hangs ends within twenty seconds of SIGTERM', async () => {
    proxy.stall();
    const requests = Promise.allSettled(manyRequests());
    const startedAt = performance.now();
    await controlPlane.stop('SIGTERM');
    expect(performance.now() - startedAt).toBeLessThan(20_000);
    await requests;
  });
});

/** A proxy that can make all connections hang, like a frozen host. `url`: the target by way of it. */
async function stallingProxyBefore(targetUrl: string) {
  const target = new URL(targetUrl);
  const sockets = new Set<Socket>();
  let isStalled = false;
  const pass = (from: Socket, to: Socket) => {
    sockets.add(from);
    from.on('data', (bytes) => isStalled || to.write(bytes));
    from.on('error', () => to.destroy());
    from.on('close', () => {
      sockets.delete(from);
      to.destroy();
    });
  };
  const server = createServer((incoming) => {
    const outgoing = connect(Number(target.port), target.hostname);
    pass(incoming, outgoing);
    pass(outgoing, incoming);
  });
  const destroyAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  const url = Object.assign(new URL(targetUrl), { hostname: '127.0.0.1', port: String(await listenHere(server)) });
  return {
    url: url.href,
    /** Stops passing data. What was sent meanwhile is lost. */
    stall: () => {
      isStalled = true;
    },
    resume: () => {
      isStalled = false;
      destroyAll();
    },
    close: async () => {
      const closed = once(server.close(), 'close');
      destroyAll();
      await closed;
    },
  };
}
