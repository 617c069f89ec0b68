import { Command, InvalidArgumentError, Option } from 'commander';
import { ListEventsDocument } from '../contract/operations.generated.ts';
import type { EventLevel } from '../contract/types.generated.ts';
import { printable } from '../text/printable.ts';
import { Api, type ApiOptions, withApiOptions } from './api.ts';

interface EventOptions extends ApiOptions {
  node?: string;
  executor?: string;
  level?: EventLevel;
  last: number;
}

/** `satrap events` */
export const eventsCommand = (): Command =>
  withApiOptions(new Command('events').description('what happened lately, the newest last'))
    .option('--node <name>', 'only of this node')
    .option('--executor <name>', 'only of this executor')
    .addOption(new Option('--level <level>', 'only of this level').choices(['info', 'warning', 'error']))
    .option('--last <count>', 'how many, 1 to 500', count, 50)
    .action(async (options: EventOptions) => {
      const { events } = await new Api(options).call(ListEventsDocument, {
        filter: {
          take: options.last,
          nodeName: options.node ?? null,
          executorName: options.executor ?? null,
          level: options.level ?? null,
        },
      });
      if (options.json) return console.log(JSON.stringify(events.nodes, null, 2));
      for (const { at, level, executorName, nodeName, message } of events.nodes.toReversed()) {
        console.log(
          `${at}  ${level.padEnd(7)}  ${executorName ?? ''}${nodeName ? `/${nodeName}` : ''}  ${printable(message)}`,
        );
      }
    });

function count(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1 || value > 500) throw new InvalidArgumentError('It must be 1 to 500.');
  return value;
}
