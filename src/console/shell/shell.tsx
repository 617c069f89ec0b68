import { Alert, AppShell, Burger, Button, Group, Stack, Text } from '@mantine/core';
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
import { focusIfLost } from '../display/focus.ts';
import { OpenIncidents, PageHeader } from '../display/page.tsx';
import { ForeignText, TextLink, useNow } from '../display/text.tsx';
import { useOpen, useSignedIn, useViewer, ViewerProvider } from '../session/viewer.ts';
import { CommandPalette } from './command-palette.tsx';
import { NotificationBell, OrganizationMenu, PersonMenu, SearchButton } from './header.tsx';
import { NavigationLinks, Wordmark } from './navbar.tsx';
import { needsNoOrganization } from './navigation.ts';
import { Shortcuts } from './shortcuts.tsx';
import { useSwitchOrganization } from './use-switch-organization.ts';

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
          <DeactivatedBanner />
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

/** For a person without an organization, and for the address of one that the person may not open. */
function ChooseOrganization() {
  const { organizations } = useViewer();
  const switchTo = useSwitchOrganization();
  const slug = useApi().organization;
  const own = organizations ?? [];
  return (
    <Stack maw={480}>
      <PageHeader title={slug === null ? 'Choose an organization' : 'You can’t open this organization'} />
      {slug !== null && (
        <Text>
          You are not a member of <ForeignText>{slug}</ForeignText>, or it was deactivated. Ask one of its owners or
          admins for an invitation{own.length > 0 && ', or open one of your organizations'}.
        </Text>
      )}
      {slug === null && own.length === 0 && (
        <Text>You are not a member of an organization. Ask an owner or admin for an invitation.</Text>
      )}
      {own.map(({ organization }) => (
        <Button key={organization.id} variant="default" justify="start" onClick={() => switchTo(organization)}>
          <bdi>{organization.name}</bdi>
        </Button>
      ))}
    </Stack>
  );
}

/** Shorter interruptions are not shown. */
const graceMs = 2500;

/** Shows the age of the data while the control plane is unreachable. */
const ConnectionBanner = () => (useConnection().isLive ? null : <Lost />);

function Lost() {
  const { heardAt } = useConnection();
  const ageMs = useNow(1) - heardAt;
  if (ageMs < graceMs) return null;
  return (
    <Alert
      role="status"
      color="orange"
      mb="md"
      icon={<IconPlugConnectedX aria-hidden />}
      title="Control plane unreachable"
    >
      This page is {formatDuration(ageMs / 1000)} old. Nodes keep running. Reconnecting automatically…
    </Alert>
  );
}

/** Tells system administrators that the organization is deactivated; nobody else can open it. */
function DeactivatedBanner() {
  const { organization } = useViewer();
  if (organization?.isActive !== false) return null;
  return (
    <Alert mb="md" color="orange" title={`${organization.name} is deactivated`}>
      Its API keys and its members’ sessions are disabled.{' '}
      <TextLink to="/organizations">Reactivate organization</TextLink>
    </Alert>
  );
}
