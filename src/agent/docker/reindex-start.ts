import { hasBegunToRebuild } from '../../bitcoin/reindex.ts';
import { poll } from '../../timing/poll.ts';
import { RuntimeError } from '../runtime/runtime-error.ts';
import { firstLines } from './engine/container-logs.ts';
import { inspectContainer } from './engine/containers.ts';
import type { EngineClient } from './engine/engine-client.ts';

/** A daemon opens its databases within seconds of its start; wiping those of mainnet takes longer. */
const withinMs = 10 * 60_000;
const everyMs = 200;

/** The start of a daemon with the option to rebuild. */
interface RebuildStart {
  containerId: string;
  /** The engine's time; null when the daemon never started. */
  startedAt: string | null;
}

/** Waits until a daemon that was started to rebuild has begun with it, or has ended. Throws RuntimeError where neither happens. */
export async function untilRebuilding(client: EngineClient, start: RebuildStart, signal: AbortSignal): Promise<void> {
  const isSettled = async () => !(await isUp(client, start)) || (await readHasBegun(client, start));
  if ((await poll(isSettled, { withinMs, everyMs, signal })) !== undefined) return;
  throw new RuntimeError(
    'refused',
    'the daemon was started to rebuild its chain data and has not begun yet; waiting on',
  );
}

async function isUp(client: EngineClient, { containerId }: RebuildStart): Promise<boolean> {
  return (await inspectContainer(client, containerId))?.state === 'running';
}

/** Whether a daemon began to rebuild after this start. Throws RuntimeError. */
export async function readHasBegun(client: EngineClient, { containerId, startedAt }: RebuildStart): Promise<boolean> {
  if (startedAt === null) return false;
  const since = Date.parse(startedAt);
  return hasBegunToRebuild(await firstLines(client, containerId, since, since + withinMs));
}
