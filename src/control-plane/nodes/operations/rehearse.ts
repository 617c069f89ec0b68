import type { RehearseInput } from '../../../contract/types.generated.ts';
import { domainError } from '../../platform/input/errors.ts';
import { judgeChange } from '../change-node.ts';
import { dataFormatOf } from '../data/data-format.ts';
import { type NodeFault, throwFaults } from '../placement/node-fault.ts';
import type { OperationKind } from './operation-kind.ts';

/** Everything that copies or rebuilds the data of the node has to wait, and so does the rehearsal. */
export const rehearse: OperationKind<'rehearse', RehearseInput> = {
  isCarriedOutByAgent: true,
  title: ({ clientVersion }) => `rehearse ${clientVersion} on a copy of the data`,
  start: {
    conflictsWith: ['move', 'reindex', 'rebuild_index', 'seed', 'rehearse'],
    async judge(row, { clientVersion }, transaction) {
      const refuse = (message: string) => domainError('action_not_possible', message);
      const { name, clientVersion: from } = row;
      if (clientVersion === from) throw refuse(`${name} runs ${from} already; choose another version to rehearse`);
      if (row.desiredState === 'stopped')
        throw refuse(`${name} is stopped; start it first, because a rehearsal compares the copy with the running node`);
      if (dataFormatOf(row) === null || row.observed?.appliedRevision == null)
        throw refuse(`${name} has not run yet and has no data to rehearse on; wait until it runs`);
      // What the change itself would be refused for needs no rehearsal.
      const changed = { ...row, clientVersion };
      throwFaults((await judgeChange(transaction, { row, changed, request: { clientVersion } })).map(inRequest));
      return { from, clientVersion };
    },
  },
};

/** A fault names fields of an update; the rehearsal has them one level deeper. */
const inRequest = ({ issues, ...fault }: NodeFault): NodeFault => ({
  ...fault,
  issues: issues.map((issue) => ({ ...issue, path: [...issue.path.slice(0, 1), 'rehearse', ...issue.path.slice(1)] })),
});
