import { PageHeader } from '../display/page-header.tsx';
import { useViewer } from '../session/viewer.ts';

/** The person's own account. */
export function ProfilePage() {
  const { person } = useViewer();
  return <PageHeader title="Profile" about={person.email} />;
}
