import { type Command, Option } from 'commander';
import { ListEventsDocument, type ListEventsQuery } from '../../contract/operations.generated.ts';
import type { EventLevel } from '../../contract/types.generated.ts';
import { printable } from '../../text/printable.ts';
import { Api, type ApiOptions, withApiOptions } from '../api.ts';
import { print } from '../output.ts';
import { wholeNumber } from '../parse.ts';

const maxEvents = 500;

interface EventOptions extends ApiOptions {
  node?: string;
  executor?: string;
  level?: EventLevel;
  last: number;
}

/** `satrap events` */
export function addEventOptions(events: Command): void {
  withApiOptions(events)
    .option('--node <name>', 'only of this node')
    .option('--executor <name>', 'only of this executor')
    .addOption(new Option('--level <level>', 'only of this level').choices(['info', 'warning', 'error']))
    .option('--last <count>', `how many, 1 to ${maxEvents}`, wholeNumber(1, maxEvents), 50)
    .action(showEvents);
}

async function showEvents(options: EventOptions): Promise<void> {
  const { events } = await new Api(options).call(ListEventsDocument, {
    filter: {
      take: options.last,
      nodeName: options.node ?? null,
      executorName: options.executor ?? null,
      level: options.level ?? null,
    },
  });
  print(events.nodes, options, () => events.nodes.toReversed().map(eventLine));
}

type Event = NonNullable<ListEventsQuery['events']>['nodes'][number];

/** Returns an event as a line for people. */
export const eventLine = ({ at, level, executorName, nodeName, message }: Event): string =>
  `${at}  ${level.padEnd(7)}  ${executorName ?? ''}${nodeName ? `/${nodeName}` : ''}  ${printable(message)}`;
