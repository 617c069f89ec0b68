import type { Readable } from 'node:stream';
import type { DockerClient } from './engine-client.ts';
import { engineError } from './engine-error.ts';
import { labels } from './labels.ts';

/** Something that happened to a container of a node. */
export interface NodeTouched {
  nodeId: string;
  containerId: string;
  /** Set when its process ended. */
  exitCode: number | null;
}

/**
 * Tells whenever something happens to one of our nodes' containers. Ends, by return or by EngineError, when the
 * engine closes the stream; what happened meanwhile must then be looked up. `onOpen` is called when the stream stands.
 */
export async function* nodesTouched(
  client: DockerClient,
  executorId: string,
  signal: AbortSignal,
  onOpen: () => void,
): AsyncGenerator<NodeTouched> {
  // Not the call's own signal: its time is over long before the stream is.
  const unopened = new AbortController();
  const opening = client.call('stream its events', () =>
    client.docker.getEvents({
      filters: { type: ['container'], label: [`${labels.executor}=${executorId}`] },
      abortSignal: AbortSignal.any([signal, unopened.signal]),
    }),
  );
  opening.catch(() => unopened.abort());
  const stream = (await opening) as Readable;
  const end = () => stream.destroy();
  signal.addEventListener('abort', end, { once: true });
  onOpen();
  try {
    let rest = '';
    for await (const chunk of stream.setEncoding('utf8')) {
      const lines = `${rest}${chunk}`.split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        const touched = parseEvent(line);
        if (touched !== undefined) yield touched;
      }
    }
  } catch (error) {
    if (!signal.aborted) throw engineError('stream its events', error);
  } finally {
    signal.removeEventListener('abort', end);
    stream.destroy();
  }
}

function parseEvent(line: string): NodeTouched | undefined {
  const event = JSON.parse(line) as {
    Action?: string;
    Actor?: { ID?: string; Attributes?: Record<string, string> };
  };
  // An exec of somebody's health check says nothing of the node.
  if (event.Action === undefined || event.Action.startsWith('exec_')) return undefined;
  const attributes = event.Actor?.Attributes ?? {};
  const nodeId = attributes[labels.node];
  if (nodeId === undefined) return undefined;
  const exitCode = Number(attributes['exitCode']);
  return {
    nodeId,
    containerId: event.Actor?.ID ?? '',
    exitCode: event.Action === 'die' && Number.isInteger(exitCode) ? exitCode : null,
  };
}
