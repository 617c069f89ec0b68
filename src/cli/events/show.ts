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
    .option('--node <name>', 'only of this node')
    .option('--executor <name>', 'only of this executor')
    .addOption(new Option('--level <level>', 'only of this level').choices(['info', 'warning', 'error']))
    .option('--last <count>', `how many, 1 to ${maxPageSize}`, wholeNumber(1, maxPageSize), 50)
    .option('--follow', 'go on and print what happens from now on (with --json: a line each)')
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

/** Prints each event as soon as it is known, as a line for people or as one of JSON. */
async function follow(page: EventPage, filter: EventFilterInput, api: Api, { json }: EventOptions): Promise<void> {
  const show = (event: Event) => (json ? console.log(jsonText(event)) : printLines([eventLine(event)]));
  for (const event of page.nodes.toReversed()) show(event);
  const ended = new AbortController();
  try {
    for await (const event of eventsAfter(page, filter, api, untilChanged(api, ['event'], ended.signal))) {
      // The program that read the lines has ended.
      if (!process.stdout.writable) return;
      show(event);
    }
  } finally {
    ended.abort();
  }
}

/** Returns an event as a line for people. */
export const eventLine = ({ at, level, executorName, nodeName, message }: Event): string =>
  `${at}  ${level.padEnd(7)}  ${executorName ?? ''}${nodeName ? `/${nodeName}` : ''}  ${printable(message)}`;
