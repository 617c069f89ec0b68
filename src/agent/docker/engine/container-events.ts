import type { Readable } from 'node:stream';
import type { WorkloadChange } from '../../runtime/runtime.ts';
import type { EngineClient } from './engine-client.ts';
import { filterOf, labels } from './labels.ts';
import { followStream, linesOf } from './streams.ts';

/** Follows the events of an executor's containers. Changes before `onOpen` and after the end must be observed. */
export function containerChanges(
  client: EngineClient,
  executorId: string,
  signal: AbortSignal,
  onOpen: () => void,
): AsyncGenerator<WorkloadChange> {
  const { label } = filterOf({ [labels.executor]: executorId });
  const open = (abortSignal: AbortSignal) =>
    client.docker.getEvents({ filters: { type: ['container'], label }, abortSignal });
  return followStream(client, { what: 'stream its events', open, onOpen, read: readEvents }, signal);
}

async function* readEvents(stream: Readable): AsyncGenerator<WorkloadChange> {
  for await (const line of linesOf(stream)) {
    const change = parseEvent(line);
    if (change !== undefined) yield change;
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
