import { emitKeypressEvents } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import type { Command } from 'commander';
import type { NodeWhereInput } from '../../contract/types.generated.ts';
import { Api, withApiAction } from '../api.ts';
import { CommandError } from '../command-error.ts';
import { nodeFilters, nodeWhere } from '../filters.ts';
import { age, print, tableLines } from '../output.ts';
import { cursorPages } from '../resource.ts';
import { terminalOf } from '../terminal.ts';
import { untilStopped } from '../until-stopped.ts';
import { watchChanges } from '../wait.ts';
import { chosen, type Fleet, frame, initialView, press, type Since, summary, topTable } from './view.ts';

export function register(top: Command): void {
  withApiAction(top, nodeFilters, async (_api, options) => {
    // A control plane that is slower than this counts as lost.
    const api = new Api({ ...options, timeoutSeconds: 10 });
    const where = nodeWhere(options);
    const fleet = await fetchFleet(api, where);
    if (process.stdin.isTTY && process.stdout.isTTY && !options.json) return follow(api, where, fleet);
    const nodes = chosen(fleet.nodes, initialView);
    const { head, rows, least } = topTable(nodes, new Map());
    print(nodes, options, () => [summary(fleet, terminalOf(process.stdout)), '', ...tableLines(head, rows, least)]);
  }).addHelpText('after', '\nKeys: q quits, s changes the order, / filters by name, f shows only failing nodes.');
}

async function fetchFleet(api: Api, where: NodeWhereInput | undefined): Promise<Fleet> {
  const { nodesConnection: first, ...fleet } = await api.call('GetTop', { where });
  const pages = cursorPages(async (cursor) =>
    cursor === null ? first : (await api.call('GetTop', { where, cursor })).nodesConnection,
  );
  return { ...fleet, nodes: (await Array.fromAsync(pages)).flat() };
}

/** Shows the nodes until a key or a signal ends it. The terminal is restored on any exit. */
async function follow(api: Api, where: NodeWhereInput | undefined, initial: Fleet): Promise<void> {
  const { stdin, stdout } = process;
  const { promise: stopped, resolve: stop } = Promise.withResolvers<void>();
  const changes = watchChanges(api, ['node', 'executor', 'incident']);
  const since: Since = new Map();
  let fleet = initial;
  let view = initialView;
  let updatedAt = new Date().toISOString();
  let lost: string | undefined;
  const draw = () => {
    const drawn = frame(fleet, view, since, { ...terminalOf(stdout), rows: stdout.rows || 24 }, lost);
    view = drawn.view;
    stdout.write(`\u001b[H${drawn.lines.map((line) => `${line}\u001b[K`).join('\r\n')}\u001b[J`);
  };
  const restore = () => {
    stdin.setRawMode(false);
    stdout.write('\u001b[?7h\u001b[?25h\u001b[?1049l');
  };
  process.once('exit', restore);
  emitKeypressEvents(stdin);
  stdin.setRawMode(true).on('keypress', (_text, key) => {
    const next = press(view, key, stdout.rows - 4);
    if (next === undefined) return stop();
    view = next;
    draw();
  });
  stdout.on('resize', draw);
  // The other screen, without a cursor, and without wrapping for characters that are wider than they claim.
  stdout.write('\u001b[?1049h\u001b[?25l\u001b[?7l');
  const refresh = async () => {
    await Promise.all([delay(1000), Promise.race([changes.next(), delay(10_000)])]);
    try {
      fleet = await fetchFleet(api, where);
      updatedAt = new Date().toISOString();
      lost = undefined;
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      lost = `✖ Last update ${age(updatedAt)} ago: ${error.message}`;
    }
    return true;
  };
  const ended = Promise.race([stopped, untilStopped()]);
  try {
    do {
      for (const { id, metrics } of fleet.nodes) if (metrics !== null && !since.has(id)) since.set(id, metrics);
      draw();
    } while (await Promise.race([ended, refresh()]));
  } finally {
    restore();
  }
  // Neither a change stream nor a request to a lost control plane delays the end.
  process.exit();
}
