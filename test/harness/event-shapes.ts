import { type ZodType, z } from 'zod';
import { eventData } from '../../src/contract/event-data.ts';
import { type EventKind, sampleKind } from '../../src/contract/events.ts';

const shapes: ReadonlyMap<string, ZodType> = new Map(Object.entries(eventData));

/** Returns how the data of a recorded event differs from the published shape of its kind; null if it does not. */
export function shapeFault({ kind, data }: { kind: EventKind; data?: unknown }): string | null {
  if (data === undefined || kind === sampleKind) return null;
  const shape = shapes.get(kind);
  if (shape === undefined) return `${kind} has data`;
  const { error } = shape.safeParse(data);
  return error === undefined ? null : `${kind}: ${z.prettifyError(error)} in ${JSON.stringify(data)}`;
}
