import { Select } from '@mantine/core';
import { useApiMutation } from '../../api/use-api.tsx';
import { useRights } from '../../session/viewer.ts';
import { rolesToGive } from './member-rights.ts';
import { UpdateMemberRoleDocument } from './operations.generated.ts';
import type { MemberRow } from './shown-member.ts';

/** Another member's role, to change. Shows the former one until the control plane has changed it. */
export function RoleSelect({ member: { id, role, person } }: { member: MemberRow }) {
  const change = useApiMutation(UpdateMemberRoleDocument, {
    done: ({ updateMemberRole: changed }) => `${changed.person.name} is ${changed.role} now.`,
  });
  return (
    <Select
      size="xs"
      aria-label={`Role of ${person.name}`}
      data={[...rolesToGive(useRights())]}
      value={role}
      allowDeselect={false}
      // Not disabled: that would take the focus.
      readOnly={change.isPending}
      onChange={(_value, { value }) => change.mutate({ where: { id }, role: value })}
    />
  );
}
