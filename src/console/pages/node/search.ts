import { oneOf, text } from '../../display/address.ts';
import { type Range, ranges, usualRange } from './monitoring/ranges.ts';

export const tabs = ['overview', 'monitoring', 'configuration', 'logs', 'events', 'why', 'rpc', 'danger'] as const;
export type NodeTab = (typeof tabs)[number];

/** How many lines a log may begin with; the first one is the default. */
export const tails = [200, 1000, 2000] as const;

/** What the address of a node's page says. */
export interface NodeSearch {
  /** Default: `overview`. */
  tab?: NodeTab;
  /** Logs: how many lines to begin with. Default: the first of `tails`. */
  tail?: number;
  /** Logs: what is looked for. */
  find?: string;
  /** Monitoring: how far back. Default: `usualRange`. */
  range?: Range;
  method?: string;
  /** Monitoring: whether numbers are shown in place of charts. */
  table?: true;
}

/** Reads the address; what makes no sense is left out. Pure. */
export const nodeSearch = (search: Record<string, unknown>): NodeSearch => {
  const tab = oneOf(tabs, search['tab']);
  if (tab === undefined || tab === 'overview') return {};
  if (tab === 'logs') return { tab, ...logsSearch(search) };
  if (tab === 'rpc') return { tab, ...rpcSearch(search) };
  if (tab === 'monitoring') return { tab, ...monitoringSearch(search) };
  return { tab };
};

const logsSearch = (search: Record<string, unknown>): NodeSearch => {
  const tail = tails.find((each) => each === search['tail'] && each !== tails[0]);
  const find = text(search['find']);
  return { ...(tail === undefined ? {} : { tail }), ...(find === undefined ? {} : { find }) };
};

const monitoringSearch = (search: Record<string, unknown>): NodeSearch => {
  const range = oneOf(ranges, search['range']);
  const isUsual = range === undefined || range === usualRange;
  return { ...(isUsual ? {} : { range }), ...(search['table'] === true ? { table: true } : {}) };
};

const rpcSearch = (search: Record<string, unknown>): NodeSearch => {
  const method = text(search['method']);
  return method === undefined || !/^[a-z]{1,60}$/.test(method) ? {} : { method };
};
