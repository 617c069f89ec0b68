import type { Readable } from 'node:stream';
import type { DockerClient } from './docker-client.ts';
import { engineError } from './engine-error.ts';
import { labels } from './labels.ts';

/**
 * Tells the id of a node whenever something happens to one of its containers. Ends, by return or by EngineError, when the
 * engine closes the stream; what happened meanwhile must then be looked up.
 */
export async function* nodesTouched(client: DockerClient, executorId: string, signal: AbortSignal): AsyncGenerator<string> {
  const stream = (await client.call('stream its events', () =>
    client.docker.getEvents({
      filters: { type: ['container'], label: [`${labels.executor}=${executorId}`] },
      abortSignal: signal,
    }),
  )) as Readable;
  const end = () => stream.destroy();
  signal.addEventListener('abort', end, { once: true });
  try {
    let rest = '';
    for await (const chunk of stream.setEncoding('utf8')) {
      const lines = `${rest}${chunk}`.split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        const nodeId = nodeOf(line);
        if (nodeId !== undefined) yield nodeId;
      }
    }
  } catch (error) {
    if (!signal.aborted) throw engineError('stream its events', error);
  } finally {
    signal.removeEventListener('abort', end);
    stream.destroy();
  }
}

function nodeOf(line: string): string | undefined {
  const event = JSON.parse(line) as { Action?: string; Actor?: { Attributes?: Record<string, string> } };
  // An exec of somebody's health check says nothing of the node.
  if (event.Action === undefined || event.Action.startsWith('exec_')) return undefined;
  return event.Actor?.Attributes?.[labels.node];
}
