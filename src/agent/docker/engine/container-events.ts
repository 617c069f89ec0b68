import { addAbortSignal, type Readable } from 'node:stream';
import type { WorkloadChange } from '../../runtime/runtime.ts';
import { RuntimeError } from '../../runtime/runtime-error.ts';
import type { EngineClient } from './engine-client.ts';
import { labels } from './labels.ts';
import { linesOf } from './lines.ts';

/**
 * Follows the engine's events of an executor's containers. Ends, by return or by RuntimeError, when the engine closes
 * the stream; changes until it is reopened must be observed. `onOpen` is called when the stream is open.
 */
export async function* containerChanges(
  client: EngineClient,
  executorId: string,
  signal: AbortSignal,
  onOpen: () => void,
): AsyncGenerator<WorkloadChange> {
  // Not the call's own signal: its timeout is shorter than the stream.
  const unopened = new AbortController();
  const opening = client.call('stream its events', () =>
    client.docker.getEvents({
      filters: { type: ['container'], label: [`${labels.executor}=${executorId}`] },
      abortSignal: AbortSignal.any([signal, unopened.signal]),
    }),
  );
  opening.catch(() => unopened.abort());
  const stream = addAbortSignal(signal, (await opening) as Readable);
  onOpen();
  try {
    for await (const line of linesOf(stream)) {
      const change = parseEvent(line);
      if (change !== undefined) yield change;
    }
  } catch (error) {
    // The connection's own message would be "aborted".
    if (!signal.aborted)
      throw new RuntimeError('unreachable', 'The Docker engine stopped responding', { cause: error });
  } finally {
    stream.destroy();
  }
}

/** Parses one event; undefined for events that do not concern a node. */
export function parseEvent(line: string): WorkloadChange | undefined {
  const event = JSON.parse(line) as {
    Action?: string;
    Actor?: { ID?: string; Attributes?: Record<string, string> };
  };
  // The exec of a health check does not concern the node.
  if (event.Action === undefined || event.Action.startsWith('exec_')) return undefined;
  const attributes = event.Actor?.Attributes ?? {};
  const nodeId = attributes[labels.node];
  if (nodeId === undefined) return undefined;
  const exitCode = Number(attributes['exitCode']);
  return {
    nodeId,
    workloadId: event.Actor?.ID ?? '',
    exitCode: event.Action === 'die' && Number.isInteger(exitCode) ? exitCode : null,
    ...(event.Action === 'oom' ? { outOfMemory: true } : {}),
  };
}
