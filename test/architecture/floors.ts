/**
 * The layers of the source from the bottom. A file may import from its own folder and from the layers below, never from
 * above, and never from another folder of its layer. The longest entry that contains a file is its folder.
 */
export const floors: readonly (readonly string[])[] = [
  ['src/text', 'src/package-root.ts', 'src/release'],
  ['src/timing', 'src/storage', 'src/version.ts', 'src/bitcoin', 'src/contract/types.generated.ts'],
  ['src/contract'],
  ['src/client', 'src/upgrade', 'src/service-manager'],
  // Runs in a browser.
  ['src/console'],

  // The agent writes its configuration and reads its report.
  ['src/gateway'],
  ['src/agent/settings', 'src/agent/loops'],
  ['src/agent/store'],
  ['src/agent/desired'],
  ['src/agent/control-plane'],
  ['src/agent/outbox'],
  ['src/agent/runtime'],
  ['src/agent/monitor'],
  ['agent-requests', 'node', 'disk', 'gateway', 'host', 'sync', 'upgrade'].map((part) => `src/agent/${part}`),
  ['src/agent/reconcile', 'src/agent/docker'],
  ['src/agent/admin-socket', 'src/agent/offline'],
  ['src/agent/doctor', 'src/agent/metrics'],
  ['src/agent/wiring'],
  ['src/agent/agent.ts'],
  ['src/upgrade-watcher'],

  ['src/control-plane/platform/load'],
  [
    ...['settings.ts', 'platform/input', 'platform/monitoring', 'platform/sealing.ts'].map(
      (part) => `src/control-plane/${part}`,
    ),
  ],
  ['src/control-plane/platform/database'],
  ['src/control-plane/platform/bus'],
  ['src/control-plane/platform/jobs'],
  // Tables refer to one another, and rows are what resolvers resolve.
  ['src/control-plane/tables'],
  ['src/control-plane/request/trail'],
  ['src/control-plane/request'],
  ['src/control-plane/request/streams'],
  ['src/control-plane/history/metrics', 'src/control-plane/history/audit', 'src/control-plane/people/accounts'],
  ['src/control-plane/history/events', 'src/control-plane/people/organizations'],
  ['src/control-plane/people/sign-in', 'src/control-plane/fleet/inventory', 'src/control-plane/rollouts/engine'],
  ['src/control-plane/fleet/executors'],
  ['src/control-plane/fleet/releases', 'src/control-plane/fleet/keys'],
  ['src/control-plane/fleet/rollouts'],
  ['src/control-plane/nodes'],
  ['src/control-plane/endpoints'],
  ['src/control-plane/agents/agent-requests'],
  ['src/control-plane/agents/heartbeat', 'src/control-plane/alerts/channels'],
  ['src/control-plane/alerts/webhooks'],
  ['src/control-plane/alerts/notifications'],
  ['src/control-plane/alerts/incidents'],
  ['src/control-plane/rollouts'],
  ['src/control-plane/http/built-files', 'src/control-plane/http/server-certificate.ts'],
  [
    'src/control-plane/http/console',
    'src/control-plane/http/listen.ts',
    'src/control-plane/http/add-host.ts',
    'src/control-plane/http/site.ts',
    'src/control-plane/http/monitoring',
    'src/control-plane/http/streams',
  ],
  ['src/control-plane/features'],
  ['src/control-plane/features.ts'],
  ['src/control-plane/http/graphql'],
  ['src/control-plane/serve.ts', 'src/control-plane/commands'],

  ['src/devhost'],
  ['src/cli'],
  ['src/demo'],
  ['src/main.ts', 'src/main-host.ts', 'src/main-agent.ts', 'src/main-gateway.ts', 'src/main-control-plane.ts'],
];

/**
 * Borders that apply although the layers would allow the import: `from` imports nothing of `to`, except below `except`.
 */
export const borders: readonly { from: string; to: string; except?: string }[] = [
  // The client package contains only the client.
  { from: 'src/agent', to: 'src/client' },
  { from: 'src/control-plane', to: 'src/client' },
  { from: 'src/control-plane', to: 'src/agent' },
  // Node data depends on placement, never the other way round; RPC credentials need neither.
  { from: 'src/control-plane/nodes/placement', to: 'src/control-plane/nodes/data' },
  ...['placement', 'data'].flatMap((part) => [
    { from: 'src/control-plane/nodes/rpc-credentials', to: `src/control-plane/nodes/${part}` },
    { from: `src/control-plane/nodes/${part}`, to: 'src/control-plane/nodes/rpc-credentials' },
  ]),
  { from: 'src/agent', to: 'src/control-plane' },
  // The server sends the console's built files, and knows nothing else of it; the console only knows the API.
  ...['agent', 'control-plane', 'devhost', 'cli', 'demo'].map((room) => ({ from: `src/${room}`, to: 'src/console' })),
  { from: 'src/console', to: 'src/storage' },
  // Lists and dialogs use the other parts, and not each other.
  ...['answers.tsx', 'code-block.tsx', 'dialogs.tsx', 'focus.ts', 'form.tsx', 'page.tsx', 'text.tsx'].map((part) => ({
    from: `src/console/display/${part}`,
    to: 'src/console/display/lists',
  })),
  { from: 'src/console/display/lists', to: 'src/console/display/dialogs.tsx' },
  { from: 'src/devhost', to: 'src/control-plane' },
  { from: 'src/devhost', to: 'src/agent', except: 'src/agent/docker/engine' },
  { from: 'src/agent/reconcile', to: 'src/agent/docker' },
  { from: 'src/agent/docker', to: 'src/agent/reconcile' },
];
