import type { RehearsalReport } from './rehearsal-report.ts';

export interface Divergence {
  node: string;
  what: string;
}

export const changesNothing = ({ nodes }: RehearsalReport): boolean =>
  nodes.every(({ steps, error }) => steps.length === 0 && error === null);

/** Returns what the new version would do to nodes and the present one would not for the same state. */
export function divergences(fresh: RehearsalReport, present: RehearsalReport): Divergence[] {
  const before = new Map(present.nodes.map((node) => [node.id, node]));
  return fresh.nodes.flatMap((node) => {
    const known = before.get(node.id);
    if (node.error !== null)
      return known?.error ? [] : [{ node: node.name, what: `it cannot look at it: ${node.error}` }];
    const planned = new Set(known?.steps.map(({ action }) => action));
    return node.steps
      .filter(({ action }) => !planned.has(action))
      .map(({ action, why }) => ({ node: node.name, what: `it would ${action}, because ${why}` }));
  });
}

export function describeDivergences(version: string, found: readonly Divergence[]): string {
  const shown = found.slice(0, 5).map(({ node, what }) => `${node}: ${what}`);
  const rest = found.length > shown.length ? `; and ${found.length - shown.length} more` : '';
  return `the version ${version} would not leave the nodes of this host as they are: ${shown.join('; ')}${rest}; the present version stays, tell the publisher of the release`;
}
