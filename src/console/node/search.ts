export const tabs = ['overview', 'monitoring', 'configuration', 'logs', 'events', 'why', 'rpc', 'danger'] as const;
export type NodeTab = (typeof tabs)[number];

/** What the address of a node's page says. */
export interface NodeSearch {
  /** Default: `overview`. */
  tab?: NodeTab;
}

/** Reads the address; what makes no sense is left out. Pure. */
export const nodeSearch = (search: Record<string, unknown>): NodeSearch => {
  const tab = tabs.find((each) => each === search['tab']);
  return tab === undefined || tab === 'overview' ? {} : { tab };
};
