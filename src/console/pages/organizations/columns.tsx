import { ActionIcon, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import type { Column } from '../../display/lists/column.ts';
import { ForeignText } from '../../display/values/foreign-text.tsx';
import { Time } from '../../display/values/time.tsx';
import { Tone } from '../../display/values/tone.tsx';
import type { OrganizationListQuery } from './operations.generated.ts';

export type OrganizationRow = NonNullable<OrganizationListQuery['organizations']>[number];

interface OrganizationColumnsOptions {
  /** The one that the session acts in. */
  ownId: string | undefined;
  onSwitch: (id: string, page?: '/members') => void;
  onSetActive: (organization: OrganizationRow) => void;
}

export const organizationColumns = ({
  ownId,
  onSwitch,
  onSetActive,
}: OrganizationColumnsOptions): readonly Column<OrganizationRow>[] => [
  {
    id: 'name',
    label: 'Name',
    leads: true,
    width: 'minmax(0, 2fr)',
    cell: ({ id, name }) => (
      <>
        <ForeignText>{name}</ForeignText>
        {id === ownId && ' (the present one)'}
      </>
    ),
  },
  {
    id: 'state',
    label: 'State',
    width: '112px',
    cell: ({ isActive }) => <Tone tone={isActive ? 'good' : 'idle'}>{isActive ? 'active' : 'deactivated'}</Tone>,
  },
  { id: 'made', label: 'Made', width: '110px', isForWide: true, cell: ({ createdAt }) => <Time at={createdAt} /> },
  {
    id: 'acts',
    label: 'Acts',
    hidesLabel: true,
    width: '36px',
    cell: (organization) => {
      const { id, name, isActive } = organization;
      return (
        <Menu position="bottom-end" width={220}>
          <Menu.Target>
            <ActionIcon variant="subtle" color="gray" aria-label={`What to do about ${name}`}>
              <IconDots size={18} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {id !== ownId && <Menu.Item onClick={() => onSwitch(id)}>Open</Menu.Item>}
            <Menu.Item onClick={() => onSwitch(id, '/members')}>People</Menu.Item>
            <Menu.Item onClick={() => onSetActive(organization)}>{isActive ? 'Deactivate…' : 'Activate…'}</Menu.Item>
          </Menu.Dropdown>
        </Menu>
      );
    },
  },
];
