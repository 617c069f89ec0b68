import type { RehearsalReport } from './rehearsal-report.ts';

/** Something that the new version would do, and the present one would not. */
export interface Divergence {
  node: string;
  what: string;
}

/** Returns whether a version would leave every node as it is. Pure. */
export const changesNothing = ({ nodes }: RehearsalReport): boolean =>
  nodes.every(({ steps, error }) => steps.length === 0 && error === null);

/**
 * Returns what the new version would do to nodes, or cannot do with them, that the present one does otherwise for the same state: a daemon that
 * is being stopped, or an engine that is down, is not the release's doing. Pure.
 */
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

/** Names what differs, for people. Pure. */
export function describeDivergences(version: string, found: readonly Divergence[]): string {
  const shown = found.slice(0, 5).map(({ node, what }) => `${node}: ${what}`);
  const rest = found.length > shown.length ? `; and ${found.length - shown.length} more` : '';
  return `the version ${version} would not leave the nodes of this host as they are: ${shown.join('; ')}${rest}; the present version stays, tell the publisher of the release`;
}
