import { Alert, AppShell, Burger, Group } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlugConnectedX } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { Outlet, useRouter, useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import { NotificationCenterDocument } from '../../client/operations.generated.ts';
import { formatDuration } from '../../text/format-duration.ts';
import { followChanges } from '../api/follow-changes.ts';
import { organizationIn, withOrganization } from '../api/organization-address.ts';
import { useApi, useApiQuery, useConnection } from '../api/use-api.tsx';
import { useClock } from '../api/use-clock.ts';
import { focusIfLost } from '../display/focus.ts';
import { OpenIncidents } from '../display/page.tsx';
import { useNow } from '../display/text.tsx';
import { lazyPart } from '../parts/lazy-part.tsx';
import { useOpen, useSignedIn, useViewer, ViewerProvider } from '../session/viewer.ts';
import { CommandPalette } from './command-palette.tsx';
import { NotificationBell, OrganizationMenu, PersonMenu, SearchButton } from './header.tsx';
import { NavigationLinks, Wordmark } from './navbar.tsx';
import { needsNoOrganization } from './navigation.ts';
import { Shortcuts } from './shortcuts.tsx';

// Lazy: most people see none of them.
const ChooseOrganization = lazyPart(() => import('./rare-notices.tsx'), 'ChooseOrganization', null);
const DeactivatedBanner = lazyPart(() => import('./rare-notices.tsx'), 'DeactivatedBanner', null);
const ClockBanner = lazyPart(() => import('./rare-notices.tsx'), 'ClockBanner', null);

/** The frame of every page that needs a session. When the session ends, the sign-in page returns to the current page. */
export function Shell() {
  const viewer = useSignedIn();
  if (viewer === null) return <Leave />;
  return (
    <ViewerProvider value={viewer}>
      <Frame key={viewer.organization?.id} />
    </ViewerProvider>
  );
}

/** Re-runs the route's guard, which redirects to the sign-in page with a return address. */
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
  useOrganizationInAddress();
  const { aheadMs } = useClock();
  const center = useApiQuery(NotificationCenterDocument, {}, { shows: ['incident'], enabled: organization !== null });
  const { notificationCenter } = center.data ?? {};
  useFavicon((notificationCenter?.open ?? 0) > 0);
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
            <Burger opened={isOpen} onClick={toggle} hiddenFrom="sm" size="sm" aria-label="Close navigation" />
          </Group>
          <NavigationLinks onNavigate={close} />
        </AppShell.Navbar>
        <AppShell.Main id="main" tabIndex={-1} style={{ outline: 'none' }}>
          <ConnectionBanner />
          {aheadMs !== 0 && <ClockBanner />}
          {organization?.isActive === false && <DeactivatedBanner />}
          {organization === null && !isForNone ? <ChooseOrganization /> : <Outlet />}
        </AppShell.Main>
        <CommandPalette />
        <Shortcuts />
      </AppShell>
    </OpenIncidents>
  );
}

function useChanges(organizationId: string | undefined): void {
  const api = useApi();
  const queries = useQueryClient();
  // Each organization has its own stream.
  useEffect(() => {
    if (organizationId === undefined) return;
    const ended = new AbortController();
    void followChanges(api, queries, ended.signal);
    return () => ended.abort();
  }, [api, queries, organizationId]);
}

/** Shows a dot on the page's icon. The page's title has the number of open incidents (PageHeader). */
function useFavicon(isAlert: boolean): void {
  useEffect(() => {
    const icon = document.querySelector('link[rel="icon"]');
    icon?.setAttribute('href', isAlert ? './favicon-alert.svg' : './favicon.svg');
    return () => icon?.setAttribute('href', './favicon.svg');
  }, [isAlert]);
}

/** Adds the organization to an address without one, such as one that was typed. */
function useOrganizationInAddress(): void {
  const open = useOpen();
  const router = useRouter();
  const { organization } = useViewer();
  const address = useRouterState({ select: ({ location }) => location.publicHref });
  useEffect(() => {
    if (organization === null || organizationIn(address.slice(router.options.context.basepath.length - 1))) return;
    open(withOrganization(router.latestLocation.href, organization.slug), true);
  });
}

/** Focuses a new page, for screen readers. */
function useFocus(): void {
  const router = useRouter();
  useEffect(() => router.subscribe('onRendered', () => focusIfLost()), [router]);
}

/** Skips the navigation. A button, since a fragment link would resolve against `<base>` instead of the current page. */
const SkipLink = () => (
  <button type="button" className="skip-link" onClick={() => document.getElementById('main')?.focus()}>
    Skip to main content
  </button>
);

/** Shorter interruptions are not shown. */
const graceMs = 2500;

/** Shows the age of the data while the control plane is unreachable. */
const ConnectionBanner = () => (useConnection().isLive ? null : <Lost />);

function Lost() {
  const { heardAt } = useConnection();
  // Renders each second. Both times are by the browser's clock.
  useNow(1);
  const ageMs = Date.now() - heardAt;
  if (ageMs < graceMs) return null;
  return (
    <Alert
      role="status"
      color="orange"
      mb="md"
      icon={<IconPlugConnectedX aria-hidden />}
      title="Control plane unreachable"
    >
      Last updated {formatDuration(ageMs / 1000)} ago. Nodes keep running. Reconnecting automatically…
    </Alert>
  );
}
