import { Notifications } from '@mantine/notifications';
import type { QueryClient } from '@tanstack/react-query';
import {
  type AnyRoute,
  createRootRouteWithContext,
  createRoute,
  createRouter,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import type { Api } from './api/api.ts';
import { organizationIn, withOrganization, withoutOrganization } from './api/organization-address.ts';
import * as addresses from './pages/addresses.ts';
import { OverviewPage } from './pages/overview/overview-page.tsx';
import { type ComponentModule, lazyPart, PendingPage } from './parts/lazy-part.tsx';
import { enterOrganization } from './session/viewer.ts';
import { FailedPage, NotFoundPage } from './shell/error-pages.tsx';
import { Shell } from './shell/shell.tsx';

interface RouterContext {
  api: Api;
  queries: QueryClient;
  /** The path of the console, with a slash at its end. */
  basepath: string;
}

const root = createRootRouteWithContext<RouterContext>()({
  component: () => (
    <>
      <Notifications position="bottom-right" limit={4} />
      <Outlet />
    </>
  ),
  notFoundComponent: NotFoundPage,
  errorComponent: FailedPage,
});

/** Returns a function that makes lazily loaded pages below a route. `search` parses a page's search parameters. */
const pagesBelow =
  <R extends AnyRoute>(parent: R) =>
  <const P extends string, N extends string, S extends object = object>(
    path: P,
    load: () => Promise<ComponentModule<N>>,
    name: N,
    search?: (search: Record<string, unknown>) => S,
  ) =>
    createRoute({
      getParentRoute: () => parent,
      path,
      component: lazyPart(load, name),
      ...(search === undefined ? {} : { validateSearch: search }),
    });

/** A page without a session; its link carries a secret in the fragment. */
const guestPage = pagesBelow(root);

const guestPages = [
  guestPage('/sign-in', () => import('./session/sign-in-page.tsx'), 'SignInPage', addresses.signInSearch),
  guestPage(
    '/sign-in/callback',
    () => import('./session/single-sign-on-page.tsx'),
    'SingleSignOnPage',
    addresses.singleSignOnSearch,
  ),
  guestPage('/set-password', () => import('./session/set-password-page.tsx'), 'SetPasswordPage'),
  guestPage('/accept-invitation', () => import('./session/accept-invitation-page.tsx'), 'AcceptInvitationPage'),
] as const;

/** The frame of every page that needs a session. */
const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  component: Shell,
  beforeLoad: async ({ context: { api, queries, basepath }, location }) => {
    const address = location.publicHref.slice(basepath.length - 1);
    if ((await enterOrganization(api, queries, organizationIn(address))) === null)
      throw redirect({ to: '/sign-in', search: address === '/' ? {} : { to: address } });
  },
});

const page = pagesBelow(shell);

const pages = [
  // The landing page is bundled with the frame.
  createRoute({ getParentRoute: () => shell, path: '/', component: OverviewPage }),
  page('/nodes', () => import('./pages/nodes/nodes-page.tsx'), 'NodesPage', addresses.nodesSearch),
  page('/nodes/new', () => import('./pages/deploy/deploy-page.tsx'), 'DeployPage', addresses.deploySearch),
  page('/nodes/$nodeId', () => import('./pages/node/node-page.tsx'), 'NodePage', addresses.nodeSearch),
  page('/rollouts/$rolloutId', () => import('./pages/rollouts/rollout-page.tsx'), 'NodeRolloutPage'),
  page('/executors', () => import('./pages/executors/executors-page.tsx'), 'ExecutorsPage', addresses.executorsSearch),
  page('/executors/upgrade', () => import('./pages/upgrades/rollouts-page.tsx'), 'RolloutsPage'),
  page('/executors/upgrade/$rolloutId', () => import('./pages/upgrades/rollout-page.tsx'), 'RolloutPage'),
  page(
    '/executors/$executorId',
    () => import('./pages/executor/executor-page.tsx'),
    'ExecutorPage',
    addresses.executorSearch,
  ),
  page('/networks', () => import('./pages/networks/networks-page.tsx'), 'NetworksPage'),
  page('/networks/$network', () => import('./pages/networks/networks-page.tsx'), 'NetworkPage'),
  page('/endpoints', () => import('./pages/endpoints/endpoints-page.tsx'), 'EndpointsPage'),
  page('/events', () => import('./pages/events/events-page.tsx'), 'EventsPage', addresses.eventsSearch),
  page('/incidents', () => import('./pages/incidents/incidents-page.tsx'), 'IncidentsPage', addresses.incidentsSearch),
  page('/incidents/$incidentId', () => import('./pages/incidents/incident-page.tsx'), 'IncidentPage'),
  page('/audit', () => import('./pages/audit/audit-page.tsx'), 'AuditPage', addresses.auditSearch),
  page(
    '/notifications',
    () => import('./pages/notifications/notifications-page.tsx'),
    'NotificationsPage',
    addresses.notificationsSearch,
  ),
  page('/maintenance', () => import('./pages/maintenance/maintenance-page.tsx'), 'MaintenancePage'),
  page('/members', () => import('./pages/members/members-page.tsx'), 'MembersPage'),
  page('/keys', () => import('./pages/keys/keys-page.tsx'), 'KeysPage', addresses.keysSearch),
  page(
    '/organizations',
    () => import('./pages/organizations/organizations-page.tsx'),
    'OrganizationsPage',
    addresses.organizationsSearch,
  ),
  page('/sign-ins', () => import('./pages/sign-ins/sign-ins-page.tsx'), 'SignInsPage'),
  page('/releases', () => import('./pages/releases/releases-page.tsx'), 'ReleasesPage', addresses.releasesSearch),
  page('/releases/new', () => import('./pages/releases/publish-page.tsx'), 'PublishPage'),
  page('/profile', () => import('./pages/profile/profile-page.tsx'), 'ProfilePage'),
  createRoute({ getParentRoute: () => shell, path: '$', component: NotFoundPage }),
] as const;

export const buildRouter = (context: RouterContext) =>
  createRouter({
    routeTree: root.addChildren([...guestPages, shell.addChildren(pages)]),
    basepath: context.basepath,
    // The routes and links of pages omit the organization.
    rewrite: {
      input: ({ url }) => {
        url.pathname = withoutOrganization(url.pathname);
        return url;
      },
      output: ({ url }) => {
        url.pathname = withOrganization(url.pathname, context.api.organization);
        return url;
      },
    },
    context,
    defaultPreload: 'intent',
    defaultPendingComponent: PendingPage,
    defaultErrorComponent: FailedPage,
    scrollRestoration: true,
    // Drops unknown search parameters.
    search: { strict: true },
  });

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof buildRouter>;
  }
}
