import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, createRoute, createRouter, Outlet, redirect } from '@tanstack/react-router';
import type { Api } from './api/api.ts';
import { auditSearch } from './pages/audit/search.ts';
import { deploySearch } from './pages/deploy/search.ts';
import { eventsSearch } from './pages/events/search.ts';
import { executorsSearch } from './pages/executors/search.ts';
import { incidentsSearch } from './pages/incidents/search.ts';
import { keysSearch } from './pages/keys/search.ts';
import { nodeSearch } from './pages/node/search.ts';
import { nodesSearch } from './pages/nodes/search.ts';
import { organizationsSearch } from './pages/organizations/search.ts';
import { OverviewPage } from './pages/overview/overview-page.tsx';
import { releasesSearch } from './pages/releases/search.ts';
import { lazyPart } from './parts/lazy-part.tsx';
import { PendingPage } from './parts/pending-part.tsx';
import { enterOrganization } from './session/viewer.ts';
import { FailedPage } from './shell/failed-page.tsx';
import { NotFoundPage } from './shell/not-found-page.tsx';
import { Shell } from './shell/shell.tsx';

/** What loaders of routes may use. */
export interface RouterContext {
  api: Api;
  queries: QueryClient;
}

const root = createRootRouteWithContext<RouterContext>()({
  component: Outlet,
  notFoundComponent: NotFoundPage,
  errorComponent: FailedPage,
});

/** Pages for everybody: their links carry a secret behind `#`. */
const guestPages = [
  createRoute({
    getParentRoute: () => root,
    path: '/sign-in',
    validateSearch: (search: Record<string, unknown>): { to?: string } =>
      typeof search['to'] === 'string' && /^\/(?!\/)/.test(search['to']) ? { to: search['to'] } : {},
    component: lazyPart(async () => (await import('./session/sign-in-page.tsx')).SignInPage),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/set-password',
    component: lazyPart(async () => (await import('./session/set-password-page.tsx')).SetPasswordPage),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/accept-invitation',
    component: lazyPart(async () => (await import('./session/accept-invitation-page.tsx')).AcceptInvitationPage),
  }),
] as const;

/** Above every page for people who are signed in. */
const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  component: Shell,
  beforeLoad: async ({ context: { api, queries }, location }) => {
    if ((await enterOrganization(api, queries)) === null)
      throw redirect({ to: '/sign-in', search: location.href === '/' ? {} : { to: location.href } });
  },
});

const pages = [
  createRoute({
    getParentRoute: () => shell,
    path: '/',
    // What most people see first: it comes with the frame, in one go.
    component: OverviewPage,
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/nodes',
    validateSearch: nodesSearch,
    component: lazyPart(async () => (await import('./pages/nodes/nodes-page.tsx')).NodesPage),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/nodes/new',
    validateSearch: deploySearch,
    component: lazyPart(async () => (await import('./pages/deploy/deploy-page.tsx')).DeployPage),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/nodes/$nodeId',
    validateSearch: nodeSearch,
    component: lazyPart(async () => (await import('./pages/node/node-page.tsx')).NodePage),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/executors',
    validateSearch: executorsSearch,
    component: lazyPart(async () => (await import('./pages/executors/executors-page.tsx')).ExecutorsPage),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/executors/upgrade',
    component: lazyPart(async () => (await import('./pages/upgrades/rollouts-page.tsx')).RolloutsPage),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/executors/upgrade/$rolloutId',
    component: lazyPart(async () => (await import('./pages/upgrades/rollout-page.tsx')).RolloutPage),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/executors/$executorId',
    component: lazyPart(async () => (await import('./pages/executor/executor-page.tsx')).ExecutorPage),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/events',
    validateSearch: eventsSearch,
    component: lazyPart(async () => (await import('./pages/events/events-page.tsx')).EventsPage),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/incidents',
    validateSearch: incidentsSearch,
    component: lazyPart(async () => (await import('./pages/incidents/incidents-page.tsx')).IncidentsPage),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/incidents/$incidentId',
    component: lazyPart(async () => (await import('./pages/incidents/incident-page.tsx')).IncidentPage),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/audit',
    validateSearch: auditSearch,
    component: lazyPart(async () => (await import('./pages/audit/audit-page.tsx')).AuditPage),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/notifications',
    component: lazyPart(async () => (await import('./pages/notifications/notifications-page.tsx')).NotificationsPage),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/members',
    component: lazyPart(async () => (await import('./pages/members/members-page.tsx')).MembersPage),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/keys',
    validateSearch: keysSearch,
    component: lazyPart(async () => (await import('./pages/keys/keys-page.tsx')).KeysPage),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/organizations',
    validateSearch: organizationsSearch,
    component: lazyPart(async () => (await import('./pages/organizations/organizations-page.tsx')).OrganizationsPage),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/releases',
    validateSearch: releasesSearch,
    component: lazyPart(async () => (await import('./pages/releases/releases-page.tsx')).ReleasesPage),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/releases/new',
    component: lazyPart(async () => (await import('./pages/releases/publish-page.tsx')).PublishPage),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/profile',
    component: lazyPart(async () => (await import('./pages/profile/profile-page.tsx')).ProfilePage),
  }),
  createRoute({ getParentRoute: () => shell, path: '$', component: NotFoundPage }),
] as const;

/** Finds the page of an address. `basepath` is the path that the console is served under. */
export const buildRouter = (context: RouterContext, basepath: string) =>
  createRouter({
    routeTree: root.addChildren([...guestPages, shell.addChildren(pages)]),
    basepath,
    context,
    defaultPreload: 'intent',
    defaultPendingComponent: PendingPage,
    defaultErrorComponent: FailedPage,
    scrollRestoration: true,
    // What no page knows leaves the address.
    search: { strict: true },
  });

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof buildRouter>;
  }
}
