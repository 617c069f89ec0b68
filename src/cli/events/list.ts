import type { Command } from 'commander';
import { eventColumns } from '../../contract/exports.ts';
import { maxPageSize } from '../../contract/limits.ts';
import type { ListEventsQuery } from '../../contract/operations.generated.ts';
import type { EventFilterInput } from '../../contract/types.generated.ts';
import { printable } from '../../text/printable.ts';
import { type Api, type ApiOptions, defineApiCommand, requirePersonalKey } from '../api.ts';
import { CommandError } from '../command-error.ts';
import { printExport } from '../export.ts';
import {
  choiceOption,
  hostOption,
  lastOption,
  type OptionValues,
  option,
  searchOption,
  sinceOption,
  untilOption,
} from '../options.ts';
import { jsonText, print, printLines, when, withFields } from '../output.ts';
import { watchChanges } from '../wait.ts';

type EventPage = NonNullable<ListEventsQuery['events']>;
type Event = EventPage['nodes'][number];

const filterOptions = [
  searchOption,
  option('--node <name>', 'only of this node'),
  hostOption,
  choiceOption('--level <level>', 'only of this level', ['info', 'warning', 'error']),
  option('--kind <kind>', 'only of this kind, such as node.started'),
  sinceOption,
  untilOption,
] as const;

const filterOf = ({ search, node, host, level, kind, since, until }: OptionValues<typeof filterOptions>) => ({
  ...{ search, nodeName: node, executorName: host, level: level && [level], kind, from: since, to: until },
});

export function register(events: Command): void {
  defineApiCommand(events, 'list', 'list events, newest last', [
    ...filterOptions,
    lastOption('events', 50),
    option('-f, --follow', 'keep printing new events (with --json: one per line)'),
  ]).action(async (api, options) => {
    if (options.follow && options.until !== undefined)
      throw new CommandError('use either --follow or --until', 'usage');
    const filter = filterOf(options);
    const { events } = await api.call('ListEvents', { filter: { ...filter, take: options.last } });
    if (events.nodes.length === 0) await requirePersonalKey(api);
    if (options.follow) return follow(events, filter, api, options);
    const nodes = events.nodes.toReversed();
    print(nodes, options, () => nodes.map((event) => eventLine(event, when(event.at))));
  });
  defineApiCommand(events, 'export', 'write all events that match as a file, newest first', [...filterOptions]).action(
    async (api, options) => {
      const filter = filterOf(options);
      await printExport(options, eventColumns, async (page) => {
        const { events } = await api.call('ListEvents', { filter: { ...filter, ...page } });
        return events;
      });
    },
  );
}

async function follow(page: EventPage, filter: EventFilterInput, api: Api, { json }: ApiOptions): Promise<void> {
  const show = (event: Event) =>
    json ? console.log(jsonText(withFields(event, json))) : printLines([eventLine(event)]);
  for (const event of page.nodes.toReversed()) show(event);
  using changes = watchChanges(api, ['event']);
  for await (const event of eventsAfter(page, filter, api, changes.next)) {
    // The reader closed the pipe.
    if (!process.stdout.writable) return;
    show(event);
  }
}

/** Yields the events that arrive after the newest page, oldest first. Throws CommandError. */
export async function* eventsAfter(
  page: EventPage,
  filter: EventFilterInput,
  api: Pick<Api, 'call'>,
  pause: () => Promise<unknown>,
): AsyncGenerator<Event> {
  // The newest page ends with its oldest event, so paging from there in the other direction starts with the page itself.
  const shown = new Set(page.nodes.map(({ id }) => id));
  let cursor = page.pageInfo.endCursor;
  for (;;) {
    const { events } = await api.call('ListEvents', {
      filter: { ...filter, take: maxPageSize, direction: 'newer', cursor },
    });
    yield* events.nodes.filter(({ id }) => !shown.has(id));
    cursor = events.pageInfo.endCursor ?? cursor;
    if (!events.pageInfo.hasNextPage) await pause();
  }
}

const eventLine = ({ at, level, executorName, nodeName, message }: Event, shownAt = at): string =>
  `${shownAt.padEnd(8)}  ${level.padEnd(7)}  ${executorName ?? ''}${nodeName ? `/${nodeName}` : ''}  ${printable(message)}`;
