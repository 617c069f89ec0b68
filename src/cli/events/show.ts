import { type Command, Option } from 'commander';
import { maxPageSize } from '../../contract/limits.ts';
import { ListEventsDocument } from '../../contract/operations.generated.ts';
import type { EventFilterInput, EventLevel } from '../../contract/types.generated.ts';
import { printable } from '../../text/printable.ts';
import { Api, type ApiOptions, withApiOptions } from '../api.ts';
import { jsonText, print, printLines } from '../output.ts';
import { wholeNumber } from '../parse.ts';
import { requirePersonalKey } from '../personal-key.ts';
import { untilChanged } from '../until-changed.ts';
import { type Event, type EventPage, eventsAfter } from './follow.ts';

interface EventOptions extends ApiOptions {
  node?: string;
  executor?: string;
  level?: EventLevel;
  last: number;
  follow?: boolean;
}

export function register(events: Command): void {
  withApiOptions(events)
    .option('--node <name>', 'filter by node')
    .option('--executor <name>', 'filter by host')
    .addOption(new Option('--level <level>', 'filter by level').choices(['info', 'warning', 'error']))
    .option('--last <count>', `number of events, 1 to ${maxPageSize}`, wholeNumber(1, maxPageSize), 50)
    .option('--follow', 'keep printing new events (with --json: one per line)')
    .action(showEvents);
}

async function showEvents(options: EventOptions): Promise<void> {
  const api = new Api(options);
  const { node, executor, level } = options;
  const filter = { nodeName: node ?? null, executorName: executor ?? null, level: level ?? null };
  const { events } = await api.call(ListEventsDocument, { filter: { ...filter, take: options.last } });
  if (events.nodes.length === 0) await requirePersonalKey(api);
  if (options.follow) await follow(events, filter, api, options);
  else {
    const nodes = events.nodes.toReversed();
    print(nodes, options, () => nodes.map(eventLine));
  }
}

/** Prints each event as it arrives, as text or as a line of JSON. */
async function follow(page: EventPage, filter: EventFilterInput, api: Api, { json }: EventOptions): Promise<void> {
  const show = (event: Event) => (json ? console.log(jsonText(event)) : printLines([eventLine(event)]));
  for (const event of page.nodes.toReversed()) show(event);
  const ended = new AbortController();
  try {
    for await (const event of eventsAfter(page, filter, api, untilChanged(api, ['event'], ended.signal))) {
      // The reader closed the pipe.
      if (!process.stdout.writable) return;
      show(event);
    }
  } finally {
    ended.abort();
  }
}

/** Formats an event as a line. */
export const eventLine = ({ at, level, executorName, nodeName, message }: Event): string =>
  `${at}  ${level.padEnd(7)}  ${executorName ?? ''}${nodeName ? `/${nodeName}` : ''}  ${printable(message)}`;
