import type { ClientVersion } from '../../bitcoin/clients/registry.ts';
import { errorMessage } from '../../text/error-message.ts';
import { Backoff } from '../../timing/backoff.ts';
import { Notify } from '../../timing/notify.ts';
import type { DesiredEntry } from '../desired/desired-entry.ts';
import { loop } from '../loops/watched-loops.ts';
import type { ReconcileDeps } from './reconcile-deps.ts';

const retryPolicy = { firstMs: 60_000, maxMs: 3_600_000 };

/** An image may be removed from the host before its turn comes. */
const intervalMs = 3_600_000;

export type UpcomingImages = ReturnType<typeof upcomingImages>;

/**
 * Pulls the images of the versions that rollouts will change nodes to, one after another. A node is then down for its
 * stop and start only, and a maintenance window is not spent on a download. A failed pull is no problem of the node:
 * it is repeated here, and again when the change comes.
 */
export function upcomingImages({ runtime, desired, clock, log, recorder, watchLoop }: ReconcileDeps) {
  const due = new Notify(clock);
  const backoff = new Backoff(retryPolicy);
  /** The pull in progress. */
  let current: { version: ClientVersion; stop: AbortController } | null = null;

  /** Returns whether no image is left to pull: it is on the host now, or nothing needs it any more. */
  const pull = async ({ version, nodes }: UpcomingVersion, ending: AbortSignal): Promise<boolean> => {
    if (!isNeeded(desired.all(), version)) return true;
    const stop = new AbortController();
    current = { version, stop };
    const signal = AbortSignal.any([ending, stop.signal]);
    try {
      const reference = await runtime.fetchImage(version, signal);
      if (reference === null) return true;
      for (const { id, name } of nodes) {
        const message = `Pulled the image ${reference}: a rollout will change ${name} to ${version.clientVersion}.`;
        recorder.record({ kind: 'node.image_pulled', nodeId: id, message });
      }
      return true;
    } catch (error) {
      const { client, clientVersion } = version;
      if (!signal.aborted)
        log.warn(
          `cannot pull the image of ${client} ${clientVersion} before a rollout: ${errorMessage(error)}; retrying`,
        );
      return stop.signal.aborted;
    } finally {
      current = null;
    }
  };

  return {
    /** Ends a pull that no rollout waits for any more. */
    wake: () => {
      if (current !== null && !isNeeded(desired.all(), current.version)) current.stop.abort();
      due.notify();
    },
    async run(signal: AbortSignal): Promise<void> {
      using pulse = watchLoop('upcoming images');
      await loop({ pulse, signal, rest: (ms) => due.wait(ms, signal) }, async () => {
        // A pull may take hours.
        pulse.away();
        let areHere = true;
        for (const version of upcomingVersions(desired.all())) areHere = (await pull(version, signal)) && areHere;
        if (!areHere) return backoff.next();
        backoff.reset();
        return intervalMs;
      });
    },
  };
}

interface UpcomingVersion {
  version: ClientVersion;
  /** Those that will be changed to it. */
  nodes: { id: string; name: string }[];
}

/** Whether a node will get the version, or has got it while its image was pulled. */
const isNeeded = (entries: readonly DesiredEntry[], { client, clientVersion }: ClientVersion): boolean =>
  entries.some(
    ({ node, orphaned }) =>
      !orphaned &&
      node.desiredState === 'running' &&
      node.client === client &&
      [node.clientVersion, node.upcomingVersion].includes(clientVersion),
  );

/** Only for nodes that run: a stopped one loses no time by a download. */
function upcomingVersions(entries: readonly DesiredEntry[]): UpcomingVersion[] {
  const found = new Map<string, UpcomingVersion>();
  for (const { node, orphaned } of entries) {
    const { id, name, client, clientVersion, upcomingVersion, desiredState } = node;
    if (orphaned || desiredState !== 'running' || upcomingVersion == null || upcomingVersion === clientVersion)
      continue;
    const version = { client, clientVersion: upcomingVersion };
    found.getOrInsertComputed(`${client} ${upcomingVersion}`, () => ({ version, nodes: [] })).nodes.push({ id, name });
  }
  return [...found.values()];
}
