import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { inject } from 'vitest';
import { EngineClient } from '../../src/agent/docker/engine/engine-client.ts';
import { objectName } from '../../src/agent/docker/engine/labels.ts';
import { readFile } from '../../src/agent/docker/engine/read-file.ts';
import { freePort } from '../harness/free-port.ts';
import { attackMs, floodFigures, hostileDaemon } from '../harness/hostile-daemon.ts';
import type { NodeView } from '../harness/nodes.ts';
import { type TestHost, testHost } from '../harness/test-host.ts';
import { until } from '../harness/until.ts';

const heartbeatSeconds = 2;
/** The least that the agent takes: hostile daemons use all of it. */
const stopTimeoutSeconds = 10;
const quietMs = 15_000;
const leastPolls = 10;
const pollEveryMs = 500;

interface Poll {
  /** The phases of the hostile nodes with their reasons, as the agent shows them. */
  hostile: string[];
  /** Those of the honest nodes. */
  phases: string[];
  /** How long the agent's socket takes to answer. */
  answerMs: number;
  /** The longest delay of its event loop since the last poll. */
  lagMs: number;
  memoryMiB: number;
}

export type Attacked = Awaited<ReturnType<typeof attackedHost>>;

/**
 * Runs hostile nodes beside two honest ones until each has made all attacks of `order`, and removes the hostile ones. Prints
 * what it measured, and how that compares to the time before.
 */
export async function attackedHost(order: readonly string[], count: number) {
  const image = await hostileDaemon(order);
  const metricsPort = await freePort();
  const host = await testHost({
    heartbeatSeconds,
    agent: {
      images: { '27.0': image },
      flags: { 'metrics-port': String(metricsPort), 'stop-timeout': String(stopTimeoutSeconds) },
    },
  });
  try {
    return await attack({ host, metricsPort, order, count });
  } catch (error) {
    await host[Symbol.asyncDispose]();
    throw error;
  }
}

async function attack({
  host,
  metricsPort,
  order,
  count,
}: {
  host: TestHost;
  metricsPort: number;
  order: readonly string[];
  count: number;
}) {
  const { nodes } = host;
  const [one, other] = (await host.runNodes(['honest-1', 'honest-2'])).map(({ id }) => id) as [string, string];
  let evil: string[] = [];

  const poll = async (): Promise<Poll> => {
    // Polling itself must be no load.
    await delay(pollEveryMs);
    const asked = performance.now();
    const seen = await host.agent.status();
    const answerMs = performance.now() - asked;
    const honest = await Promise.all([one, other].map((id) => nodes.get(id)));
    return {
      hostile: seen.nodes.flatMap(({ id, phase, reason }) => (evil.includes(id) ? `${phase}: ${reason}` : [])),
      phases: honest.map((node) => node?.status.phase ?? 'gone'),
      answerMs,
      lagMs: await readLag(metricsPort),
      memoryMiB: Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${host.agent.pid}/status`, 'utf8'))?.[1]) / 1024,
    };
  };

  /** Polls for a while, then stops an honest node and starts it again. */
  const observe = async (ms: number) => {
    const polls: Poll[] = [];
    const from = host.api.heartbeats.length;
    await readLag(metricsPort);
    const endsAt = Date.now() + ms;
    // On a busy machine, a poll may take longer than several attacks.
    while (Date.now() < endsAt || polls.length < leastPolls) polls.push(await poll());
    const heartbeatGapsMs = gaps(host.api.heartbeats.slice(from));
    const asked = performance.now();
    const stopped = await nodes.actFully(one, 'stop', 120_000);
    const stopMs = performance.now() - asked;
    await nodes.actFully(one, 'start', 120_000);
    return { polls, heartbeatGapsMs, stopped, stopMs };
  };

  const quiet = await observe(quietMs);
  const names = Array.from({ length: count }, (_none, index) => `hostile-${index + 1}`);
  const data = { clientVersion: '27.0', revertFailedChange: false };
  evil = (await Promise.all(names.map((name) => nodes.create(name, data)))).map(({ id }) => id);
  // Before their containers run, none attacks.
  await until('the hostile containers run', async () => {
    const running = (await host.docker.listContainers()).flatMap(({ Names }) => Names);
    return evil.every((id) => running.includes(`/${objectName(id)}`));
  });
  const loud = await observe(order.length * attackMs);

  const rate = await floodRate(evil[0] ?? '');
  const [first = '', ...others] = evil;
  const asked = performance.now();
  await nodes.actFully(first, 'stop', 120_000);
  const hostileStopMs = performance.now() - asked;
  const { State } = await host.docker.getContainer(objectName(first)).inspect();
  const deleted = performance.now();
  // The others are stopped by their deletion.
  const removing = Promise.all([first, ...others].map((id) => nodes.remove(id)));
  const honest: (NodeView | null)[] = await Promise.all([one, other].map((id) => nodes.get(id)));
  await removing;
  const removalMs = performance.now() - deleted;
  const volumes = await host.agent.volumes();

  print({ quiet, loud, rate, hostileStopMs, removalMs });
  return {
    host,
    polls: loud.polls,
    heartbeatGapsMs: loud.heartbeatGapsMs,
    stopped: { honest: loud.stopped, hostile: { phase: 'stopped', exitCode: State.ExitCode } },
    left: volumes.filter((name) => evil.some((id) => name.includes(id))),
    after: honest.map((node) => node?.status.phase),
  };
}

interface Observed {
  polls: Poll[];
  heartbeatGapsMs: number[];
  stopMs: number;
}

function print(measured: { quiet: Observed; loud: Observed; rate: string; hostileStopMs: number; removalMs: number }) {
  const { quiet, loud, rate, hostileStopMs, removalMs } = measured;
  const figures: [what: string, unit: string, of: (seen: Observed) => number][] = [
    ['agent memory, most', 'MiB', ({ polls }) => Math.max(...polls.map(({ memoryMiB }) => memoryMiB))],
    ['event-loop lag, median of the most in each poll', 'ms', ({ polls }) => median(polls.map(({ lagMs }) => lagMs))],
    ['event-loop lag, most', 'ms', ({ polls }) => Math.max(...polls.map(({ lagMs }) => lagMs))],
    ['answer of the agent’s socket, median', 'ms', ({ polls }) => median(polls.map(({ answerMs }) => answerMs))],
    ['answer of the agent’s socket, most', 'ms', ({ polls }) => Math.max(...polls.map(({ answerMs }) => answerMs))],
    ['time between heartbeats, median', 'ms', ({ heartbeatGapsMs }) => median(heartbeatGapsMs)],
    ['time between heartbeats, most', 'ms', ({ heartbeatGapsMs }) => Math.max(...heartbeatGapsMs)],
    ['stop of an honest node', 'ms', ({ stopMs }) => stopMs],
    ['honest nodes not running, of all polls', '', ({ polls }) => notRunning(polls)],
  ];
  const lines = figures.map(([what, unit, of]) => {
    const [before, during] = [of(quiet), of(loud)];
    const ratio = before === 0 ? '' : ` (${(during / before).toFixed(1)} ×)`;
    return `  ${what}: ${Math.round(before)} → ${Math.round(during)} ${unit}${ratio}`;
  });
  console.info(
    [
      `before → during the attacks, ${quiet.polls.length} and ${loud.polls.length} polls:`,
      ...lines,
      `  log flood: ${rate}`,
      `  stop of a hostile node: ${Math.round(hostileStopMs)} ms; removal of all: ${Math.round(removalMs)} ms`,
    ].join('\n'),
  );
}

/** Also resets it, as each reading of the agent's metrics does. */
async function readLag(port: number): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  return Number(/^nodejs_eventloop_lag_max_seconds (\S+)$/m.exec(text)?.[1]) * 1000;
}

async function floodRate(id: string): Promise<string> {
  const client = new EngineClient(inject('dockerSocket'));
  const text = (await readFile(client, objectName(id), floodFigures))?.toString();
  if (text === undefined) return 'none has ended';
  const { bytes, ms } = JSON.parse(text) as { bytes: number; ms: number };
  return `${Math.round(bytes / 1000 / ms)} MB/s without a line break, ${Math.round(bytes / 1e6)} MB`;
}

const gaps = (times: readonly number[]): number[] => times.slice(1).map((time, index) => time - (times[index] ?? time));

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

const notRunning = (polls: readonly Poll[]): number =>
  polls.flatMap(({ phases }) => phases).filter((phase) => phase !== 'running').length;
