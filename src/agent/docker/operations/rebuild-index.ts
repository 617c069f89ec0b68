import { desiredOperation } from '../../desired/desired-entry.ts';
import { isLostTask } from '../engine/lost-task.ts';
import { planOf, planStop } from '../steps.ts';
import type { DockerOperation } from './operation.ts';

const why = 'a rebuild of one index was requested';
const whyRemove = 'the removal of its data was requested';

/** Stops the daemon and removes the folder of one index. The ordinary plan starts the daemon, which builds it again. */
export const rebuildIndex: DockerOperation = {
  kind: 'rebuild_index',
  planContainer({ main, desired, record }) {
    const asked = desiredOperation(desired, 'rebuild_index');
    if (asked === undefined || asked.hasStarted || record.operations.rebuild_index?.id === asked.id) return null;
    const { index, remove } = asked.params;
    if (main.status === 'running' || main.status === 'restarting')
      return planOf(...planStop(main, remove ? whyRemove : why, null));
    if (!['created', 'exited'].includes(main.status) || isLostTask(record.failure)) return null;
    return planOf({
      kind: 'remove-index',
      ...{ containerId: main.id, operationId: asked.id, index, remove },
      why: remove ? whyRemove : why,
    });
  },
};
