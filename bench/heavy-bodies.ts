import { once } from 'node:events';
import { request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { newToken } from '../src/control-plane/people/accounts/tokens.ts';
import { TestControlPlane } from '../test/harness/control-plane.ts';
import { TestExecutor } from '../test/harness/executor.ts';
import { largestBodies, largestBodiesOfPeople } from '../test/harness/largest-bodies.ts';
import { makeOrganization } from '../test/harness/organization.ts';
import { type Figure, type Summary, summarise } from './figures.ts';
import type { FloodData } from './flood.ts';
import { processorSeconds } from './process.ts';

const seconds = 10;
/** Of one key. */
const connections = 4;
const strangers = 50;

interface Measured {
  beat: Summary;
  health: Summary;
  /** Share of a core that the server used. */
  busy: number;
  refused: number;
}

/**
 * (bodies) Heartbeats of another organization and `/healthz`, while one credential sends the largest bodies of its
 * audience on four connections, and while strangers who claim an agent's key send their bodies slowly.
 */
export async function* benchHeavyBodies(postgres: string): AsyncGenerator<Figure> {
  const controlPlane = await TestControlPlane.start({
    ...{ logLevel: 'info', throughScript: true, postgres, heartbeatSeconds: 60 },
  });
  try {
    yield* figuresBeside(controlPlane);
  } finally {
    await controlPlane.destroy();
  }
}

async function* figuresBeside(controlPlane: TestControlPlane): AsyncGenerator<Figure> {
  const attacker = await makeOrganization(controlPlane, 'Heavy');
  const victim = await makeOrganization(controlPlane, 'Victims');
  const host = new TestExecutor(controlPlane, victim.executorKey, 'victim');
  const heavy = new TestExecutor(controlPlane, attacker.executorKey, 'heavy');
  await heavy.sync();
  const { observedRevision } = (await host.sync()).data.syncExecutor;
  const beat = async () => {
    const { errors } = await host.repeat(observedRevision);
    return errors === undefined;
  };
  const measure = () => measureBeside(controlPlane, beat);
  const attacks: [string, string, string][] = [
    ...Object.entries(largestBodies(heavy)).map(([what, body]): [string, string, string] => [what, body, heavy.key]),
    ...Object.entries(largestBodiesOfPeople()).map(([what, body]): [string, string, string] => [
      what,
      body,
      attacker.adminKey,
    ]),
  ];
  await measure();
  for (const [what, body, key] of attacks) {
    const quiet = await measure();
    const attacked = await during(flood(controlPlane.url, body, key), measure);
    yield* figuresOf(
      `${what} on ${connections} connections (${(body.length / 1e6).toFixed(1)} MB each)`,
      attacked,
      quiet,
    );
  }
  const quiet = await measure();
  const attacked = await during(slowStrangers(controlPlane.url), measure);
  yield* figuresOf(`${strangers} slow strangers with made-up keys`, attacked, quiet);
}

function figuresOf(what: string, attacked: Measured, quiet: Measured): Figure[] {
  const ratio = (attacked.beat.median / quiet.beat.median).toFixed(1);
  const busy = `server ${Math.round(100 * attacked.busy)} % of a core, quiet ${Math.round(100 * quiet.busy)} %`;
  return [
    {
      what: `(bodies) heartbeats of another organization beside ${what}, median ×${ratio}, ${attacked.refused} refused, ${busy}`,
      unit: 'ms',
      ours: attacked.beat,
      peer: { what: 'without', summary: quiet.beat },
      goal: 'none refused, p99 within 200 ms of the peer',
      met: attacked.refused === 0 && attacked.beat.p99 <= quiet.beat.p99 + 200,
    },
    {
      what: `(bodies) /healthz beside ${what}`,
      unit: 'ms',
      ours: attacked.health,
      peer: { what: 'without', summary: quiet.health },
      goal: 'p99 ≤ 1,000',
      met: attacked.health.p99 <= 1000,
    },
  ];
}

async function measureBeside(controlPlane: TestControlPlane, beat: () => Promise<boolean>): Promise<Measured> {
  const until = performance.now() + seconds * 1000;
  const before = processorSeconds(controlPlane.pid);
  const repeat = async (work: () => Promise<unknown>) => {
    const times: number[] = [];
    while (performance.now() < until) {
      const began = performance.now();
      await work();
      times.push(performance.now() - began);
      await delay(50);
    }
    return summarise(times);
  };
  let refused = 0;
  const countedBeat = async () => {
    if (!(await beat())) refused++;
  };
  const healthUrl = new URL('/healthz', controlPlane.url).href;
  const [beats, health] = await Promise.all([repeat(countedBeat), repeat(async () => (await fetch(healthUrl)).text())]);
  return { beat: beats, health, refused, busy: (processorSeconds(controlPlane.pid) - before) / seconds };
}

async function during<T>(attack: (signal: AbortSignal) => Promise<unknown>, work: () => Promise<T>): Promise<T> {
  const ending = new AbortController();
  const attacking = attack(ending.signal);
  const result = await work();
  ending.abort();
  await attacking;
  return result;
}

const flood = (url: string, body: string, key: string) => async (signal: AbortSignal) => {
  const workerData: FloodData = { url, body, key, connections };
  const worker = new Worker(new URL('flood.ts', import.meta.url), { workerData });
  const ended = once(worker, 'exit');
  signal.addEventListener('abort', () => worker.postMessage('end'), { once: true });
  await ended;
};

const slowStrangers = (url: string) => (signal: AbortSignal) =>
  Promise.all(
    Array.from({ length: strangers }, async () => {
      while (!signal.aborted) {
        const authorization = `Bearer ${newToken('executor').text}`;
        const headers = { 'content-type': 'application/json', 'content-length': 4000, authorization };
        await new Promise<void>((resolve) => {
          const one = request(url, { method: 'POST', headers, agent: false, signal });
          one.on('error', () => resolve());
          one.on('response', () => one.destroy());
          one.on('close', () => resolve());
          one.write('{');
        });
        await delay(20);
      }
    }),
  );
