/**
 * The rooms of the source, floor by floor from the bottom. A file may import from its own room and from the floors below, never from above,
 * and never from another room of its floor. The longest entry that a file lies in is its room.
 */
export const floors: readonly (readonly string[])[] = [
  ['src/text', 'src/package-root.ts', 'src/release'],
  ['src/timing', 'src/storage', 'src/version.ts', 'src/bitcoin', 'src/contract/types.generated.ts'],
  ['src/contract'],
  ['src/client', 'src/upgrade'],
  // Runs in a browser.
  ['src/console'],

  ['src/agent/service.ts', 'src/agent/settings', 'src/agent/loops'],
  ['src/agent/service-manager'],
  ['src/agent/store', 'src/agent/key'],
  ['src/agent/control-plane', 'src/agent/desired'],
  ['src/agent/outbox'],
  ['src/agent/runtime'],
  ['src/agent/monitor'],
  [
    'src/agent/node',
    'src/agent/disk',
    'src/agent/explanations',
    'src/agent/host',
    'src/agent/logs',
    'src/agent/rpc-calls',
    'src/agent/sync',
    'src/agent/upgrade',
  ],
  ['src/agent/reconcile', 'src/agent/docker'],
  ['src/agent/admin-socket'],
  ['src/agent/doctor', 'src/agent/metrics'],
  [
    'src/agent/agent-events.ts',
    'src/agent/executor-session.ts',
    'src/agent/explain-offline.ts',
    'src/agent/probe.ts',
    'src/agent/rehearse.ts',
  ],
  ['src/agent/wiring'],
  ['src/agent/agent.ts'],
  ['src/upgrade-watcher'],

  ['src/control-plane/settings.ts', 'src/control-plane/input'],
  ['src/control-plane/monitoring/traces.ts'],
  ['src/control-plane/database'],
  ['src/control-plane/bus'],
  // Tables refer to one another, and rows are what resolvers resolve.
  ['src/control-plane/accounts/tables.ts'],
  ['src/control-plane/executors/table.ts', 'src/control-plane/metrics/series.ts'],
  [
    'src/control-plane/nodes/table.ts',
    'src/control-plane/nodes/node-options-row.ts',
    'src/control-plane/nodes/rpc-credentials/table.ts',
    'src/control-plane/releases/table.ts',
    'src/control-plane/events/table.ts',
    'src/control-plane/metrics/table.ts',
  ],
  [
    'src/control-plane/logs/table.ts',
    'src/control-plane/rollouts/table.ts',
    'src/control-plane/explanations/table.ts',
    'src/control-plane/rpc-calls/table.ts',
    'src/control-plane/webhooks/table.ts',
    'src/control-plane/notifications/thresholds.ts',
    'src/control-plane/incidents/rules/facts.ts',
  ],
  ['src/control-plane/notifications/table.ts', 'src/control-plane/incidents/table.ts'],
  ['src/control-plane/notifications/settings-view.ts'],
  ['src/control-plane/audit/trail'],
  ['src/control-plane/jobs', 'src/control-plane/monitoring/measures.ts'],
  ['src/control-plane/request'],
  ['src/control-plane/inventory', 'src/control-plane/streams', 'src/control-plane/metrics'],
  [
    'src/control-plane/accounts',
    'src/control-plane/audit',
    'src/control-plane/changes',
    'src/control-plane/events',
    'src/control-plane/nudges',
  ],
  ['src/control-plane/executors', 'src/control-plane/organizations'],
  ['src/control-plane/people'],
  ['src/control-plane/nodes'],
  [
    'src/control-plane/logs',
    'src/control-plane/explanations',
    'src/control-plane/rpc-calls',
    'src/control-plane/releases',
  ],
  ['src/control-plane/keys', 'src/control-plane/rollouts'],
  ['src/control-plane/heartbeat', 'src/control-plane/webhooks'],
  ['src/control-plane/notifications'],
  ['src/control-plane/incidents'],
  ['src/control-plane/monitoring', 'src/control-plane/console'],
  ['src/control-plane/graphql'],
  [
    'src/control-plane/drain.ts',
    'src/control-plane/jobs.ts',
    'src/control-plane/require-init.ts',
    'src/control-plane/tables.ts',
  ],
  [
    'src/control-plane/serve.ts',
    'src/control-plane/init.ts',
    'src/control-plane/create-key.ts',
    'src/control-plane/backup',
    'src/control-plane/reset-password.ts',
  ],

  ['src/devhost'],
  ['src/cli'],
  ['src/demo'],
  ['src/main.ts', 'src/main-host.ts', 'src/main-agent.ts', 'src/main-control-plane.ts'],
];

/** Borders that hold although the floors would allow the import: `from` imports nothing of `to`, except below `except`. */
export const borders: readonly { from: string; to: string; except?: string }[] = [
  // The package for programs of others holds the client alone.
  { from: 'src/agent', to: 'src/client' },
  { from: 'src/control-plane', to: 'src/client' },
  { from: 'src/control-plane', to: 'src/agent' },
  // What may become of a node's data is judged by what its host can take, never the other way round; RPC credentials need neither.
  { from: 'src/control-plane/nodes/placement', to: 'src/control-plane/nodes/data' },
  ...['placement', 'data'].flatMap((part) => [
    { from: 'src/control-plane/nodes/rpc-credentials', to: `src/control-plane/nodes/${part}` },
    { from: `src/control-plane/nodes/${part}`, to: 'src/control-plane/nodes/rpc-credentials' },
  ]),
  { from: 'src/agent', to: 'src/control-plane' },
  // The server sends the console's built files, and knows nothing else of it; the console knows the API alone.
  ...['agent', 'control-plane', 'devhost', 'cli', 'demo'].map((room) => ({ from: `src/${room}`, to: 'src/console' })),
  { from: 'src/console', to: 'src/storage' },
  // Lists and dialogs are made of what the other parts show, and not of each other.
  ...['focus', 'values', 'answers', 'dialogs'].map((part) => ({
    from: `src/console/display/${part}`,
    to: 'src/console/display/lists',
  })),
  ...['focus', 'values', 'answers', 'lists'].map((part) => ({
    from: `src/console/display/${part}`,
    to: 'src/console/display/dialogs',
  })),
  { from: 'src/devhost', to: 'src/control-plane' },
  { from: 'src/devhost', to: 'src/agent', except: 'src/agent/docker/engine' },
  { from: 'src/agent/reconcile', to: 'src/agent/docker' },
  { from: 'src/agent/docker', to: 'src/agent/reconcile' },
];
