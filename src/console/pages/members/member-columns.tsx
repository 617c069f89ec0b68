import { Text } from '@mantine/core';
import type { Column } from '../../display/lists/column.ts';
import { ForeignText } from '../../display/values/foreign-text.tsx';
import { Time } from '../../display/values/time.tsx';
import type { Rights } from '../../session/rights.ts';
import { MemberMenu } from './member-menu.tsx';
import { memberActs } from './member-rights.ts';
import { RoleSelect } from './role-select.tsx';
import type { MemberRow } from './shown-member.ts';

interface MemberColumnsOptions {
  rights: Rights;
  /** Of the person who looks. */
  ownId: string;
  onRemove: (member: MemberRow) => void;
  onPasswordLink: (member: MemberRow) => void;
}

/** A name may be the address itself, and there is room for the address only behind what must be read. */
const aboutOf = ({ name, email, isSystemAdmin }: MemberRow['person']): string =>
  [...(isSystemAdmin ? ['system administrator'] : []), ...(name === email ? [] : [email])].join(', ');

export function memberColumns(options: MemberColumnsOptions): readonly Column<MemberRow>[] {
  const { rights, ownId } = options;
  const actsOf = ({ role, person }: MemberRow) =>
    memberActs(rights, { role, isSelf: person.id === ownId, isSystemAdmin: person.isSystemAdmin });
  return [
    {
      id: 'person',
      label: 'Person',
      leads: true,
      width: 'minmax(0, 2fr)',
      cell: ({ person }) => (
        <>
          <Text fz="sm" fw={500} truncate>
            <ForeignText>{person.name}</ForeignText>
            {person.id === ownId && ' (you)'}
          </Text>
          {aboutOf(person) !== '' && (
            <Text variant="note" truncate>
              <ForeignText>{aboutOf(person)}</ForeignText>
            </Text>
          )}
        </>
      ),
    },
    {
      id: 'role',
      label: 'Role',
      width: '132px',
      cell: (member) => (actsOf(member).change ? <RoleSelect member={member} /> : member.role),
    },
    {
      id: 'secondFactor',
      label: 'Second factor',
      width: '116px',
      isForWide: true,
      cell: ({ person }) => (person.hasSecondFactor ? 'in use' : 'not in use'),
    },
    { id: 'since', label: 'Joined', width: '116px', isForWide: true, cell: ({ createdAt }) => <Time at={createdAt} /> },
    {
      id: 'acts',
      label: 'Acts',
      hidesLabel: true,
      width: '36px',
      cell: (member) => <MemberMenu member={member} acts={actsOf(member)} {...options} />,
    },
  ];
}
