import { Alert } from '@mantine/core';
import { useApiQuery } from '../../api/use-api.tsx';
import { ForeignText, TextLink } from '../../display/text.tsx';
import { ActiveNodeRolloutsDocument } from './operations.generated.ts';

/** The rollouts that change nodes now; nothing without one. */
export function ActiveRollouts() {
  const query = useApiQuery(ActiveNodeRolloutsDocument, {}, { shows: ['rollout'], everySeconds: 60 });
  return (query.data?.nodeRollouts ?? []).map(({ id, summary, state, counts: { changed, total } }) => (
    <Alert key={id} role="status" mb="sm" color={state === 'stopped' ? 'red' : 'petrol'}>
      <ForeignText>{`Rollout “${summary}”: ${changed} of ${total} nodes changed, ${state}. `}</ForeignText>
      <TextLink to={`/rollouts/${id}`} c="inherit">
        View rollout
      </TextLink>
    </Alert>
  ));
}
