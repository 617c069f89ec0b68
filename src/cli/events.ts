import { Command, Option } from 'commander';
import { type EventLevel, ListEventsDocument } from '../client/generated.ts';
import { Api, type ApiOptions, withApiOptions } from './api.ts';

interface EventOptions extends ApiOptions {
  node?: string;
  executor?: string;
  level?: EventLevel;
  last: string;
}

/** `satrap events` */
export const eventsCommand = (): Command =>
  withApiOptions(new Command('events').description('what happened lately, the newest last'))
    .option('--node <name>', 'only of this node')
    .option('--executor <name>', 'only of this executor')
    .addOption(new Option('--level <level>', 'only of this level').choices(['info', 'warning', 'error']))
    .option('--last <count>', 'how many, 1 to 500', '50')
    .action(async (options: EventOptions) => {
      const { events } = await new Api(options).call(ListEventsDocument, {
        filter: {
          take: Number(options.last),
          nodeName: options.node ?? null,
          executorName: options.executor ?? null,
          level: options.level ?? null,
        },
      });
      if (options.json) return console.log(JSON.stringify(events.nodes, null, 2));
      for (const { at, level, executorName, nodeName, message } of events.nodes.toReversed()) {
        console.log(`${at}  ${level.padEnd(7)}  ${executorName ?? ''}${nodeName ? `/${nodeName}` : ''}  ${message}`);
      }
    });
