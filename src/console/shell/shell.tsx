import { Alert, Anchor, AppShell, Burger, Button, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlugConnectedX } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { Link, Outlet, useRouter, useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import { NotificationCenterDocument } from '../../client/operations.generated.ts';
import { followChanges } from '../api/follow-changes.ts';
import { useApi, useApiQuery, useConnection } from '../api/use-api.tsx';
import { formatDuration } from '../display/format.ts';
import { OpenIncidents, PageHeader } from '../display/page.tsx';
import { useNow } from '../display/time.tsx';
import { useSignedIn, useViewer, ViewerProvider } from '../session/viewer.ts';
import { CommandPalette } from './command-palette.tsx';
import { NotificationBell, OrganizationMenu, PersonMenu, SearchButton } from './header.tsx';
import { NavigationLinks, Wordmark } from './navbar.tsx';
import { needsNoOrganization } from './navigation.ts';
import { Shortcuts } from './shortcuts.tsx';
import { useSwitchOrganization } from './use-switch-organization.ts';

/** What is around every page of a person who is signed in. Whose session has ended signs in again, and comes back to the page. */
export function Shell() {
  const viewer = useSignedIn();
  if (viewer === null) return <Leave />;
  return (
    <ViewerProvider value={viewer}>
      <Frame />
    </ViewerProvider>
  );
}

/** The route's guard alone leads to the sign-in, with the page that was left. */
function Leave() {
  const router = useRouter();
  useEffect(() => void router.invalidate(), [router]);
  return null;
}

function Frame() {
  const { organization } = useViewer();
  const [isOpen, { toggle, close }] = useDisclosure(false);
  const isForNone = useRouterState({ select: ({ location }) => needsNoOrganization(location.pathname) });
  useChanges(organization?.id);
  useFocus();
  const center = useApiQuery(NotificationCenterDocument, {}, { shows: ['incident'], enabled: organization !== null });
  const { notificationCenter } = center.data ?? {};
  return (
    <OpenIncidents value={notificationCenter?.open ?? 0}>
      <AppShell
        header={{ height: 56 }}
        navbar={{ width: 216, breakpoint: 'sm', collapsed: { mobile: !isOpen } }}
        padding={{ base: 'md', md: 'xl' }}
        layout="alt"
      >
        <SkipLink />
        <AppShell.Header>
          <Group h="100%" px="md" justify="space-between" wrap="nowrap" gap="xs">
            <Group wrap="nowrap" gap="xs">
              <Burger opened={isOpen} onClick={toggle} hiddenFrom="sm" size="sm" aria-label="Navigation" />
              <OrganizationMenu />
            </Group>
            <Group wrap="nowrap" gap="xs">
              <SearchButton />
              {notificationCenter != null && <NotificationBell center={notificationCenter} />}
              <PersonMenu />
            </Group>
          </Group>
        </AppShell.Header>
        <AppShell.Navbar p="sm">
          <Group justify="space-between" h={40} mb="sm" px="xs">
            <Wordmark />
            <Burger opened={isOpen} onClick={toggle} hiddenFrom="sm" size="sm" aria-label="Close the navigation" />
          </Group>
          <NavigationLinks onNavigate={close} />
        </AppShell.Navbar>
        <AppShell.Main id="main" tabIndex={-1} style={{ outline: 'none' }}>
          <ConnectionBanner />
          <DeactivatedBanner />
          {organization === null && !isForNone ? <ChooseOrganization /> : <Outlet />}
        </AppShell.Main>
        <CommandPalette />
        <Shortcuts />
      </AppShell>
    </OpenIncidents>
  );
}

/** Fetches again what changes, for as long as the shell is there. */
function useChanges(organizationId: string | undefined): void {
  const api = useApi();
  const queries = useQueryClient();
  // Another organization has another stream.
  useEffect(() => {
    if (organizationId === undefined) return;
    const ended = new AbortController();
    void followChanges(api, queries, ended.signal);
    return () => ended.abort();
  }, [api, queries, organizationId]);
}

/** Sets the focus to a new page, for those who hear it. */
function useFocus(): void {
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe('onRendered', () => {
        const hasFocus = document.activeElement !== null && document.activeElement !== document.body;
        if (!hasFocus) document.getElementById('main')?.focus({ preventScroll: true });
      }),
    [router],
  );
}

/** Leads past the navigation, by keys. No link: its fragment would be one of the console’s base, and not of the page that is open. */
const SkipLink = () => (
  <button type="button" className="skip-link" onClick={() => document.getElementById('main')?.focus()}>
    Skip to the page
  </button>
);

/** For a person whose session acts in no organization. */
function ChooseOrganization() {
  const { organizations } = useViewer();
  const switchTo = useSwitchOrganization();
  const own = organizations ?? [];
  return (
    <Stack maw={480}>
      <PageHeader title="Choose an organization" />
      {own.length === 0 && (
        <Text>You belong to no organization. Ask an owner or admin of one for an invitation, and open its link.</Text>
      )}
      {own.map(({ organization }) => (
        <Button key={organization.id} variant="default" justify="start" onClick={() => switchTo(organization.id)}>
          <bdi>{organization.name}</bdi>
        </Button>
      ))}
    </Stack>
  );
}

/** A reader need not learn of a moment without connection. */
const graceMs = 2500;

/** Says how old the page is, while the control plane is not reachable. */
function ConnectionBanner() {
  const { isLive } = useConnection();
  return isLive ? null : <Lost />;
}

function Lost() {
  const { heardAt } = useConnection();
  const ageMs = useNow(1) - heardAt;
  if (ageMs < graceMs) return null;
  return (
    <Alert
      role="status"
      color="orange"
      variant="light"
      mb="md"
      icon={<IconPlugConnectedX aria-hidden />}
      title="No connection to the control plane"
    >
      What you see is {formatDuration(ageMs / 1000)} old. Nodes go on running; the page goes on by itself.
    </Alert>
  );
}

/** Says that the organization is deactivated, to system administrators, who alone may look into it. */
function DeactivatedBanner() {
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
