import { AppShell, Burger, Group } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { Outlet, useRouter, useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import { followChanges } from '../api/follow-changes.ts';
import { useApi, useApiQuery } from '../api/use-api.tsx';
import { OpenIncidents } from '../display/open-incidents.ts';
import { useSignedIn, useViewer, ViewerProvider } from '../session/viewer.ts';
import { ChooseOrganization } from './choose-organization.tsx';
import { CommandPalette } from './command-palette.tsx';
import { ConnectionBanner } from './connection-banner.tsx';
import { DeactivatedBanner } from './deactivated-banner.tsx';
import { needsNoOrganization } from './navigation.ts';
import { NavigationLinks } from './navigation-links.tsx';
import { NotificationBell } from './notification-bell.tsx';
import { NotificationCenterDocument } from './operations.generated.ts';
import { OrganizationMenu } from './organization-menu.tsx';
import { PersonMenu } from './person-menu.tsx';
import { SearchButton } from './search-button.tsx';
import { Shortcuts } from './shortcuts.tsx';
import { Wordmark } from './wordmark.tsx';

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
