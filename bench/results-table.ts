import { shownNumber } from './figures.ts';
import type { RecordedFigure } from './results.ts';

type Row = readonly string[];

/** The recorded figures in Markdown: a table for each machine and commit, below what is known of both. */
export function resultsTables(
  recorded: readonly RecordedFigure[],
  table: (head: Row, rows: readonly Row[]) => string,
): string {
  if (recorded.length === 0) return 'No run has been recorded yet.';
  const groups = Map.groupBy(recorded, ({ commit, machine }) => `${commit} ${JSON.stringify(machine)}`);
  return [...groups.values()]
    .map((figures) => {
      const head = ['figure', 'median / p95', 'baseline', 'goal', 'met'];
      return `${describe(figures)}\n\n${table(head, figures.map(rowOf))}`;
    })
    .join('\n\n');
}

function describe([first]: readonly RecordedFigure[]): string {
  if (first === undefined) return '';
  const { at, commit, machine, emptyNode, runs } = first;
  const { wallMs, processorMs } = emptyNode;
  return [
    `Commit ${commit.slice(0, 8)} on ${at.slice(0, 10)}, the median of ${runs} runs, on ${machine.cores} cores of ${machine.cpu}`,
    `with ${machine.memoryGiB} GiB and Node ${machine.node}. \`node -e 0\` took ${wallMs.toFixed(0)} ms, and`,
    `${processorMs.toFixed(0)} ms of processor time.`,
  ].join('\n');
}

function rowOf({ what, unit, ours, peer, goal, met }: RecordedFigure): Row {
  const [, name = '', text = what] = /^\((\w+)\) (.*)$/.exec(what) ?? [];
  const pair = ({ median, p95 }: RecordedFigure['ours']) => `${shownNumber(median)} / ${shownNumber(p95)}`;
  return [
    `${name === '' ? '' : `\`${name}\`: `}${text}, ${unit}`,
    pair(ours),
    peer === null ? '' : `${peer.what}: ${pair(peer.summary)}`,
    goal,
    met ? 'yes' : 'no',
  ];
}
