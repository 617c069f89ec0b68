import { ActionIcon, Menu } from '@mantine/core';
import { IconDots, IconKey, IconShield, IconUserMinus } from '@tabler/icons-react';
import { useApiMutation } from '../../api/use-api.tsx';
import type { Rights } from '../../session/rights.ts';
import type { MemberActs } from './member-rights.ts';
import { SetSystemAdminDocument } from './operations.generated.ts';
import type { MemberRow } from './shown-member.ts';

interface MemberMenuProps {
  member: MemberRow;
  acts: MemberActs;
  rights: Rights;
  onRemove: (member: MemberRow) => void;
  onPasswordLink: (member: MemberRow) => void;
}

/** What may be done about a member; nothing where nothing may. */
export function MemberMenu({ member, acts, rights, onRemove, onPasswordLink }: MemberMenuProps) {
  const { person } = member;
  const setAdmin = useApiMutation(SetSystemAdminDocument, {
    done: ({ adminSetSystemAdmin: { name, isSystemAdmin } }) =>
      isSystemAdmin ? `${name} is a system administrator now.` : `${name} is no system administrator any more.`,
  });
  if (!acts.change && !acts.link && !rights.isSystemAdmin) return null;
  return (
    <Menu position="bottom-end" width={260}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={`What to do about ${person.name}`}>
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {acts.link && (
          <Menu.Item leftSection={<IconKey size={16} aria-hidden />} onClick={() => onPasswordLink(member)}>
            Link for a new password
          </Menu.Item>
        )}
        {rights.isSystemAdmin && (
          <Menu.Item
            leftSection={<IconShield size={16} aria-hidden />}
            onClick={() => setAdmin.mutate({ where: { id: person.id }, isSystemAdmin: !person.isSystemAdmin })}
          >
            {person.isSystemAdmin ? 'No longer a system administrator' : 'Make a system administrator'}
          </Menu.Item>
        )}
        {acts.change && (
          <Menu.Item leftSection={<IconUserMinus size={16} aria-hidden />} onClick={() => onRemove(member)}>
            Remove…
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
