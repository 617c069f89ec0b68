import { statfs } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { NodeConfig } from '../../../bitcoin/node-config.ts';
import { untilAborted } from '../../../timing/until-aborted.ts';
import { RpcError } from '../../monitor/rpc.ts';
import { crashMessage, describeExit } from '../../node/crash-message.ts';
import type { RehearsalReport } from '../../runtime/node-record.ts';
import { RuntimeError, refused } from '../../runtime/runtime-error.ts';
import { killedExitCode } from '../../runtime/workload.ts';
import { untilAnswered } from '../daemon-endpoint.ts';
import { containerLogs } from '../engine/container-logs.ts';
import { statsReader } from '../engine/container-stats.ts';
import { inspectContainer, startContainer, stopContainer } from '../engine/containers.ts';
import type { EngineClient } from '../engine/engine-client.ts';
import type { ObservedContainer } from '../engine/observed-container.ts';
import { readTip, type Tip } from '../steps/read-tip.ts';
import { daemonCli } from './daemon-cli.ts';
import { ignoredOptions, loggedWarnings } from './judge-version.ts';
import { NotPossible } from './not-possible.ts';

export interface Trial {
  client: EngineClient;
  /** Of the version, on the copy, which was not started yet. */
  containerId: string;
  /** The node's configuration in that version. */
  config: NodeConfig;
  /** The path of the copy, to watch its disk. */
  copy: string;
  stopTimeoutSeconds: number;
  signal: AbortSignal;
}

/** Longer than the ten seconds after which a changed node counts as working. */
const provenMs = 15_000;
const everyMs = 1000;
/** A version that migrates its data as a whole before it answers needs a rehearsal by hand. */
const maxLoadMs = 30 * 60_000;
/** Less would stop the nodes on this disk. */
const leastFreeBytes = 512 * 1024 * 1024;

const secondsSince = (begunAt: number): number => Math.round(performance.now() - begunAt) / 1000;

/**
 * Starts a version on a copy, waits until it answers, and returns its tip once it has kept answering for a while. Fills
 * `report` as it goes. Throws RuntimeError with the reason if the version does not run, and NotPossible.
 */
export async function startVersion(trial: Trial, report: RehearsalReport): Promise<Tip> {
  const { client, containerId, config, signal } = trial;
  const daemon = daemonCli(client, containerId, config);
  const begunAt = performance.now();
  await startContainer(client, containerId);
  const look = watcher(trial, report);
  let impossible: NotPossible | undefined;
  const ask = () =>
    readTip(daemon, signal).catch((error: unknown) => {
      if (error instanceof NotPossible) impossible = error;
      throw error;
    });
  const first = await untilAnswered(
    ask,
    async (silence) => {
      if (impossible !== undefined) throw impossible;
      await look();
      if (silence !== null) throw refused(`${config.clientVersion} does not answer on the copy: ${silence}`);
      if (performance.now() - begunAt > maxLoadMs)
        throw refused(`${config.clientVersion} still loads the copy after ${maxLoadMs / 60_000} minutes`);
    },
    signal,
  );
  report.startSeconds = secondsSince(begunAt);
  const until = performance.now() + provenMs;
  while (performance.now() < until) {
    await sleep(everyMs, undefined, { signal });
    await look();
    // A daemon that is busy answers the next one.
    await readTip(daemon, signal).catch((error: unknown) => {
      if (!(error instanceof RpcError || error instanceof RuntimeError)) throw error;
    });
  }
  await look();
  // The chain of a copy without peers changes only while the daemon connects blocks that it has on disk.
  return await ask().catch(() => first);
}

/** Stops the version as a node is stopped. Fills `report`. Throws RuntimeError if it does not end cleanly. */
export async function stopVersion(trial: Trial, report: RehearsalReport): Promise<void> {
  const { client, containerId, config, stopTimeoutSeconds, signal } = trial;
  const begunAt = performance.now();
  // Nobody waits for a version that hangs once its rehearsal is no longer needed.
  await Promise.race([stopContainer(client, containerId, stopTimeoutSeconds), untilAborted(signal)]);
  signal.throwIfAborted();
  report.stopSeconds = secondsSince(begunAt);
  await readLog(trial, report);
  const ended = await inspectContainer(client, containerId);
  if (ended === null || ended.exitCode === 0) return;
  if (ended.exitCode === killedExitCode && !ended.outOfMemory)
    throw refused(`${config.clientVersion} did not stop within ${stopTimeoutSeconds} s and was killed`);
  throw refused(await describeEnd(trial, ended));
}

const maxLines = 2000;

/** Reads what the version says about its options. */
async function readLog({ client, containerId, config }: Trial, report: RehearsalReport): Promise<void> {
  const log = await containerLogs(client, containerId, maxLines);
  report.ignoredOptions = ignoredOptions(log, config);
  report.warnings = [...new Set([...(report.warnings ?? []), ...loggedWarnings(log)])].slice(0, 20);
}

/** Returns a check that the version still runs and its disk has space, which also measures its memory. */
function watcher(trial: Trial, report: RehearsalReport): () => Promise<void> {
  const { client, containerId, config, copy } = trial;
  let read: ReturnType<typeof statsReader> | undefined;
  return async () => {
    const container = await inspectContainer(client, containerId);
    if (container === null) throw new NotPossible('the container of the rehearsal was removed by someone else');
    if (container.state === 'stopped') {
      await readLog(trial, report);
      throw refused(await describeEnd(trial, container));
    }
    const { bavail, bsize } = await statfs(copy);
    if (bavail * bsize < leastFreeBytes)
      throw new NotPossible(
        `the version writes so much that the disk of ${copy} is nearly full; free disk space and rehearse again`,
      );
    read ??= statsReader(client, container, config);
    const { memoryMiB } = await read();
    report.peakMemoryMiB = Math.round(Math.max(report.peakMemoryMiB ?? 0, memoryMiB ?? 0));
  };
}

/** Describes the end of the version in the words of its log. */
async function describeEnd({ client, containerId, config }: Trial, ended: ObservedContainer): Promise<string> {
  const lastWords = crashMessage(await containerLogs(client, containerId, 20));
  const { exitCode: code, outOfMemory } = ended;
  return describeExit({ code, outOfMemory, lastWords, hadRoom: true }, `${config.clientVersion} exited on the copy`);
}
