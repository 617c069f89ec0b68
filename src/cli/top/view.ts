import { shownNetworkName } from '../../bitcoin/network-name.ts';
import type { Answered } from '../../contract/answered.ts';
import { healthOrder, stateWord } from '../../contract/health.ts';
import { marked } from '../../contract/lifecycle-words.ts';
import type { GetTopQuery, NodeRowFragment } from '../../contract/operations.generated.ts';
import { counted } from '../../text/counted.ts';
import { printable } from '../../text/printable.ts';
import { layOut } from '../columns.ts';
import { duration, shownLine } from '../output.ts';
import { colored, type Terminal, truncate, withGlyph } from '../terminal.ts';

export interface Fleet extends Omit<Answered<GetTopQuery>, 'nodesConnection'> {
  nodes: readonly NodeRowFragment[];
}
/** The progress of each node when it was first seen. */
export type Since = Map<string, { at: string; verificationProgress: number }>;

/** The most urgent nodes first. */
const rankOf = ({ health }: NodeRowFragment): number => healthOrder.indexOf(health.state);

/** Whether somebody must look at a node. */
const needsAttention = ({ health }: Pick<NodeRowFragment, 'health'>): boolean =>
  health.level === 'bad' || health.level === 'warning';

const sorts = {
  problems: rankOf,
  name: () => 0,
  height: ({ metrics }: NodeRowFragment) => metrics?.height ?? -1,
  cpu: ({ metrics }: NodeRowFragment) => -(metrics?.cpuPercent ?? -1),
  memory: ({ metrics }: NodeRowFragment) => -(metrics?.memoryMiB ?? -1),
  disk: ({ metrics }: NodeRowFragment) => -(metrics?.sizeOnDiskBytes ?? -1),
};

/** What the keys chose. `first`: index of the first row. */
export const initialView = {
  ...{ sort: 'problems' as keyof typeof sorts, filter: '', isTyping: false, failingOnly: false, first: 0 },
};
export type View = typeof initialView;

/** Returns the view after a key; undefined to quit. `page`: rows on the screen. */
export function press(view: View, key: { name?: string; sequence?: string; ctrl?: boolean }, page: number) {
  const { name = '', sequence = '', ctrl = false } = key;
  const changed = (change: Partial<View>): View => ({ ...view, first: 0, ...change });
  if (ctrl) return name === 'c' ? undefined : view;
  if (view.isTyping) {
    if (name === 'return') return changed({ isTyping: false });
    if (name === 'escape') return changed({ isTyping: false, filter: '' });
    if (name === 'backspace') return changed({ filter: view.filter.slice(0, -1) });
    return /^[\w.-]$/.test(sequence) ? changed({ filter: view.filter + sequence }) : view;
  }
  const moves = { up: -1, down: 1, pageup: -page, pagedown: page, home: -1e6, end: 1e6 };
  if (name in moves) return changed({ first: Math.max(0, view.first + moves[name as keyof typeof moves]) });
  const order = Object.keys(sorts) as (keyof typeof sorts)[];
  if (name === 's') return changed({ sort: order[(order.indexOf(view.sort) + 1) % order.length] ?? 'problems' });
  if (name === 'f') return changed({ failingOnly: !view.failingOnly });
  if (sequence === '/') return changed({ isTyping: true });
  return name === 'q' ? undefined : view;
}

export const chosen = (nodes: readonly NodeRowFragment[], { sort, filter, failingOnly }: View) =>
  nodes
    .filter((node) => node.name.toLowerCase().includes(filter.toLowerCase()) && (!failingOnly || needsAttention(node)))
    .toSorted((a, b) => sorts[sort](a) - sorts[sort](b) || (a.name < b.name ? -1 : 1));

/** The verified share with the time left at the rate since the node was first seen, or the missing blocks. */
export function syncText({ id, metrics }: NodeRowFragment, since: Since): string {
  if (metrics === null) return '-';
  const { at, verificationProgress, headers, height } = metrics;
  if (verificationProgress > 0.9999) return headers > height ? `-${counted(headers - height, 'block')}` : 'at tip';
  const first = since.get(id) ?? metrics;
  const perSecond =
    (verificationProgress - first.verificationProgress) / ((Date.parse(at) - Date.parse(first.at)) / 1000);
  const left = perSecond > 0 ? ` ${duration(Math.round((1 - verificationProgress) / perSecond))}` : '';
  return `${(Math.floor(verificationProgress * 1000) / 10).toFixed(1)}%${left}`;
}

const percent = (part: number | null | undefined, whole: number) =>
  part == null ? '-' : `${Math.round((part / whole) * 100)}%`;

export const topTable = (nodes: readonly NodeRowFragment[], since: Since) => ({
  head: ['name', 'network', 'state', 'height', 'sync', 'peers', 'cpu', 'mem', 'disk', 'version', 'host', 'reason'],
  least: ['version', 'disk', 'mem', 'cpu', 'network', 'host', 'peers'],
  rows: nodes.map(({ metrics, status, resources, health, ...node }) => [
    ...[
      node.name,
      shownNetworkName(node.networkName),
      stateWord({ status, health }),
      String(metrics?.height ?? '-'),
      syncText({ metrics, status, resources, health, ...node }, since),
    ],
    metrics === null ? '-' : String(metrics.peersInbound + metrics.peersOutbound),
    percent(metrics?.cpuPercent, 100),
    percent(metrics?.memoryMiB, resources.memoryMiB),
    percent(metrics?.sizeOnDiskBytes, resources.diskGiB * 2 ** 30),
    marked(node.clientVersion, node.clientLifecycle),
    printable(node.executor.name),
    printable(status.reason ?? (needsAttention({ health }) ? health.summary : '')),
  ]),
});

/** Counts of nodes by state, open incidents, and hosts. */
export function summary({ nodes, executorCounts, notificationCenter }: Fleet, terminal: Terminal): string {
  const states = [...Map.groupBy(nodes, stateWord)].map(([state, { length }]) =>
    colored(state, `${withGlyph(state, terminal)} ${length}`, terminal),
  );
  const hosts = `${executorCounts.online}/${executorCounts.total} hosts up`;
  return [counted(nodes.length, 'node'), ...states, counted(notificationCenter.open, 'incident'), hosts].join('  ');
}

/** Returns the lines of the screen, and the view with a first row that exists. `lost`: why the control plane does not answer. */
export function frame(fleet: Fleet, view: View, since: Since, terminal: Terminal & { rows: number }, lost?: string) {
  const { columns, style } = terminal;
  const nodes = chosen(fleet.nodes, view);
  const page = Math.max(1, terminal.rows - 4);
  const first = Math.max(0, Math.min(view.first, nodes.length - page));
  const table = topTable(nodes, since);
  const { head, line } = layOut(table, terminal);
  const rows = table.rows.slice(first, first + page).map(line);
  const range = `${rows.length === 0 ? 0 : first + 1}-${first + rows.length} of ${nodes.length}`;
  const order = `sorted by ${view.sort}${view.failingOnly ? ', only failing' : ''}`;
  const prompt = view.isTyping || view.filter !== '' ? `/${view.filter}${view.isTyping ? '█' : ''}  ` : '';
  const keys = `${prompt}q quit  ↑↓ scroll  s sort  / filter  f failing`;
  return {
    view: { ...view, first },
    lines: [
      truncate(summary(fleet, terminal), columns),
      style(lost === undefined ? 'dim' : 'red', truncate(printable(lost ?? `${range}, ${order}`), columns)),
      ...[head, ...rows].map(shownLine),
      ...Array.from({ length: page - rows.length }, () => ''),
      style('dim', truncate(keys, columns)),
    ],
  };
}
