import { type ClientRequest, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { TestControlPlane } from '../test/harness/control-plane.ts';
import { nudgesBody, TestExecutor } from '../test/harness/executor.ts';
import { type Figure, summarise } from './figures.ts';
import { familyMiB } from './process.ts';

const count = 2000;
const step = 50;
/** Of each agent, before the measurement: V8's young generation has its full size by then. */
const heartbeats = 5;
/** The maximum of one agent. */
const streamsOfAgent = 5;
const settleMs = 10_000;

/** (streams) Server memory of an open stream of nudges. */
export async function benchStreams(postgres: string): Promise<Figure> {
  const controlPlane = await TestControlPlane.start({
    logLevel: 'info',
    throughScript: true,
    postgres,
    heartbeatSeconds: 60,
  });
  const open: ClientRequest[] = [];
  try {
    const agents: { name: string; key: string }[] = [];
    for (let index = 0; index < (count + step) / streamsOfAgent; index++) {
      const [name, key] = [`host-${index}`, await controlPlane.key('executor')];
      const host = new TestExecutor(controlPlane, key, name);
      for (let beat = 0; beat < heartbeats; beat++) await host.sync();
      agents.push({ name, key });
    }
    const openSome = (amount: number) =>
      Promise.all(
        Array.from({ length: amount }, async () => {
          const agent = agents[Math.floor(open.length / streamsOfAgent)];
          if (agent === undefined) throw new Error('there are too few agents');
          const request = openStream(controlPlane.url, agent);
          open.push(request.sent);
          await request.begun;
        }),
      );
    // The cost of the first streams is left out.
    await openSome(step);
    await delay(settleMs);
    const before = familyMiB(controlPlane.pid);
    for (let opened = 0; opened < count; opened += step) await openSome(step);
    await delay(settleMs);
    const ours = summarise([((familyMiB(controlPlane.pid) - before) * 1024) / count]);
    return {
      what: `(streams) memory of each of ${count} open streams`,
      unit: 'KiB',
      ours,
      peer: null,
      goal: '≤ 24',
      met: ours.median <= 24,
    };
  } finally {
    for (const one of open) one.destroy();
    await controlPlane.destroy();
  }
}

/** `begun` rejects if the stream is refused. */
function openStream(
  url: string,
  { name, key }: { name: string; key: string },
): { sent: ClientRequest; begun: Promise<void> } {
  const { promise: begun, resolve, reject } = Promise.withResolvers<void>();
  const headers = { authorization: `Bearer ${key}`, accept: 'text/event-stream', 'content-type': 'application/json' };
  const sent = request(url, { method: 'POST', headers, agent: false }, (response) => {
    response.resume();
    response.on('error', () => undefined);
    if (response.statusCode === 200) resolve();
    else reject(new Error(`a stream was refused with HTTP ${response.statusCode}`));
  });
  sent.on('error', reject);
  sent.end(nudgesBody(name));
  return { sent, begun };
}
