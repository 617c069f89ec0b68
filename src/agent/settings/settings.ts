import type { Network, NodeType } from '../../contract/types.generated.ts';
import { counted } from '../../text/counted.ts';

/** The agent's settings: what an operator decides. `settingOptions` names their sources and defaults. */
export interface AgentSettings {
  /** The control plane's GraphQL endpoint. */
  url: string;
  /** Whether a plain http URL may lead to another host. */
  insecureHttp: boolean;
  /** Certificates (PEM) of further authorities to trust. */
  caFile: string | undefined;
  /** The proxy on the way to the control plane. */
  proxy: string | undefined;
  /** Hosts that are reached without it. */
  noProxy: string[];
  apiKey: string;
  /** The file that the key was read from, where the agent stores another; null where it came from elsewhere. */
  keyFile: string | null;
  /** This executor's name in the organization. */
  name: string;
  channel: string;
  /** Where the agent keeps its own store. */
  dataDir: string;
  dockerSocket: string;
  /** An engine of this host that listens on TCP, as `tcp://HOST:PORT`; undefined for the socket. */
  dockerHost: string | undefined;
  /** PEM files for it: the authority of the engine's certificate, the agent's own certificate, and its key. */
  dockerTlsCa: string | undefined;
  dockerTlsCert: string | undefined;
  dockerTlsKey: string | undefined;
  /** Whether an engine will do that cannot limit what nodes use. */
  allowUnlimited: boolean;
  /** Directory of the host for the nodes' chain data; undefined leaves it to the engine's volumes. */
  dataRoot: string | undefined;
  /** Further directories of the host for chain data, by name. */
  dataRoots: Readonly<Record<string, string>>;
  /** Image by client version. */
  images: Record<string, string>;
  networks: Network[];
  allowRegtest: boolean;
  nodeTypes: NodeType[];
  /** How many times what the host has may be promised to nodes. */
  overcommit: { cpu: number; memory: number; disk: number };
  /** Free MiB of a data disk below which daemons are stopped; 0 for never, undefined for the default, which depends on the disk. */
  diskStopBelowMiB: number | undefined;
  /** Free MiB from which they are started again; undefined for twice as much. */
  diskStartAboveMiB: number | undefined;
  /** Address that RPC is published on. */
  bindAddress: string;
  /** Address that the peer-to-peer port is published on. */
  p2pBindAddress: string;
  /** Address that ZeroMQ is published on. */
  zmqBindAddress: string;
  /** The host name that users reach the nodes at. */
  advertiseHost: string;
  portRange: { from: number; to: number };
  /** `uid:gid` that daemons run as. */
  nodeUser: string;
  stopTimeoutSeconds: number;
  outboxMaxEvents: number;
  logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace';
  logFormat: 'json' | 'journal';
  reconcileIntervalSeconds: number;
  sampleIntervalSeconds: number;
  /** Port of GET /metrics and /healthz; undefined for none. */
  metricsPort: number | undefined;
  /** Address that it listens on. */
  metricsHost: string;
}

/** The configuration is wrong. Names every fault at once. */
export class SettingsError extends Error {
  override name = 'SettingsError';
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(
      `the configuration has ${counted(faults.length, 'fault')}:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`,
    );
    this.faults = faults;
  }
}
