import type { EventLevel } from '../../../contract/types.generated.ts';

/** Steps of an agent on its way, which matter only where they fail. */
const steps =
  /^(node\.(image_pulled|volume_created|container_\w+|started|stopped|unpaused|operation_advanced|seed_begun|data_(copied|verified)|move_\w+|reindex_\w+|index_removed)|executor\.agent_started|upgrade\.(fetch|rehears|switch|judg)\w+)$/;

/** Returns whether a person cares about an event. */
export const isNotable = ({ kind, level }: { kind: string; level: EventLevel }): boolean =>
  level !== 'info' || !steps.test(kind);
