import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { ForeignText } from '../../display/values/foreign-text.tsx';
import type { IncidentFieldsFragment } from './operations.generated.ts';

/** What an incident is about, with the way to it. */
export function Subject({ subjectType, subjectId, subjectName }: IncidentFieldsFragment) {
  const name = <ForeignText>{subjectName}</ForeignText>;
  switch (subjectType) {
    case 'node':
      return (
        <Anchor component={Link} to="/nodes/$nodeId" params={{ nodeId: subjectId } as never} fz="sm">
          {name}
        </Anchor>
      );
    case 'executor':
      return (
        <Anchor component={Link} to="/executors/$executorId" params={{ executorId: subjectId } as never} fz="sm">
          {name}
        </Anchor>
      );
    case 'rollout':
      return (
        <Anchor component={Link} to="/executors/upgrade/$rolloutId" params={{ rolloutId: subjectId } as never} fz="sm">
          {name}
        </Anchor>
      );
    case 'api_key':
    case 'webhook':
      return name;
  }
}
