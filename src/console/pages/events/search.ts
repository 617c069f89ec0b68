import type { EventFilterInput, EventLevel } from '../../../contract/types.generated.ts';
import { oneOf, text } from '../../display/address.ts';

/** What the address of the list of events says: its filters. */
export interface EventsSearch {
  level?: EventLevel;
  node?: string;
  executor?: string;
  kind?: string;
}

export const levels: readonly EventLevel[] = ['info', 'warning', 'error'];

/** Reads the address; what makes no sense is left out. Pure. */
export const eventsSearch = (search: Record<string, unknown>): EventsSearch => ({
  level: oneOf(levels, search['level']),
  node: text(search['node']),
  executor: text(search['executor']),
  kind: text(search['kind']),
});

/** Returns the conditions that an address asks for. Pure. */
export const eventsFilter = ({ level, node, executor, kind }: EventsSearch): EventFilterInput => ({
  ...(level === undefined ? {} : { level }),
  ...(node === undefined ? {} : { nodeName: node }),
  ...(executor === undefined ? {} : { executorName: executor }),
  ...(kind === undefined ? {} : { kind }),
});
