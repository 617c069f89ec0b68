import { Stack } from '@mantine/core';
import { PageHeader } from '../../display/page-header.tsx';
import { useViewer } from '../../session/viewer.ts';
import { ChangePassword } from './change-password.tsx';
import { PersonalKeys } from './personal-keys.tsx';
import { SecondFactor } from './second-factor.tsx';
import { Sessions } from './sessions.tsx';

/** The person's own account. */
export function ProfilePage() {
  const { person, role, organization, controlPlaneVersion } = useViewer();
  // Who gave no name is called by the address.
  const who = person.name === person.email ? person.email : `${person.name}, ${person.email}`;
  const place = organization === null ? '' : `, ${role ?? 'not a member'} of ${organization.name}`;
  return (
    <>
      <PageHeader title="Profile" about={`${who}${place} · Satrap ${controlPlaneVersion}`} />
      <Stack gap="lg" maw={760}>
        <ChangePassword />
        <SecondFactor />
        <Sessions />
        {organization !== null && <PersonalKeys />}
      </Stack>
    </>
  );
}
