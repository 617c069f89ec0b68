import { Alert, Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useViewer } from '../session/viewer.ts';

/** Says that the organization is deactivated, to system administrators, who alone may look into it. */
export function DeactivatedBanner() {
  const { organization } = useViewer();
  if (organization?.isActive !== false) return null;
  return (
    <Alert mb="md" color="orange" variant="light" title={`${organization.name} is deactivated`}>
      Its keys and the sessions of its people do not work.{' '}
      <Anchor component={Link} to="/organizations" underline="always" fz="sm">
        Activate it again
      </Anchor>
    </Alert>
  );
}
