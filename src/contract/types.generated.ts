export type Maybe<T> = T | null;
export type InputMaybe<T> = Maybe<T>;
/** All built-in and custom scalars, mapped to their actual values */
export type Scalars = {
  ID: { input: string; output: string; }
  String: { input: string; output: string; }
  Boolean: { input: boolean; output: boolean; }
  Int: { input: number; output: number; }
  Float: { input: number; output: number; }
  /** An instant as an ISO 8601 string in UTC with milliseconds, such as `2026-01-31T12:00:00.000Z`. */
  DateTime: { input: string; output: string; }
  /** Any JSON value. */
  JSON: { input: unknown; output: unknown; }
};

/** The answer to a request: a chunk, a result or an error. */
export type AgentAnswerInput = {
  /** The next lines of a log that is followed. The request stays open. */
  chunk?: InputMaybe<LogChunkInput>;
  /** Why there is no result, for people, up to 1000 characters. It closes the request. */
  error?: InputMaybe<Scalars['String']['input']>;
  /** The request. */
  id: Scalars['ID']['input'];
  /** The result, in the form of the request's kind. It closes the request. */
  result?: InputMaybe<Scalars['JSON']['input']>;
};

/** What became of an answer. */
export type AgentAnswerReceipt = {
  /** Whether the request waits for more. */
  isOpen: Scalars['Boolean']['output'];
  /** Whether the answer is stored. A chunk that is not taken while `isOpen` waits for the reader: send it again in a moment. */
  isTaken: Scalars['Boolean']['output'];
};

/** How an agent is installed, and so what it is upgraded with. */
export type AgentPackaging =
  /** From an archive, on the host. */
  | 'archive'
  /** As a container, from an image. */
  | 'image';

/** Something short that a person asks of a node, through its agent. */
export type AgentRequest = {
  /** The arguments of its kind, which docs/api/protocol.md lists. */
  args: Scalars['JSON']['output'];
  /** Names the request in the answer. */
  id: Scalars['ID']['output'];
  /** `log`, `follow_log`, `explain`, `rpc` or `chain`. Ignore any other kind. */
  kind: Scalars['String']['output'];
  /** The node. */
  nodeId: Scalars['ID']['output'];
};

/** Which rule found an incident. */
export type AlertCode =
  /** A later release of the agent is in the executor's channel, or the agent's own was withdrawn. */
  | 'agent_outdated'
  /** A node is blocks behind the organization's other nodes of its network. */
  | 'behind_network'
  /** Nodes of one network stand on different branches, or reject a branch that others follow. */
  | 'chain_split'
  /** A change made a node fail, and its agent took it back. */
  | 'change_taken_back'
  /** A node runs a version that gets no more fixes, or none from within 30 days. */
  | 'client_end_of_life'
  /** A node runs a version with a weakness of high severity that its configuration exposes. */
  | 'client_vulnerable'
  /** A node runs a version that its makers withdrew. Only a warning where the reason does not concern it. */
  | 'client_withdrawn'
  /** The clock of a node's host differs by minutes from those of its peers, or from the control plane's. */
  | 'clock_off'
  /** A node's daemon exits again and again. */
  | 'crash_loop'
  /** A node's daemon warns. */
  | 'daemon_warning'
  /** An executor's disk is full within days at the present rate. */
  | 'disk_filling'
  /** An executor's disk is nearly full. */
  | 'disk_low'
  /** An executor sends no heartbeats. */
  | 'executor_offline'
  /** An API key ends within days. */
  | 'key_ends_soon'
  /** A node's daemon was ended for its memory, or is near its limit. */
  | 'memory_limit'
  /** A node has no peers. */
  | 'no_peers'
  /** A node cannot run. */
  | 'node_failing'
  /** A rollout has stopped at the first failure, and its other executors wait. */
  | 'rollout_stopped'
  /** A node catches up with its chain, and makes no progress. */
  | 'sync_stalled'
  /** A node has seen no block for longer than is likely. */
  | 'tip_stale'
  /** An upgrade of the executor's agent failed, was rolled back or did not end in time. */
  | 'upgrade_failed'
  /** Deliveries to the organization's webhook fail, or its receiver is gone. */
  | 'webhook_failing';

/** A condition that a rule found, and that lasted long enough to matter. It closes by itself when the condition is gone. */
export type AlertIncident = {
  /** When somebody acknowledged it. */
  acknowledgedAt?: Maybe<Scalars['DateTime']['output']>;
  /** The id of the person who acknowledged it. */
  acknowledgedBy?: Maybe<Scalars['ID']['output']>;
  /** What to do, in a line. */
  advice: Scalars['String']['output'];
  /** The branches of a `chain_split` as they were last seen; null for other codes. */
  branches?: Maybe<Array<ChainBranch>>;
  /** When it closed. */
  closedAt?: Maybe<Scalars['DateTime']['output']>;
  /** Which rule found it. */
  code: AlertCode;
  /** The same as the message for programs; the shape belongs to the code. */
  data: Scalars['JSON']['output'];
  /** Seconds from opening to closing; until now while it is open. */
  durationSeconds: Scalars['Int']['output'];
  /** The executor that it happened on. */
  executorId?: Maybe<Scalars['ID']['output']>;
  /** Made by the control plane. */
  id: Scalars['ID']['output'];
  /** What is the matter, for people, with the latest figures. */
  message: Scalars['String']['output'];
  /** The node that it is about. */
  nodeId?: Maybe<Scalars['ID']['output']>;
  /** What that person noted. */
  note?: Maybe<Scalars['String']['output']>;
  /** When the incident opened: the condition had lasted as long as its rule asks. */
  openedAt: Scalars['DateTime']['output'];
  /** How serious it is. */
  severity: AlertSeverity;
  /** When the condition was first seen. */
  startedAt: Scalars['DateTime']['output'];
  /** Whether the condition still holds. */
  status: AlertStatus;
  /** The id of what it is about. */
  subjectId: Scalars['ID']['output'];
  /** The name of what it is about when the incident opened. */
  subjectName: Scalars['String']['output'];
  /** What it is about. */
  subjectType: AlertSubjectType;
  /** When anything of this last changed. */
  updatedAt: Scalars['DateTime']['output'];
};

/** One page of incidents. */
export type AlertIncidentConnection = {
  /** The incidents with their cursors, in the order of the direction. */
  edges: Array<AlertIncidentEdge>;
  /** The incidents, in the order of the direction. */
  nodes: Array<AlertIncident>;
  /** Where this page lies. */
  pageInfo: PageInfo;
};

/** An incident and its place in the list. */
export type AlertIncidentEdge = {
  /** Where the incident lies. */
  cursor: Scalars['String']['output'];
  /** The incident. */
  node: AlertIncident;
};

/** How serious an incident is. */
export type AlertSeverity =
  /** Something does not work, or soon will not. */
  | 'critical'
  /** Good to know. */
  | 'info'
  /** Worth a look today. */
  | 'warning';

/** Whether an incident's condition still holds. */
export type AlertStatus =
  /** It does not. */
  | 'closed'
  /** It does. */
  | 'open';

/** What an incident is about. */
export type AlertSubjectType =
  /** An API key. */
  | 'api_key'
  /** An executor. */
  | 'executor'
  /** A network, by its name. */
  | 'network'
  /** A node. */
  | 'node'
  /** A rollout, by the version that it brings. */
  | 'rollout'
  /** The organization's webhook. */
  | 'webhook';

/** An API key, without its secret part. */
export type ApiKey = {
  /** Time of creation. */
  createdAt: Scalars['DateTime']['output'];
  /** The key is worthless from then on; null for one without an end. */
  expiresAt?: Maybe<Scalars['DateTime']['output']>;
  /** Made by the control plane. */
  id: Scalars['ID']['output'];
  /** When the key was last used, as noted about once a minute; null before its first use. */
  lastUsedAt?: Maybe<Scalars['DateTime']['output']>;
  /** The address that it was last used from: that of the proxy where there is one. */
  lastUsedFrom?: Maybe<Scalars['String']['output']>;
  /** Chosen by its creator. */
  name: Scalars['String']['output'];
  /** E-mail address of the person whom the key acts for; null for an executor's key, which acts for its executor. */
  owner?: Maybe<Scalars['String']['output']>;
  /** What it may be used for. */
  purpose: ApiKeyPurpose;
  /** When the key was revoked, and so is worthless; null where it was not. */
  revokedAt?: Maybe<Scalars['DateTime']['output']>;
  /** Its first characters, to recognise it by. */
  start: Scalars['String']['output'];
  /** Which executor uses the key; null for a personal key, and for a key that no executor has used and that was made for none. */
  usage?: Maybe<ExecutorApiKeyUsage>;
};

/** A key to make. */
export type ApiKeyCreateInput = {
  /** The only executor that the key may speak for. Default: the first one that uses it. For the purpose `executor` only. */
  executorName?: InputMaybe<Scalars['String']['input']>;
  /** The key is worthless from then on; in the future, and within 10 years. Default: it never expires. */
  expiresAt?: InputMaybe<Scalars['DateTime']['input']>;
  /** 1 to 63 characters. */
  name: Scalars['String']['input'];
  /** What it may be used for. */
  purpose: ApiKeyPurpose;
};

/** What an API key may be used for. */
export type ApiKeyPurpose =
  /** An executor agent: heartbeats, events, log answers, nudges. Nothing else, and for one executor only. */
  | 'executor'
  /** A person's scripts: all that the person may do, except to act as an executor. */
  | 'personal';

/** Conditions on API keys. All that are given must hold. */
export type ApiKeyWhereInput = {
  /** All of these must hold. */
  AND?: InputMaybe<Array<ApiKeyWhereInput>>;
  /** None of these may hold. */
  NOT?: InputMaybe<Array<ApiKeyWhereInput>>;
  /** One of these must hold. */
  OR?: InputMaybe<Array<ApiKeyWhereInput>>;
  /** Condition on the name of the executor that uses the key. */
  executorName?: InputMaybe<StringFilter>;
  /** Condition on the name. */
  name?: InputMaybe<StringFilter>;
  /** Is of this purpose. */
  purpose?: InputMaybe<ApiKeyPurpose>;
};

/** Picks one API key. */
export type ApiKeyWhereUniqueInput = {
  /** The key's id. */
  id: Scalars['ID']['input'];
};

/**
 * One call of a mutation, or one command on the control plane's own host. Written in the transaction of the change, and never altered. What
 * agents report is no action.
 */
export type AuditAction = {
  /** What was done: the name of the mutation, or of the command. */
  action: Scalars['String']['output'];
  /** Who did it. */
  actor: AuditActor;
  /** IP address that the request came from; null for a command. */
  address?: Maybe<Scalars['String']['output']>;
  /** The same as it was afterwards; null where nothing is left. */
  after?: Maybe<Scalars['JSON']['output']>;
  /** When, by the clock of the database. */
  at: Scalars['DateTime']['output'];
  /** What the action changed, as it was before; null where there was nothing. Secrets are left out, and long values shortened. */
  before?: Maybe<Scalars['JSON']['output']>;
  /** The code of the error that refused it; null when it was done. */
  errorCode?: Maybe<Scalars['String']['output']>;
  /** Grows with each action of an organization. */
  id: Scalars['ID']['output'];
  /** Whether it was done. */
  outcome: AuditOutcome;
  /** The request; several mutations of one request share it. The server's log has it too. */
  requestId?: Maybe<Scalars['ID']['output']>;
  /** What it was done to; null where it concerned no single object, or did not get that far. */
  target?: Maybe<AuditTarget>;
  /**
   * How many refusals like this one were left out since the last that was recorded: of somebody without a credential, only some of many
   * are.
   */
  unrecorded: Scalars['Int']['output'];
  /** What the client calls itself. */
  userAgent?: Maybe<Scalars['String']['output']>;
};

/** One page of the audit log. */
export type AuditActionConnection = {
  /** The actions, each with its cursor. */
  edges: Array<AuditActionEdge>;
  /** The actions, in the order of the direction. */
  nodes: Array<AuditAction>;
  /** Where this page lies. */
  pageInfo: PageInfo;
  /** How many actions match the filter, on all pages. Counted only where it is asked for. */
  totalCount: Scalars['Int']['output'];
};

/** An action on a page. */
export type AuditActionEdge = {
  /** The action's place in the list. */
  cursor: Scalars['String']['output'];
  /** The action. */
  node: AuditAction;
};

/** Which actions, and which page of them. All conditions must hold. An empty text matches nothing; null is no condition. */
export type AuditActionFilterInput = {
  /** Only this mutation or command. */
  action?: InputMaybe<Scalars['String']['input']>;
  /** Only of this kind of actor. */
  actorType?: InputMaybe<AuditActorType>;
  /** Only with this API key. */
  apiKeyId?: InputMaybe<Scalars['ID']['input']>;
  /** Only those that changed what is kept of their object, as `before` and `after` show; false: only the others. */
  changed?: InputMaybe<Scalars['Boolean']['input']>;
  /** The `endCursor` of the page before. Default: begin at the end that the direction starts from. */
  cursor?: InputMaybe<Scalars['String']['input']>;
  /** Which way to go. Default: `older`. */
  direction?: InputMaybe<EventDirection>;
  /** Only those that ended so. */
  outcome?: InputMaybe<AuditOutcome>;
  /** Only at or after this instant. */
  since?: InputMaybe<Scalars['DateTime']['input']>;
  /** How many at most, 1 to 500. Default: 50. */
  take?: InputMaybe<Scalars['Int']['input']>;
  /** Only on the object with this id. */
  targetId?: InputMaybe<Scalars['ID']['input']>;
  /** Only on objects that had this name then. */
  targetName?: InputMaybe<Scalars['String']['input']>;
  /** Only on this kind of object. */
  targetType?: InputMaybe<Scalars['String']['input']>;
  /** Only before this instant. */
  until?: InputMaybe<Scalars['DateTime']['input']>;
  /** Only of this person, also through their API keys. */
  userId?: InputMaybe<Scalars['ID']['input']>;
};

/** Who did something, as known at that time. */
export type AuditActor = {
  /** The API key's id, where one was used. */
  apiKeyId?: Maybe<Scalars['ID']['output']>;
  /** Name and e-mail address of a person, or the user and host of a command. */
  name: Scalars['String']['output'];
  /** The kind of actor. */
  type: AuditActorType;
  /** The person's id, also where their API key was used. */
  userId?: Maybe<Scalars['ID']['output']>;
};

/** The kinds of actors. */
export type AuditActorType =
  /** Somebody without a credential, such as a person who signs in. */
  | 'anonymous'
  /** A person's API key. */
  | 'apiKey'
  /** Anyone who may run commands on the control plane's host. */
  | 'commandLine'
  /** A system administrator, where no role in the organization gave the permission. */
  | 'systemAdmin'
  /** Of a kind that this version does not know, as after a downgrade of the control plane. */
  | 'unknown'
  /** A person, in a session. */
  | 'user';

/** How an action ended. */
export type AuditOutcome =
  /** It was refused, or failed, and changed nothing. */
  | 'refused'
  /** It was done. */
  | 'succeeded';

/** What an action was done to, as known at that time. */
export type AuditTarget = {
  /** The object's id, as the caller gave it. */
  id: Scalars['ID']['output'];
  /** The object's name; null where it has none, or is not the organization's. */
  name?: Maybe<Scalars['String']['output']>;
  /** The kind of object, such as `node`, `executor` or `api-key`. */
  type: Scalars['String']['output'];
};

/** Conditions on what is true or false. All that are given must hold. A comparison with null is refused. */
export type BooleanFilter = {
  /** Is this. */
  equals?: InputMaybe<Scalars['Boolean']['input']>;
  /** Must not match this filter. */
  not?: InputMaybe<BooleanFilter>;
};

/** A branch of a network's chain. */
export type ChainBranch = {
  /** How many blocks it has of its own; null for a main branch, and while the fork is searched for. */
  blocks?: Maybe<Scalars['Int']['output']>;
  /** The hash of the branch's first block of its own, if it has one and the hash is known. */
  firstHash?: Maybe<Scalars['String']['output']>;
  /** The hash of that block, if known. */
  forkHash?: Maybe<Scalars['String']['output']>;
  /** The last block in common with the parent; null for a main branch, and while the block is searched for. */
  forkHeight?: Maybe<Scalars['Int']['output']>;
  /** The hash of its last block. */
  hash: Scalars['String']['output'];
  /** The height of its last block. */
  height: Scalars['Int']['output'];
  /** How many nodes stand on it; 0 for a branch that only daemons report. */
  nodeCount: Scalars['Int']['output'];
  /** These nodes, the first 30. */
  nodes: Array<ChainBranchNode>;
  /** The hash of the parent's block at the same height, if known. */
  otherHash?: Maybe<Scalars['String']['output']>;
  /** The place of its parent in the list; null for a main branch. */
  parent?: Maybe<Scalars['Int']['output']>;
  /** Why its nodes and those of the parent do not agree, where their daemons report a reason. */
  reasons: Array<Scalars['String']['output']>;
};

/** A node on a branch. */
export type ChainBranchNode = {
  /** The client. */
  client: Client;
  /** The client's version. */
  clientVersion: Scalars['String']['output'];
  /** The node's height. */
  height: Scalars['Int']['output'];
  /** The node's id. */
  id: Scalars['ID']['output'];
  /** Whether its daemon answers; otherwise this is where it was last seen. */
  isAnswering: Scalars['Boolean']['output'];
  /** Whether it still catches up. */
  isSyncing: Scalars['Boolean']['output'];
  /** The node's name. */
  name: Scalars['String']['output'];
};

/** What is known of chain data on a host that belongs to no node of the inventory. */
export type ChainData = {
  /** The version that began it; null where that is not known. */
  begunWith?: Maybe<Scalars['String']['output']>;
  /** Hash of the last of them. */
  bestBlockHash?: Maybe<Scalars['String']['output']>;
  /** The data root of its executor that it is in; null stands for the default one. */
  dataRoot?: Maybe<Scalars['String']['output']>;
  /** Blocks in the chain when the daemon was last heard; null where that is not known. */
  height?: Maybe<Scalars['Int']['output']>;
  /** The chain; null where there is none yet. */
  network?: Maybe<Network>;
  /** Whether the last daemon kept the whole history; null where that is not known. */
  nodeType?: Maybe<NodeType>;
  /** The newest version that has opened it; null where that is not known. */
  openedWith?: Maybe<Scalars['String']['output']>;
  /** Bytes on the disk; null where its agent does not see them. */
  sizeBytes?: Maybe<Scalars['Float']['output']>;
  /** The names of the wallets in it; the default wallet's name is empty. Null where they could not be read. */
  wallets?: Maybe<Array<Scalars['String']['output']>>;
};

/** What an agent knows of chain data that belongs to no node. */
export type ChainDataInput = {
  /** The version that began it. */
  begunWith?: InputMaybe<Scalars['String']['input']>;
  /** Hash of the last of them. */
  bestBlockHash?: InputMaybe<Scalars['String']['input']>;
  /** The data root that it is in; null stands for the default one. */
  dataRoot?: InputMaybe<Scalars['String']['input']>;
  /** Blocks in the chain when the daemon was last heard. */
  height?: InputMaybe<Scalars['Int']['input']>;
  /** The chain. */
  network?: InputMaybe<Network>;
  /** Whether the last daemon kept the whole history. */
  nodeType?: InputMaybe<NodeType>;
  /** The newest version that has opened it. */
  openedWith?: InputMaybe<Scalars['String']['input']>;
  /** Bytes on the disk. */
  sizeBytes?: InputMaybe<Scalars['Float']['input']>;
  /** The names of the wallets in it, the first 100. */
  wallets?: InputMaybe<Array<Scalars['String']['input']>>;
};

/** A network, and where the organization's running nodes stand on it. */
export type ChainNetwork = {
  /** The branches. The highest one comes first, and each one after its parent. Regtest chains without a common block stand side by side. */
  branches: Array<ChainBranch>;
  /** The highest block of any node. */
  height: Scalars['Int']['output'];
  /** The open incident of its split. */
  incidentId?: Maybe<Scalars['ID']['output']>;
  /** Its name; of a custom signet, `signet:` and its challenge. */
  name: Scalars['String']['output'];
  /** The chain. */
  network: Network;
  /** How many nodes run on it and have reported a block. */
  nodeCount: Scalars['Int']['output'];
  /** Whether all nodes agree. */
  state: ChainNetworkState;
};

/** Whether the nodes of a network agree. */
export type ChainNetworkState =
  /** All nodes follow one chain. */
  | 'agreed'
  /** Nodes differ in their last blocks, or have not been compared yet. */
  | 'comparing'
  /** Nodes follow different chains. */
  | 'split';

/** How many branches of a status a daemon knows. */
export type ChainTipCount = {
  /** How many. */
  count: Scalars['Int']['output'];
  /** The status. */
  status: ChainTipStatus;
};

/** What a daemon knows of the end of a branch (`getchaintips`). */
export type ChainTipStatus =
  /** The chain that it follows. */
  | 'active'
  /** Some blocks are missing. */
  | 'headers_only'
  /** At least one block is invalid. */
  | 'invalid'
  /** Valid as far as it was validated, and not followed. */
  | 'valid_fork'
  /** All blocks are there; they were never validated. */
  | 'valid_headers';

/** An object that changed, was made or was deleted. */
export type Change = {
  /** Which one. Null for `resync` and `event`, which name no object. */
  id?: Maybe<Scalars['ID']['output']>;
  /** The revision of a node after a change of what is desired of it; null where it is not known. */
  revision?: Maybe<Scalars['Int']['output']>;
  /** What it is. */
  type: ChangeType;
};

/** What can change. */
export type ChangeType =
  /** An API key. For owners and admins. */
  | 'apiKey'
  /** There are new events. Samples are none. */
  | 'event'
  /** An executor: its description, or whether it is online, from which the phase of its nodes follows. */
  | 'executor'
  /** An incident, its notes, or whether it is open. */
  | 'incident'
  /** An invitation. For owners and admins. */
  | 'invitation'
  /** Someone's membership or role. */
  | 'member'
  /** What is desired of a node, or what its executor observes of it. Samples are no change. */
  | 'node'
  /** Settings of notifications and webhooks, or what became of a delivery. */
  | 'notification'
  /** The organization itself. */
  | 'organization'
  /** The catalogue of releases, which is the same for all organizations. */
  | 'release'
  /** Everything that was fetched may be out of date: fetch all of it again. Comes first, and when changes may have been missed or are too many to name. */
  | 'resync'
  /** A rollout, or how far one of its members is. What an agent says of its upgrade is a change of its executor. */
  | 'rollout';

/** The software that a node runs. */
export type Client =
  /** Bitcoin Core. */
  | 'bitcoind'
  /** Bitcoin Knots, which enforces other consensus rules than Bitcoin Core. */
  | 'knots';

/** A weakness of a client that was disclosed. */
export type ClientAdvisory = {
  /** The releases that fixed it. */
  fixedIn: Array<Scalars['String']['output']>;
  /** Its id, such as `CVE-2024-52911`. */
  id: Scalars['String']['output'];
  /** When it was disclosed. */
  publishedAt: Scalars['DateTime']['output'];
  /** How serious it is. */
  severity: ClientAdvisorySeverity;
  /** What it is. */
  what: Scalars['String']['output'];
};

/** How serious a weakness is. */
export type ClientAdvisorySeverity =
  /** It harms most nodes. */
  | 'high'
  /** It costs something. */
  | 'low'
  /** It harms some nodes. */
  | 'medium';

/** One client version that a host offers. */
export type ClientCapability = {
  /** The client. */
  client: Client;
  /** The image that provides it, as the operator mapped it. */
  image: Scalars['String']['output'];
  /** Its version. */
  version: Scalars['String']['output'];
};

/** One client version that a host offers. */
export type ClientCapabilityInput = {
  /** The client. */
  client: Client;
  /** The image that provides it. */
  image: Scalars['String']['input'];
  /** Its version. */
  version: Scalars['String']['input'];
};

/** What is known of the life of a version, by the table of this control plane. */
export type ClientLifecycle = {
  /** The weaknesses that it has, most severe first. Whether one matters to a node, its incidents say. */
  advisories: Array<ClientAdvisory>;
  /** When it gets no more fixes; null where that is not known. */
  endOfLifeAt?: Maybe<Scalars['DateTime']['output']>;
  /** Where it is in its life. */
  state: ClientLifecycleState;
  /** All of it in a line, for people. */
  summary: Scalars['String']['output'];
  /** Why it was withdrawn; null where it was not. */
  withdrawnReason?: Maybe<Scalars['String']['output']>;
};

/** Where a version is in its life. */
export type ClientLifecycleState =
  /** It gets no more fixes. */
  | 'end_of_life'
  /** It gets fixes. */
  | 'maintained'
  /** Nothing is known of it. */
  | 'unknown'
  /** Its makers took it back. */
  | 'withdrawn';

/** A version of a client that is offered. */
export type ClientOption = {
  /** The client. */
  client: Client;
  /** What is known of the life of this version. */
  lifecycle: ClientLifecycle;
  /** What people must know before they choose this client; null for Bitcoin Core. */
  note?: Maybe<Scalars['String']['output']>;
  /** Its version. */
  version: Scalars['String']['output'];
};

/** One setting that changes in the effective configuration. */
export type ConfigChange = {
  /** The value now; null where it is not set, or a secret. Several values are separated by commas. */
  from?: Maybe<Scalars['String']['output']>;
  /** The key. */
  key: Scalars['String']['output'];
  /** Why it is so, or what to know about it. */
  note?: Maybe<Scalars['String']['output']>;
  /** Who sets it afterwards; null where it is not set any more. */
  origin?: Maybe<ConfigOrigin>;
  /** The value afterwards; null where it is not set any more, or a secret. */
  to?: Maybe<Scalars['String']['output']>;
};

/** One setting of a daemon, for its command line (`-key=value`) or its file (`key=value`). */
export type ConfigLine = {
  /** The key. A key may come several times, each time with another value. */
  key: Scalars['String']['output'];
  /** The value; may be empty. */
  value: Scalars['String']['output'];
};

/** One option of a node's configuration file. */
export type ConfigOption = {
  /** Whether it is for tests and debugging only. */
  advanced: Scalars['Boolean']['output'];
  /** What it belongs to: general, connection, relay, block_creation, wallet, rpc, zeromq, chain_selection or debugging. */
  category: Scalars['String']['output'];
  /** The values to choose from; empty where any is taken. */
  choices: Array<Scalars['String']['output']>;
  /**
   * bitcoind's own default on mainnet; null where it has none, or one that depends on other options. What the platform sets instead is in
   * the preview of a node.
   */
  default?: Maybe<Scalars['String']['output']>;
  /** What it does, in one sentence. */
  help: Scalars['String']['output'];
  /** The key. */
  key: Scalars['String']['output'];
  /** The largest number; null where there is no bound. */
  max?: Maybe<Scalars['Float']['output']>;
  /** The smallest number; null where there is no bound. */
  min?: Maybe<Scalars['Float']['output']>;
  /** Why the platform owns it, so that it cannot be set; null where users may set it. */
  platformReason?: Maybe<Scalars['String']['output']>;
  /** Whether it may be set several times, each adding to the others. */
  repeatable: Scalars['Boolean']['output'];
  /** Whether its value is a secret. */
  secret: Scalars['Boolean']['output'];
  /** What its values look like. */
  type: ConfigOptionType;
  /** What a number counts, such as `MiB`. */
  unit?: Maybe<Scalars['String']['output']>;
};

/** What the values of an option look like. */
export type ConfigOptionType =
  /** An address, a host with a port, or a subnet. */
  | 'address'
  /** An amount of bitcoin, with up to eight decimals. */
  | 'amount'
  /** 1 or 0. */
  | 'boolean'
  /** One of several words. */
  | 'choice'
  /** Hexadecimal digits. */
  | 'hex'
  /** A whole number. */
  | 'integer'
  /** A path of a file or directory. */
  | 'path'
  /** Any text. */
  | 'text';

/** Who set a setting. */
export type ConfigOrigin =
  /** The platform's default for this network, node type and resources. */
  | 'default'
  /** The user. */
  | 'override'
  /** The platform, and nobody can change it. */
  | 'platform';

/** One key of a node's configuration file. */
export type ConfigOverride = {
  /** The key, without a leading dash. */
  key: Scalars['String']['output'];
  /** The value as text. */
  value: Scalars['String']['output'];
};

/** One key of a node's configuration file. */
export type ConfigOverrideInput = {
  /** The key, without a leading dash. */
  key: Scalars['String']['input'];
  /** The value as text; `1` or `0`, `true` or `false` for booleans. */
  value: Scalars['String']['input'];
};

/** One setting of a node's effective configuration. */
export type ConfigSetting = {
  /** The key. */
  key: Scalars['String']['output'];
  /** Why it is so, or what to know about it. */
  note?: Maybe<Scalars['String']['output']>;
  /** Who set it. */
  origin: ConfigOrigin;
  /** The value; null where it is a secret. */
  value?: Maybe<Scalars['String']['output']>;
};

/** Whether a node's daemon runs with the settings that are rendered for it, apart from those that its host decides: addresses, ports, credentials. */
export type ConfigState =
  /** It runs with others: a change is not applied yet or was reverted, or its executor applies settings of its own. */
  | 'differs'
  /** It runs with exactly these. */
  | 'running'
  /** The executor has not reported which settings it runs with, is offline, or the daemon does not answer. */
  | 'unknown';

/** How long something takes, in hours. */
export type ConsequenceHours = {
  /** At least. */
  from: Scalars['Float']['output'];
  /** Whether it follows from the rate at which nodes of this host have verified blocks, and not from what is usual. */
  measured: Scalars['Boolean']['output'];
  /** At most; the same as `from` where it is measured. */
  to: Scalars['Float']['output'];
};

/** The sorts of consequences of a change. */
export type ConsequenceKind =
  /** The version behaves otherwise than the one before. */
  | 'behavior_changes'
  /** An index is built, which takes hours. */
  | 'builds_index'
  /** The version cannot read the chain data, and is refused. */
  | 'data_may_be_unreadable'
  /** A default that the node relies on is another one in the version. */
  | 'default_changes'
  /** It cannot be undone. */
  | 'irreversible'
  /** The database cache is larger than the memory of the node. */
  | 'memory_exceeded'
  /** It needs what the node no longer has, and is refused. */
  | 'needs_missing_data'
  /**
   * The daemon ends gently and starts again in a new container; at its next start, where it does not run. No change of a node restarts
   * the daemon in the same container: what a container was made from is written on it and never changed, its configuration too.
   */
  | 'new_container'
  /** Nothing happens to the daemon. */
  | 'nothing'
  /** An option that the node sets has no effect in the version. */
  | 'option_dropped'
  /** The chain is rebuilt, which takes days. */
  | 'rebuilds_chain'
  /** The daemon starts. */
  | 'starts'
  /** The daemon ends gently. */
  | 'stops'
  /** The client goes back to an earlier version, which reads the chain data. */
  | 'version_lowered'
  /** Wallets of the node do not load in the version. */
  | 'wallets_unloadable';

/** An API key with its text, shown once. */
export type CreatedApiKey = {
  /** The key's description. */
  apiKey: ApiKey;
  /** The text to send as `Authorization: Bearer`. */
  secret: Scalars['String']['output'];
};

/** An enrolment token with its text, shown once. */
export type CreatedEnrolmentToken = {
  /** The token's description. */
  enrolmentToken: EnrolmentToken;
  /** The text that the agent needs. */
  token: Scalars['String']['output'];
};

/** An invitation with its secret, shown once. */
export type CreatedInvitation = {
  /** The invitation's description. */
  invitation: Invitation;
  /** Opens the page for it; null when the control plane does not know its public URL. */
  link?: Maybe<Scalars['String']['output']>;
  /** The secret of the link. */
  token: Scalars['String']['output'];
};

/** What proved who calls. */
export type Credential = {
  /** The id of the API key or session. */
  id: Scalars['ID']['output'];
  /** Its kind. */
  type: CredentialType;
};

/** The kinds of credentials. */
export type CredentialType =
  /** An API key, as `Authorization: Bearer`. */
  | 'apiKey'
  /** A session, as a cookie, from pages of the control plane only. */
  | 'session';

/** Which page of a list. */
export type CursorPageInput = {
  /** The `endCursor` of the page before. Default: begin at the end that the direction starts from. */
  cursor?: InputMaybe<Scalars['String']['input']>;
  /** Which way to go. Default: `older`. */
  direction?: InputMaybe<EventDirection>;
  /** How many at most, 1 to 500. Default: 50. */
  take?: InputMaybe<Scalars['Int']['input']>;
};

/** The end of a branch that a daemon knows and does not follow. */
export type DaemonBranch = {
  /** Blocks since the branch left the daemon's own chain. */
  branchLength: Scalars['Int']['output'];
  /** Its hash. */
  hash: Scalars['String']['output'];
  /** Its height. */
  height: Scalars['Int']['output'];
  /** What the daemon knows of it. */
  status: ChainTipStatus;
};

/** A directory of a host for chain data. */
export type DataRoot = {
  /** What is free on it in MiB; null where the agent does not see it. */
  freeMiB?: Maybe<Scalars['Float']['output']>;
  /** Its name; the one that has no other is called `default`. */
  name: Scalars['String']['output'];
  /** Where it is on the host; null where the engine keeps the data itself. */
  path?: Maybe<Scalars['String']['output']>;
  /** Size of its disk in MiB; null where the agent does not see it, such as while it is not mounted. */
  totalMiB?: Maybe<Scalars['Float']['output']>;
};

/** A directory of a host for chain data. */
export type DataRootInput = {
  /** What is free on it in MiB; null where the agent does not see it. */
  freeMiB?: InputMaybe<Scalars['Float']['input']>;
  /** Its name; the one that has no other is called `default`. */
  name: Scalars['String']['input'];
  /** Where it is on the host, up to 4096 characters; null where the engine keeps the data itself. */
  path?: InputMaybe<Scalars['String']['input']>;
  /** Size of its disk in MiB; null where the agent does not see it. */
  totalMiB?: InputMaybe<Scalars['Float']['input']>;
};

/** Conditions on an instant. All that are given must hold. A comparison with null is refused. */
export type DateTimeFilter = {
  /** Is exactly this instant. */
  equals?: InputMaybe<Scalars['DateTime']['input']>;
  /** Is after this instant. */
  gt?: InputMaybe<Scalars['DateTime']['input']>;
  /** Is at or after this instant. */
  gte?: InputMaybe<Scalars['DateTime']['input']>;
  /** Is one of these instants. */
  in?: InputMaybe<Array<Scalars['DateTime']['input']>>;
  /** Is before this instant. */
  lt?: InputMaybe<Scalars['DateTime']['input']>;
  /** Is at or before this instant. */
  lte?: InputMaybe<Scalars['DateTime']['input']>;
  /** Must not match this filter. */
  not?: InputMaybe<DateTimeFilter>;
  /** Is none of these instants. */
  notIn?: InputMaybe<Array<Scalars['DateTime']['input']>>;
};

/** What a node must be. */
export type DesiredNode = {
  /** The software. */
  client: Client;
  /** The software's version. */
  clientVersion: Scalars['String']['output'];
  /**
   * The settings that its daemon must run with, overrides and defaults alike, rendered as Satrap's own agent renders them. The executor adds
   * the data directory, addresses, ports and RPC credentials. `chain` comes first; in a file, the section of that name follows it.
   */
  config: Array<ConfigLine>;
  /** What becomes of the chain data on deletion. */
  dataPolicy: NodeDataPolicy;
  /** The data root in which its data begins; null for the default one. Data that is there already stays where it is. */
  dataRoot?: Maybe<Scalars['String']['output']>;
  /** What it must be. */
  desiredState: DesiredState;
  /** A second pair that it accepts as long as the credentials are being rotated; null at other times. */
  formerRpcAuth?: Maybe<Scalars['String']['output']>;
  /** The node's id. */
  id: Scalars['ID']['output'];
  /** The node's name. */
  name: Scalars['String']['output'];
  /** The chain. */
  network: Network;
  /** How much history it keeps. */
  nodeType: NodeType;
  /** Its operations that have not ended. */
  operations: Array<DesiredOperation>;
  /** Keys for the node's configuration file, as entered. */
  overrides: Array<ConfigOverride>;
  /** The wallets that may be removed with the chain data. An agent that finds another one there removes nothing. */
  removableWallets?: Maybe<Array<Scalars['String']['output']>>;
  /** What it may use. */
  resources: NodeResources;
  /** Counts the restarts asked for. */
  restartCounter: Scalars['Int']['output'];
  /** Whether a change that makes it fail although it worked before is reverted; null stands for yes. */
  revertFailedChange?: Maybe<Scalars['Boolean']['output']>;
  /** Counts the changes asked of this node. */
  revision: Scalars['Int']['output'];
  /** The platform's RPC credentials as bitcoind's `rpcauth` takes them: `USER:SALT$HASH`. The password itself never leaves the control plane. */
  rpcAuth: Scalars['String']['output'];
};

/** An operation of a node, to be carried out once. */
export type DesiredOperation = {
  /** Whether an agent has reported that it started. Then it only continues. */
  hasStarted: Scalars['Boolean']['output'];
  /** Names the operation: what has ended of it is never started again. */
  id: Scalars['ID']['output'];
  /** A NodeOperationKind. Ignore any other kind. */
  kind: Scalars['String']['output'];
  /** The parameters of its kind, which `NodeOperationKind` lists. */
  params: Scalars['JSON']['output'];
};

/** What a node is asked to be. */
export type DesiredState =
  /** Gone. */
  | 'deleted'
  /** Up. */
  | 'running'
  /** Down, its chain data kept. */
  | 'stopped';

/** Conditions on what a node is asked to be. All that are given must hold. A comparison with null is refused. */
export type DesiredStateFilter = {
  /** Is this one. */
  equals?: InputMaybe<DesiredState>;
  /** Is one of these. */
  in?: InputMaybe<Array<DesiredState>>;
  /** Must not match this filter. */
  not?: InputMaybe<DesiredStateFilter>;
  /** Is none of these. */
  notIn?: InputMaybe<Array<DesiredState>>;
};

/** The version that an agent is to become. */
export type DesiredUpgrade = {
  /** The archive for the agent's platform; null for an agent that is installed as a container. */
  artifact?: Maybe<ReleaseArtifact>;
  /** The channel that it is published in. */
  channel: Scalars['String']['output'];
  /** The control plane gives it up then. An agent that has not begun to switch drops it. */
  deadline: Scalars['DateTime']['output'];
  /** The image; null for an agent that is installed from an archive. */
  image?: Maybe<ReleaseImage>;
  /** The request, for the agent's reports of it. */
  requestId: Scalars['ID']['output'];
  /** The version to become. */
  targetVersion: Scalars['String']['output'];
};

/** How a disk fills, at the rate of the last three days. */
export type DiskForecast = {
  /** In how many days it is full; null while it does not get fuller, or less than six hours are known. */
  daysUntilFull?: Maybe<Scalars['Float']['output']>;
  /** By how many MiB a day its free room shrinks; negative where it grows, null while less than six hours are known. */
  fillsMiBPerDay?: Maybe<Scalars['Float']['output']>;
  /** Time of the oldest reading that counts. */
  since: Scalars['DateTime']['output'];
};

/** What an agent says to get a key. */
export type EnrolExecutorInput = {
  /** The executor whose nodes the host holds; null where it holds none. A recovering token requires it. */
  executorId?: InputMaybe<Scalars['ID']['input']>;
  /** Created once by the enrolling host. With the same one, the call may be repeated when its answer was lost: the previous key is worthless then. */
  instanceId: Scalars['ID']['input'];
  /** The executor's name, as in a heartbeat. */
  name: Scalars['String']['input'];
  /** The enrolment token. */
  token: Scalars['String']['input'];
};

/** A key that an agent got with an enrolment token. */
export type EnrolledExecutor = {
  /** The executor that the key is bound to. */
  executorName: Scalars['String']['output'];
  /** The key is worthless from then on. */
  expiresAt: Scalars['DateTime']['output'];
  /** The name of its organization. */
  organizationName: Scalars['String']['output'];
  /** The text to send as `Authorization: Bearer`. */
  secret: Scalars['String']['output'];
};

/** A secret with which one agent may get a key of its own, once. */
export type EnrolmentToken = {
  /** Time of creation. */
  createdAt: Scalars['DateTime']['output'];
  /** The only executor that it may be used for; null for any that does not exist yet. */
  executorName?: Maybe<Scalars['String']['output']>;
  /** The token is worthless from then on. */
  expiresAt: Scalars['DateTime']['output'];
  /** Made by the control plane. */
  id: Scalars['ID']['output'];
  /** Whether it is for hosts that hold nodes already. Such a token works for any number of hosts until it expires. */
  recovers: Scalars['Boolean']['output'];
  /** Whether it can still be used. */
  status: EnrolmentTokenStatus;
  /** When it was used; null where it was not. */
  usedAt?: Maybe<Scalars['DateTime']['output']>;
  /** The executor that it was used for; null where it was not used. */
  usedBy?: Maybe<Scalars['String']['output']>;
};

/** An enrolment token to make. */
export type EnrolmentTokenCreateInput = {
  /** The only executor that it may be used for. Default: any that does not exist yet. */
  executorName?: InputMaybe<Scalars['String']['input']>;
  /** Minutes until it ends, 1 to 10080 (a week). */
  expiresInMinutes?: Scalars['Int']['input'];
  /** Makes a token for hosts that hold nodes of another or a lost control plane. It works for any number of them until it expires. */
  recovers?: Scalars['Boolean']['input'];
};

/** Whether an enrolment token can still be used. */
export type EnrolmentTokenStatus =
  /** It has ended unused. */
  | 'expired'
  /** It can be used. */
  | 'open'
  /** Somebody revoked it. */
  | 'revoked'
  /** An agent has used it. */
  | 'used';

/** Picks one enrolment token. */
export type EnrolmentTokenWhereUniqueInput = {
  /** The token's id. */
  id: Scalars['ID']['input'];
};

/** Something that happened to a node or an executor. */
export type Event = {
  /** When it happened, by the clock of where it arose. */
  at: Scalars['DateTime']['output'];
  /** The same for programs; the shape belongs to the kind. */
  data?: Maybe<Scalars['JSON']['output']>;
  /** The executor's name when it happened. */
  executorName?: Maybe<Scalars['String']['output']>;
  /** Made once where the event arose (UUIDv7). */
  id: Scalars['ID']['output'];
  /** What it is, in dotted words such as `node.started`. */
  kind: Scalars['String']['output'];
  /** How serious it is. */
  level: EventLevel;
  /** What happened and why, for people. */
  message: Scalars['String']['output'];
  /** The node's id. */
  nodeId?: Maybe<Scalars['ID']['output']>;
  /** The node's name when it happened. */
  nodeName?: Maybe<Scalars['String']['output']>;
};

/** One page of events. */
export type EventConnection = {
  /** The events, each with its cursor. */
  edges: Array<EventEdge>;
  /** The events, in the order of the direction. */
  nodes: Array<Event>;
  /** Where this page lies. */
  pageInfo: PageInfo;
};

/** The direction of a page through the events. */
export type EventDirection =
  /** From the oldest to the newest. */
  | 'newer'
  /** From the newest to the oldest. */
  | 'older';

/** An event on a page. */
export type EventEdge = {
  /** The event's place in the list. */
  cursor: Scalars['String']['output'];
  /** The event. */
  node: Event;
};

/** Which events, and which page of them. An empty text matches nothing; null is no condition. */
export type EventFilterInput = {
  /** The `endCursor` of the page before. Default: begin at the end that the direction starts from. */
  cursor?: InputMaybe<Scalars['String']['input']>;
  /** Which way to go. Default: `older`. */
  direction?: InputMaybe<EventDirection>;
  /** Only of the executor with this name. */
  executorName?: InputMaybe<Scalars['String']['input']>;
  /** Only what happened then or later, by the clock of where it arose. With this or `to`, events come in the order of that time. */
  from?: InputMaybe<Scalars['DateTime']['input']>;
  /** Only of this kind. Samples are no events; see `nodeMetrics`. */
  kind?: InputMaybe<Scalars['String']['input']>;
  /** Only of this level. */
  level?: InputMaybe<EventLevel>;
  /** Only of one of these levels; an empty list matches nothing. */
  levels?: InputMaybe<Array<EventLevel>>;
  /** Only of the node with this id, under whatever name. */
  nodeId?: InputMaybe<Scalars['ID']['input']>;
  /** Only of the node with this name. */
  nodeName?: InputMaybe<Scalars['String']['input']>;
  /** How many at most, 1 to 500. Default: 50. */
  take?: InputMaybe<Scalars['Int']['input']>;
  /** Only what happened before that. */
  to?: InputMaybe<Scalars['DateTime']['input']>;
};

/** How serious an event is. */
export type EventLevel =
  /** Something does not work. */
  | 'error'
  /** Ordinary. */
  | 'info'
  /** Worth a look. */
  | 'warning';

/** A host that runs nodes, kept by one executor agent. Unique per organization and name. */
export type Executor = {
  /** The API keys that this executor uses or used, the newest first, at most 20. For owners and admins; an empty list for others. */
  apiKeyUsages: Array<ExecutorApiKeyUsage>;
  /** What this host offers. */
  capabilities: ExecutorCapabilities;
  /** Release channel that the agent follows. */
  channel: Scalars['String']['output'];
  /** Why it takes no new nodes; null when it takes them. */
  cordon?: Maybe<ExecutorCordon>;
  /** Time of registration. */
  createdAt: Scalars['DateTime']['output'];
  /** The directories of the host for chain data, the default one first; empty where there is only that one. */
  dataRoots: Array<DataRoot>;
  /** How the disk of its chain data fills; null where its agent does not see that disk, and before the first reading. */
  diskForecast?: Maybe<DiskForecast>;
  /** Its drain, which stops its nodes; null when it is not drained. */
  drain?: Maybe<ExecutorDrain>;
  /** Made by the control plane; the agent's Docker objects carry it as a label. */
  id: Scalars['ID']['output'];
  /** Why the agent cannot rotate its API key, which ends at some time; null where all is well. */
  keyWarning?: Maybe<Scalars['String']['output']>;
  /** What runs the nodes there. */
  kind: ExecutorKind;
  /** Given by people, such as `region=eu`, for createNode to choose by. By key. */
  labels: Array<ExecutorLabel>;
  /** Time of the last heartbeat. */
  lastSeenAt: Scalars['DateTime']['output'];
  /** Given by the operator. */
  name: Scalars['String']['output'];
  /** The nodes placed on this executor, by name. */
  nodes: Array<Node>;
  /** Nodes that run there but are not, or no longer, in the inventory. They are left alone. */
  orphans: Array<OrphanedNode>;
  /** Not null while the host holds nodes that await a takeover: see `executorOffers`. */
  recovery?: Maybe<RecoveryState>;
  /** What the host has, what its nodes use, what is free. */
  resources: ExecutorResources;
  /** What the nodes there were promised, and what a further node may ask for. */
  room: ExecutorRoom;
  /** Whether heartbeats arrive. */
  status: ExecutorStatus;
  /**
   * When its agent was uninstalled and took its leave; null while one is expected to report. Its nodes were left as they were, and it is
   * offline without an incident.
   */
  uninstalledAt?: Maybe<Scalars['DateTime']['output']>;
  /** Whether the agent can be upgraded from here, by its own account; null where it says nothing of it. */
  upgradability?: Maybe<ExecutorUpgradability>;
  /** The upgrade that is under way; null when there is none. */
  upgrade?: Maybe<ExecutorUpgrade>;
  /** The upgrades that were asked for, the newest first, with the one under way. */
  upgrades: Array<ExecutorUpgrade>;
  /** Version of the agent. */
  version: Scalars['String']['output'];
};


/** A host that runs nodes, kept by one executor agent. Unique per organization and name. */
export type ExecutorNodesArgs = {
  skip?: InputMaybe<Scalars['Int']['input']>;
  take?: InputMaybe<Scalars['Int']['input']>;
};


/** A host that runs nodes, kept by one executor agent. Unique per organization and name. */
export type ExecutorUpgradesArgs = {
  skip?: InputMaybe<Scalars['Int']['input']>;
  take?: InputMaybe<Scalars['Int']['input']>;
};

/** Which executor uses an API key. The key can speak for no other. */
export type ExecutorApiKeyUsage = {
  /** The key. */
  apiKey: ApiKey;
  /** The executor; null while none has this name, as before the first use of a key that was made for it. */
  executor?: Maybe<Executor>;
  /** The executor's name. */
  executorName: Scalars['String']['output'];
  /** When the executor last used it, as noted about once a minute; null before its first use. */
  lastUsedAt?: Maybe<Scalars['DateTime']['output']>;
  /** Since when the key is the executor's. */
  since: Scalars['DateTime']['output'];
};

/** What a host offers, as its agent found it. */
export type ExecutorCapabilities = {
  /** Clients and versions whose image is there or can be pulled. */
  clients: Array<ClientCapability>;
  /** Networks that the operator allows. */
  networks: Array<Network>;
  /** Node types that the operator allows. */
  nodeTypes: Array<NodeType>;
};

/** What a host offers. */
export type ExecutorCapabilitiesInput = {
  /** Clients and versions whose image is there or can be pulled. */
  clients: Array<ClientCapabilityInput>;
  /** Networks that the operator allows. */
  networks: Array<Network>;
  /** Node types that the operator allows. */
  nodeTypes: Array<NodeType>;
};

/** Why an executor takes no new nodes. */
export type ExecutorCordon = {
  /** Since when. */
  at: Scalars['DateTime']['output'];
  /** Who asked for it, by name. */
  by: Scalars['String']['output'];
  /** Why, for people. */
  reason: Scalars['String']['output'];
};

/** A drain of an executor: for as long as it lasts, none of its nodes runs. */
export type ExecutorDrain = {
  /** Since when. */
  at: Scalars['DateTime']['output'];
  /** Who asked for it, by name. */
  by: Scalars['String']['output'];
  /** When the last daemon had ended; null until then. */
  completedAt?: Maybe<Scalars['DateTime']['output']>;
  /** Why, for people. */
  reason: Scalars['String']['output'];
  /** How many nodes have not been reported as stopped yet. */
  remaining: Scalars['Int']['output'];
};

/** What runs an executor's nodes. */
export type ExecutorKind =
  /** A Docker engine. */
  | 'docker';

/** A label of an executor. */
export type ExecutorLabel = {
  /** The key: 1 to 63 characters, letters, digits, dot, dash, underscore and slash. */
  key: Scalars['String']['output'];
  /** The value: up to 63 characters of the same kind. */
  value: Scalars['String']['output'];
};

/** A label of an executor. */
export type ExecutorLabelInput = {
  /** The key: 1 to 63 characters, letters, digits, dot, dash, underscore and slash, beginning with a letter or digit. */
  key: Scalars['String']['input'];
  /** The value: up to 63 characters, letters, digits, dot, dash, underscore and slash. */
  value: Scalars['String']['input'];
};

/** What an executor's heartbeats say of one stretch of time. */
export type ExecutorMetricsBucket = {
  /** Where the bucket begins. */
  at: Scalars['DateTime']['output'];
  /** Processor cores. */
  cpuCores: ResourceMetrics;
  /** Disk of the data root in MiB. */
  diskMiB: ResourceMetrics;
  /** Memory in MiB. */
  memoryMiB: ResourceMetrics;
  /** How many samples it holds; there is one a minute. */
  samples: Scalars['Int']['output'];
};

/** The resources of an executor's host over time. */
export type ExecutorMetricsHistory = {
  /** The buckets in which the executor was in contact, oldest first. One without is left out: nothing is known of that time. */
  buckets: Array<ExecutorMetricsBucket>;
  /** Seconds of each bucket. */
  stepSeconds: Scalars['Int']['output'];
};

/** «Something changed.» */
export type ExecutorNudge = {
  /** When. */
  at: Scalars['DateTime']['output'];
};

/** A host that offers nodes. */
export type ExecutorOffer = {
  /** The host. */
  executor: Executor;
  /** The nodes. */
  nodes: Array<OfferedNode>;
  /** When its agent sent the nodes. */
  offeredAt: Scalars['DateTime']['output'];
};

/** An ordering of executors: give one field. Executors that are equal in all given orders come by name. */
export type ExecutorOrderByInput =
  /** By release channel. */
  { channel: SortOrder; createdAt?: never; id?: never; lastSeenAt?: never; name?: never; status?: never; version?: never; }
  |  /** By registration. */
  { channel?: never; createdAt: SortOrder; id?: never; lastSeenAt?: never; name?: never; status?: never; version?: never; }
  |  /** By id. */
  { channel?: never; createdAt?: never; id: SortOrder; lastSeenAt?: never; name?: never; status?: never; version?: never; }
  |  /** By last heartbeat. */
  { channel?: never; createdAt?: never; id?: never; lastSeenAt: SortOrder; name?: never; status?: never; version?: never; }
  |  /** By name. */
  { channel?: never; createdAt?: never; id?: never; lastSeenAt?: never; name: SortOrder; status?: never; version?: never; }
  |  /** Offline before online. */
  { channel?: never; createdAt?: never; id?: never; lastSeenAt?: never; name?: never; status: SortOrder; version?: never; }
  |  /** By version. */
  { channel?: never; createdAt?: never; id?: never; lastSeenAt?: never; name?: never; status?: never; version: SortOrder; };

/** Conditions on the executor of a node. All that are given must hold. */
export type ExecutorRelationFilter = {
  /** Meets this. */
  is?: InputMaybe<ExecutorWhereInput>;
  /** Does not meet this. */
  isNot?: InputMaybe<ExecutorWhereInput>;
};

/** A release of the agent. */
export type ExecutorRelease = {
  /** The archives, one for each platform. */
  artifacts: Array<ReleaseArtifact>;
  /** The channel that it is published in, such as `stable`. */
  channel: Scalars['String']['output'];
  /** When it came into the catalog. */
  createdAt: Scalars['DateTime']['output'];
  /** Made by the control plane. */
  id: Scalars['ID']['output'];
  /** The container image; null where there is none. */
  image?: Maybe<ReleaseImage>;
  /** The lowest version that can be upgraded to it; null where every one can. */
  lowestVersion?: Maybe<Scalars['String']['output']>;
  /** What is new, for people. */
  notes: Scalars['String']['output'];
  /** Semantic version, such as `1.4.0` or `2.0.0-rc.1`. Unique. */
  version: Scalars['String']['output'];
  /** When it was withdrawn; null where it was not. Nothing is upgraded to it any more. */
  withdrawnAt?: Maybe<Scalars['DateTime']['output']>;
  /** Why it was withdrawn. */
  withdrawnReason?: Maybe<Scalars['String']['output']>;
};

/** A release to add to the catalog: at least one archive, or an image. */
export type ExecutorReleaseCreateInput = {
  /** The archives, each platform once: `linux-x64`, `linux-arm64`. Empty only where there is an image. */
  artifacts: Array<ReleaseArtifactInput>;
  /** The channel: 1 to 63 characters, letters, digits, dot, dash and underscore, beginning with a letter or digit. */
  channel: Scalars['String']['input'];
  /** The container image. */
  image?: InputMaybe<ReleaseImageInput>;
  /** The lowest version that can be upgraded to it. Default: every one can. */
  lowestVersion?: InputMaybe<Scalars['String']['input']>;
  /** What is new, for people, up to 10,000 characters. */
  notes: Scalars['String']['input'];
  /** Semantic version without build metadata, such as `1.4.0` or `2.0.0-rc.1`. */
  version: Scalars['String']['input'];
};

/** An ordering of releases: give one field. Releases that are equal in all given orders come by version, the latest first. */
export type ExecutorReleaseOrderByInput =
  /** By channel. */
  { channel: SortOrder; createdAt?: never; version?: never; }
  |  /** By when they came into the catalog. */
  { channel?: never; createdAt: SortOrder; version?: never; }
  |  /** By the precedence of semantic versions. */
  { channel?: never; createdAt?: never; version: SortOrder; };

/** Changes of a release. What is left out stays. */
export type ExecutorReleaseUpdateInput = {
  /** The channel. */
  channel?: InputMaybe<Scalars['String']['input']>;
  /** What is new, for people, up to 10,000 characters. */
  notes?: InputMaybe<Scalars['String']['input']>;
  /**
   * Withdraws the release for this reason, 1 to 500 characters, or replaces the reason. Nobody is upgraded to it any more, and upgrades to it
   * that have not begun to switch are cancelled. Null offers it again.
   */
  withdrawnReason?: InputMaybe<Scalars['String']['input']>;
};

/** Conditions on releases. All that are given must hold. */
export type ExecutorReleaseWhereInput = {
  /** All of these must hold. */
  AND?: InputMaybe<Array<ExecutorReleaseWhereInput>>;
  /** None of these may hold. */
  NOT?: InputMaybe<Array<ExecutorReleaseWhereInput>>;
  /** One of these must hold. */
  OR?: InputMaybe<Array<ExecutorReleaseWhereInput>>;
  /** Condition on the channel. */
  channel?: InputMaybe<StringFilter>;
  /** Condition on when it came into the catalog. */
  createdAt?: InputMaybe<DateTimeFilter>;
  /** Condition on the version as a text. */
  version?: InputMaybe<StringFilter>;
  /** Whether it was withdrawn. */
  withdrawn?: InputMaybe<BooleanFilter>;
};

/** Picks one release: give one field. */
export type ExecutorReleaseWhereUniqueInput =
  /** By its id. */
  { id: Scalars['ID']['input']; version?: never; }
  |  /** By its version. */
  { id?: never; version: Scalars['String']['input']; };

/** The resources of a host. */
export type ExecutorResources = {
  /** Processor cores. */
  cpuCores: ResourceAmount;
  /** Disk of the data root in MiB. */
  diskMiB: ResourceAmount;
  /** Memory in MiB. */
  memoryMiB: ResourceAmount;
};

/** The resources of a host. */
export type ExecutorResourcesInput = {
  /** Processor cores. */
  cpuCores: ResourceAmountInput;
  /** The directories for chain data, the default one among them, at most 33; null where there is only that one. */
  dataRoots?: InputMaybe<Array<DataRootInput>>;
  /** Disk of the data root in MiB. */
  diskMiB: ResourceAmountInput;
  /** Memory in MiB. */
  memoryMiB: ResourceAmountInput;
  /** How many times each may be promised to nodes. Default: the cores 4 times, memory and disk once. */
  overcommit?: InputMaybe<OvercommitInput>;
};

/**
 * What the nodes of an executor were promised. Every node counts with what its resources say, also one that is stopped or being deleted,
 * until it is gone from the host.
 */
export type ExecutorRoom = {
  /** Processor cores. */
  cpuCores: Room;
  /** Disk in GiB. */
  diskGiB: Room;
  /** Memory in MiB. */
  memoryMiB: Room;
  /** How many nodes were promised something. */
  nodes: Scalars['Int']['output'];
};

/** Whether an executor can be reached. */
export type ExecutorStatus =
  /** Three heartbeats in a row were missed. */
  | 'offline'
  /** Heartbeats arrive. */
  | 'online';

/** Conditions on whether an executor can be reached. All that are given must hold. A comparison with null is refused. */
export type ExecutorStatusFilter = {
  /** Is this one. */
  equals?: InputMaybe<ExecutorStatus>;
  /** Is one of these. */
  in?: InputMaybe<Array<ExecutorStatus>>;
  /** Must not match this filter. */
  not?: InputMaybe<ExecutorStatusFilter>;
  /** Is none of these. */
  notIn?: InputMaybe<Array<ExecutorStatus>>;
};

/** What people keep about an executor. What is left out stays. */
export type ExecutorUpdateInput = {
  /** All labels, in place of the present ones: at most 32, each key once. */
  labels?: InputMaybe<Array<ExecutorLabelInput>>;
};

/** Whether an agent can be upgraded from here. */
export type ExecutorUpgradability = {
  /** Whether it can. */
  canUpgrade: Scalars['Boolean']['output'];
  /** How it is installed. */
  packaging: AgentPackaging;
  /** What it runs on, such as `linux-x64`. */
  platform: Scalars['String']['output'];
  /** Why it cannot, for people; null where it can. */
  reason?: Maybe<Scalars['String']['output']>;
};

/** An upgrade of an executor's agent that somebody asked for. */
export type ExecutorUpgrade = {
  /** It is given up then. */
  deadline: Scalars['DateTime']['output'];
  /** When it ended; null while it is under way. */
  endedAt?: Maybe<Scalars['DateTime']['output']>;
  /** The version that the agent had. */
  fromVersion: Scalars['String']['output'];
  /** Made by the control plane. */
  id: Scalars['ID']['output'];
  /** How much of the present step is done, in percent; null where the agent does not say. */
  progress?: Maybe<Scalars['Int']['output']>;
  /** What the agent does now, or why it ended so, for people. */
  reason?: Maybe<Scalars['String']['output']>;
  /** When. */
  requestedAt: Scalars['DateTime']['output'];
  /** Who asked for it, by name. */
  requestedBy: Scalars['String']['output'];
  /** How far it is, or how it ended. */
  state: UpgradeState;
  /** The version that it is to have. */
  targetVersion: Scalars['String']['output'];
  /** When anything of this last changed. */
  updatedAt: Scalars['DateTime']['output'];
};

/** Conditions on executors. All that are given must hold. */
export type ExecutorWhereInput = {
  /** All of these must hold. */
  AND?: InputMaybe<Array<ExecutorWhereInput>>;
  /** None of these may hold. */
  NOT?: InputMaybe<Array<ExecutorWhereInput>>;
  /** One of these must hold. */
  OR?: InputMaybe<Array<ExecutorWhereInput>>;
  /** Condition on the release channel. */
  channel?: InputMaybe<StringFilter>;
  /** Whether it is cordoned. */
  cordoned?: InputMaybe<BooleanFilter>;
  /** Condition on the time of registration. */
  createdAt?: InputMaybe<DateTimeFilter>;
  /** Whether it is drained. */
  draining?: InputMaybe<BooleanFilter>;
  /** Condition on the id. */
  id?: InputMaybe<StringFilter>;
  /** Has all of these labels. */
  labels?: InputMaybe<Array<ExecutorLabelInput>>;
  /** Condition on the time of the last heartbeat. */
  lastSeenAt?: InputMaybe<DateTimeFilter>;
  /** Condition on the name. */
  name?: InputMaybe<StringFilter>;
  /** Conditions on its nodes. */
  nodes?: InputMaybe<NodeListRelationFilter>;
  /** Is online, or offline; short for `statuses` with `equals`. */
  status?: InputMaybe<ExecutorStatus>;
  /** Condition on whether it is online. */
  statuses?: InputMaybe<ExecutorStatusFilter>;
  /** Condition on the agent's version. */
  version?: InputMaybe<StringFilter>;
};

/** Picks one executor. */
export type ExecutorWhereUniqueInput = {
  /** The executor's id. */
  id: Scalars['ID']['input'];
};

/** Conditions on a number. All that are given must hold. A comparison with null is refused. */
export type FloatFilter = {
  /** Is this number. */
  equals?: InputMaybe<Scalars['Float']['input']>;
  /** Is more than this number. */
  gt?: InputMaybe<Scalars['Float']['input']>;
  /** Is at least this number. */
  gte?: InputMaybe<Scalars['Float']['input']>;
  /** Is one of these numbers. */
  in?: InputMaybe<Array<Scalars['Float']['input']>>;
  /** Is less than this number. */
  lt?: InputMaybe<Scalars['Float']['input']>;
  /** Is at most this number. */
  lte?: InputMaybe<Scalars['Float']['input']>;
  /** Must not match this filter. */
  not?: InputMaybe<FloatFilter>;
  /** Is none of these numbers. */
  notIn?: InputMaybe<Array<Scalars['Float']['input']>>;
};

/** A node as its agent holds it: the last desired state, and what is known of its data. */
export type HeldNodeInput = {
  /** The software. */
  client: Client;
  /** The software's version. */
  clientVersion: Scalars['String']['input'];
  /** What becomes of the chain data on deletion. */
  dataPolicy: NodeDataPolicy;
  /** The data root in which its data starts; null for the default one. */
  dataRoot?: InputMaybe<Scalars['String']['input']>;
  /** What it must be. */
  desiredState: DesiredState;
  /** The second pair that it accepts during a rotation; null for none. */
  formerRpcAuth?: InputMaybe<Scalars['String']['input']>;
  /** The last known height; null where it is unknown. */
  height?: InputMaybe<Scalars['Int']['input']>;
  /** The node's id. */
  id: Scalars['ID']['input'];
  /** The node's name. */
  name: Scalars['String']['input'];
  /** The chain. */
  network: Network;
  /** How much history it keeps. */
  nodeType: NodeType;
  /** Its operations that have not ended. */
  operations: Array<HeldOperationInput>;
  /** Keys for the node's configuration file, as entered. */
  overrides: Array<ConfigOverrideInput>;
  /** The wallets that may be removed with the chain data. */
  removableWallets?: InputMaybe<Array<Scalars['String']['input']>>;
  /** What it may use. */
  resources: NodeResourcesInput;
  /** Counts the restarts requested. */
  restartCounter: Scalars['Int']['input'];
  /** Whether a failed change is reverted; null stands for yes. */
  revertFailedChange?: InputMaybe<Scalars['Boolean']['input']>;
  /** The last revision. */
  revision: Scalars['Int']['input'];
  /** The RPC credentials that its daemon accepts, as bitcoind's `rpcauth` takes them. Only hashes: the passwords are lost. */
  rpcAuth: Scalars['String']['input'];
  /** Bytes of its block files; null where that is unknown. */
  sizeBytes?: InputMaybe<Scalars['Float']['input']>;
};

/** An operation of a node, as its agent holds it. */
export type HeldOperationInput = {
  /** Whether it has started. */
  hasStarted: Scalars['Boolean']['input'];
  /** Names the operation. */
  id: Scalars['ID']['input'];
  /** A NodeOperationKind. */
  kind: Scalars['String']['input'];
  /** Its parameters. */
  params: Scalars['JSON']['input'];
};

/** What an agent holds from a control plane that it reported to before. */
export type HeldStateInput = {
  /** The executor's id there. Containers and volumes of the host carry it, so it stays the executor's id here. */
  executorId: Scalars['ID']['input'];
  /** The last desired state of each node, at most 1000; null unless the last answer asked for it (`recovery` was `wanted`). */
  nodes?: InputMaybe<Array<HeldNodeInput>>;
};

/** State of one index. */
export type IndexStatus = {
  /** The block that it has reached. */
  bestBlockHeight: Scalars['Int']['output'];
  /** The index's name as the daemon gives it, such as `txindex`. */
  name: Scalars['String']['output'];
  /** Whether it has caught up. */
  synced: Scalars['Boolean']['output'];
};

/** Conditions on a whole number. All that are given must hold. A comparison with null is refused. */
export type IntFilter = {
  /** Is this number. */
  equals?: InputMaybe<Scalars['Int']['input']>;
  /** Is more than this number. */
  gt?: InputMaybe<Scalars['Int']['input']>;
  /** Is at least this number. */
  gte?: InputMaybe<Scalars['Int']['input']>;
  /** Is one of these numbers. */
  in?: InputMaybe<Array<Scalars['Int']['input']>>;
  /** Is less than this number. */
  lt?: InputMaybe<Scalars['Int']['input']>;
  /** Is at most this number. */
  lte?: InputMaybe<Scalars['Int']['input']>;
  /** Must not match this filter. */
  not?: InputMaybe<IntFilter>;
  /** Is none of these numbers. */
  notIn?: InputMaybe<Array<Scalars['Int']['input']>>;
};

/** A link that is still open, with which a person joins an organization. */
export type Invitation = {
  /** Time of creation. */
  createdAt: Scalars['DateTime']['output'];
  /** Whom it invites. */
  email: Scalars['String']['output'];
  /** When it ends. */
  expiresAt: Scalars['DateTime']['output'];
  /** Made by the control plane. */
  id: Scalars['ID']['output'];
  /** What the person will be. */
  role: OrganizationRole;
};

/** Whom to invite. */
export type InvitationCreateInput = {
  /** Upper and lower case are the same. */
  email: Scalars['String']['input'];
  /** 1 to 30. Default: 7. */
  expiresInDays?: InputMaybe<Scalars['Int']['input']>;
  /** What the person will be. Default: `member`. */
  role?: InputMaybe<OrganizationRole>;
};

/** What somebody who has the link may know of an invitation. */
export type InvitationPreview = {
  /** Whom it invites. */
  email: Scalars['String']['output'];
  /** When it ends. */
  expiresAt: Scalars['DateTime']['output'];
  /** Where it invites to. */
  organizationName: Scalars['String']['output'];
  /** What the person will be. */
  role: OrganizationRole;
};

/** An invitation, by the secret of its link. */
export type InvitationTokenInput = {
  /** The secret. */
  token: Scalars['String']['input'];
};

/** Picks one invitation. */
export type InvitationWhereUniqueInput = {
  /** The invitation's id. */
  id: Scalars['ID']['input'];
};

/** Names what is to be removed. */
export type KeptDataRemovalInput = {
  /** The executor that has it. */
  executorId: Scalars['ID']['input'];
  /** The name of its node, exactly as the executor's orphans have it. */
  name: Scalars['String']['input'];
  /** The id of its node, from the executor's orphans. */
  nodeId: Scalars['ID']['input'];
  /** The name of each wallet in it: what is in them is lost. */
  wallets?: Array<Scalars['String']['input']>;
};

/** The next lines of a log that is followed. */
export type LogChunkInput = {
  /** How many lines before these were left out. */
  dropped?: Scalars['Int']['input'];
  /** The lines, oldest first, at most 2000 and a MiB. */
  lines: Array<Scalars['String']['input']>;
  /** What happened before these lines, for people. */
  notice?: InputMaybe<Scalars['String']['input']>;
  /** Where to continue after these lines, in the agent's own words, up to 64 characters. */
  position?: InputMaybe<Scalars['String']['input']>;
  /** The number of the chunk, from `nextChunk` on. A number that was taken before is not stored again. */
  sequence: Scalars['Int']['input'];
};

/** A person who belongs to an organization. */
export type Member = {
  /** When the person joined. */
  createdAt: Scalars['DateTime']['output'];
  /** Made by the control plane; of the membership, not of the person. */
  id: Scalars['ID']['output'];
  /** Who. */
  person: User;
  /** What the person may do. */
  role: OrganizationRole;
};

/** Picks one membership. */
export type MemberWhereUniqueInput = {
  /** The membership's id. */
  id: Scalars['ID']['input'];
};

/** What the samples of a bucket say of one measurement. */
export type MetricSummary = {
  /** The mean of all values. */
  average: Scalars['Float']['output'];
  /** The value of the newest sample. */
  last: Scalars['Float']['output'];
  /** The largest value. */
  max: Scalars['Float']['output'];
  /** The smallest value. */
  min: Scalars['Float']['output'];
};

/**
 * Everything that can be changed. A caller that may not gets an error with `extensions.code` `Forbidden`; a rule of the
 * domain that does not hold gives one with a `UserErrorCode`; a malformed value gives `invalid_input` with the path of the field.
 * A field that failed is null; the other fields of the request are carried out and keep their answers.
 */
export type Mutation = {
  /** Joins an organization by the link of an invitation, as the person whom it invites. */
  acceptInvitation?: Maybe<Member>;
  /** Notes that somebody takes care of an incident; a second time, replaces the note. For owners and admins. */
  acknowledgeIncident?: Maybe<AlertIncident>;
  /**
   * Deactivates an organization: its keys and sessions stop working within two seconds, and its nodes keep running. Or activates it again. For system
   * administrators.
   */
  adminSetOrganizationActive?: Maybe<Organization>;
  /** Makes a person a system administrator, or no longer one. For system administrators; the last one stays one. */
  adminSetSystemAdmin?: Maybe<User>;
  /** Changes a member's role in any organization. For system administrators. */
  adminUpdateOrganizationMemberRole?: Maybe<Member>;
  /**
   * Answers one of `SyncExecutorPayload.requests`: once with a result or an error, or with the chunks of a log. A result for a request that is
   * over, or another executor's, is Forbidden. For executor keys only.
   */
  answerAgentRequest?: Maybe<AgentAnswerReceipt>;
  /**
   * Calls a method of a node's RPC that only reads, through its executor's agent; for anyone who does not reach the node's endpoint, or has no
   * credentials for it. Read the call until it is no longer `pending`. At most 20 of one node may be open. Errors: `invalid_input` for another
   * method or other parameters, `executor_offline`, `limit_reached`.
   */
  callNodeRpc?: Maybe<NodeRpcCall>;
  /**
   * Takes the request for an upgrade back. The agent drops what it has fetched. Too late once it switches to the new version, from which it
   * goes back by itself if that does not work. For owners and admins. Errors: `upgrade_not_pending`.
   */
  cancelExecutorUpgrade?: Maybe<Executor>;
  /** Cancels an operation while it is `cancellable`. Errors: `action_not_possible`. */
  cancelNodeOperation?: Maybe<NodeOperation>;
  /**
   * Ends a rollout. What is under way ends by itself, and no other executor is asked; cancelExecutorUpgrade takes back a single request. For
   * owners and admins. Errors: `rollout_not_possible` for a rollout that has ended.
   */
  cancelUpgradeRollout?: Maybe<UpgradeRollout>;
  /** Changes the caller's password, and ends the caller's other sessions. Takes a session. */
  changePassword?: Maybe<Scalars['Boolean']['output']>;
  /** Shows that the authenticator app has the secret, with a code of it; from now on sign-ins take one. Takes a session. */
  confirmSecondFactor?: Maybe<Scalars['Boolean']['output']>;
  /** Completes a sign-in with the second factor. Within ten minutes after `signIn`, with the cookie that it set. */
  confirmSignIn?: Maybe<SignIn>;
  /** Takes an executor out of the choice for new nodes; those that it has stay as they are. Asked again, the reason is replaced. */
  cordonExecutor?: Maybe<Executor>;
  /**
   * Makes an API key for the caller's organization. Its text is shown only here. Owners and admins make keys of both purposes, members
   * personal ones. A key cannot make one that outlives it. A person may have 50 valid personal keys for an organization, which may have
   * 2000 valid ones for executors.
   */
  createApiKey?: Maybe<CreatedApiKey>;
  /**
   * Makes a token with which one agent gets a key of its own (`satrap agent join`). Its text is shown only here. For owners and admins.
   * Errors: `limit_reached`.
   */
  createEnrolmentToken?: Maybe<CreatedEnrolmentToken>;
  /** Adds a release to the catalog. For system administrators. Errors: `name_taken` for a version that it has, `limit_reached`. */
  createExecutorRelease?: Maybe<ExecutorRelease>;
  /**
   * Deploys a node on the executor that is named, or on the one that has the most room of those that can take it. Errors:
   * `chain_not_supported_by_executor`, `executor_offline`, `executor_cordoned`, `invalid_node_config`, `not_enough_resources`,
   * `no_executor_fits`, `name_taken`; with `adoptData` also `chain_data_not_found`,
   * with `seedFrom` also `chain_data_busy`, `node_being_deleted`.
   */
  createNode?: Maybe<Node>;
  /** Makes an organization whose owner the caller is. For system administrators; for everybody where everybody may sign up. */
  createOrganization?: Maybe<Organization>;
  /**
   * Makes a link with which a person sets a new password, once, within 24 hours. Former links of the person end. For system administrators; for owners
   * and admins, for members of a lower role who belong to no other organization.
   */
  createPasswordResetLink?: Maybe<PasswordResetLink>;
  /** Makes an API key worthless as `revokeApiKey` does, and removes it from the list. For owners and admins. */
  deleteApiKey?: Maybe<ApiKey>;
  /**
   * Removes an executor's row. Refused with `executor_has_nodes` while it has nodes; of one that is offline, nodes that are being
   * deleted do not count and go with it. An agent that still runs with a valid key registers itself again.
   */
  deleteExecutor?: Maybe<Executor>;
  /**
   * Removes a release from the catalog; past upgrades keep its version. Refused with `upgrade_already_pending` while an executor is being
   * upgraded to it. For system administrators.
   */
  deleteExecutorRelease?: Maybe<ExecutorRelease>;
  /**
   * Deletes a node. The executor stops it gently and removes its container. The chain data, which took days to sync, stays on the host
   * unless its removal is asked for with the node's name, and with the name of each wallet in it. Errors: `invalid_input` for another
   * name, and for a wallet that is not named.
   */
  deleteNode?: Maybe<Node>;
  /**
   * The executor of the key that the request is made with is expected to report no more, because its agent is being uninstalled
   * (`satrap agent uninstall`), and the key is revoked. Its nodes stay as they are, but for `removedNodes`. Returns its id, or null where it
   * was deleted. An agent that reports under its name again takes it over. For bound executor keys only.
   */
  deregisterExecutor?: Maybe<Scalars['ID']['output']>;
  /**
   * Cordons an executor and stops its nodes gently, for as long as the drain lasts. What each node is asked to be stays as it is, so that
   * undrainExecutor brings back exactly those that shall run. An executor that is offline is drained once it is back.
   */
  drainExecutor?: Maybe<Executor>;
  /** Ends all of the caller's own sessions but the current one, at once; answers how many. */
  endOtherSessions?: Maybe<Scalars['Int']['output']>;
  /** Ends one of the caller's own sessions, at once. */
  endSession?: Maybe<Scalars['Boolean']['output']>;
  /**
   * Uses an enrolment token, and makes an executor key that is bound to the executor of this name. The key ends after 90 days; its agent
   * takes another in its place before. Needs no other credential. An address that sends too many unknown tokens gets HTTP 429.
   * Errors: `name_taken`.
   */
  enrolExecutor?: Maybe<EnrolledExecutor>;
  /**
   * Makes a link with which a person joins the organization. An earlier invitation of the same person ends. For owners and admins; only an owner invites
   * an owner.
   */
  inviteMember?: Maybe<CreatedInvitation>;
  /** Ends the caller's own membership, and the caller's own keys for the organization. The last owner cannot leave. */
  leaveOrganization?: Maybe<Member>;
  /**
   * Asks a node's executor for the last lines of its log. Read the session until it is no longer `pending`; one that follows is read with the
   * subscription `nodeLog`. At most 20 of one node may be open, and 50 of one executor may follow. Errors: `executor_offline`,
   * `limit_reached`.
   */
  openNodeLogSession?: Maybe<NodeLogSession>;
  /** Lets a running rollout ask no further group. What is under way goes on. For owners and admins. Errors: `rollout_not_possible`. */
  pauseUpgradeRollout?: Maybe<UpgradeRollout>;
  /**
   * Takes over the nodes that a host offers. Each keeps its id, configuration, data and running daemon: nothing restarts. A node with a
   * `problem` stays on its host as an orphan. The RPC passwords of the nodes are unknown here; `rotateRpcCredentials` replaces them. For
   * owners and admins. Errors: `action_not_possible` for a host that offers nothing, or other nodes since; `name_taken`.
   */
  recoverExecutor?: Maybe<Executor>;
  /**
   * Delivers again what was delivered or given up, under its own id and number. For owners and admins. Errors:
   * `webhook_not_configured`, `limit_reached`.
   */
  redeliverWebhook?: Maybe<WebhookDelivery>;
  /**
   * Delivers again all that was created from one instant (included) to another (excluded), under their own ids and numbers, the oldest
   * first, at most 1000 at once; returns how many. For owners and admins. Errors: `webhook_not_configured`, `limit_reached`.
   */
  redeliverWebhooks?: Maybe<Scalars['Int']['output']>;
  /**
   * Removes the data of an orphan, and its container with it: its executor gets it as a node that is being deleted. Errors:
   * `chain_data_not_found`, `invalid_input` for a name or wallets that are not those of the orphan, `executor_offline`.
   */
  removeKeptData?: Maybe<Node>;
  /** Ends a membership, and the person's own keys for the organization. For owners and admins; only an owner removes an owner. */
  removeMember?: Maybe<Member>;
  /** Signs in by password alone from now on. Takes a session. */
  removeSecondFactor?: Maybe<Scalars['Boolean']['output']>;
  /** Replaces all recovery codes. Takes a session. */
  renewRecoveryCodes?: Maybe<Array<Scalars['String']['output']>>;
  /**
   * Takes what happened on an executor. An id that is already stored is acknowledged and not stored again. An event that cannot be
   * taken is named in `rejected` and does not hold up the others; so is one of another executor or of another executor's node. At most
   * 1000 in one call. Within a day, an executor stores at most 64 MiB of events, without samples, and an organization 1 GiB: beyond that,
   * everything is refused. Send it again later. For executor keys only. Errors: `limit_reached`.
   */
  reportRuntimeEvents?: Maybe<ReportRuntimeEventsPayload>;
  /**
   * Asks an executor's agent to become another version of itself, within 30 minutes or as long as the operator says. Nodes keep running. For owners and admins. Errors:
   * `release_not_found`, `upgrade_already_pending`, `upgrade_not_possible`, `executor_offline`, `agent_outdated`.
   */
  requestExecutorUpgrade?: Maybe<Executor>;
  /**
   * Starts, stops or restarts a node. A start or stop that the node is already asked for changes nothing; each restart happens
   * exactly once. A restart of a stopped node starts it. Taken also while its executor is offline or drained, which carries it out
   * later: `waitsFor` of the answer says so. Errors: `node_being_deleted`.
   */
  requestNodeLifecycleAction?: Maybe<Node>;
  /** Sets a new password by a link, and ends all sessions of the person. Takes no credential. */
  resetPassword?: Maybe<Scalars['Boolean']['output']>;
  /**
   * Lets a rollout that is paused or stopped go on. The members that failed are asked again before any other group, because what made them fail
   * should be repaired by now; with `skipFailed` they are left out. A member whose executor was deleted is left out in any case. For owners and
   * admins. Errors: `rollout_not_possible`, also when another rollout is to ask one of the executors by now.
   */
  resumeUpgradeRollout?: Maybe<UpgradeRollout>;
  /**
   * Makes an API key worthless within two seconds, on every replica, and ends its open streams. It stays in the list. For owners and
   * admins, and for members their own personal keys.
   */
  revokeApiKey?: Maybe<ApiKey>;
  /** Makes an enrolment token worthless at once; a key that it was used for stays. For owners and admins. */
  revokeEnrolmentToken?: Maybe<EnrolmentToken>;
  /** Makes the link of an invitation worthless. For owners and admins. */
  revokeInvitation?: Maybe<Invitation>;
  /**
   * Makes a key that takes the place of the executor key that the request is made with, for as long as that one was made for. The old one
   * works until the new one is first used: an agent that dies in between still has a key that works. For bound executor keys only.
   */
  rotateExecutorKey?: Maybe<RotatedExecutorKey>;
  /**
   * Replaces the RPC credentials of all nodes, each of which is restarted twice, one after the other: to accept the new pair beside the
   * old one, and at the end the new one alone. What `nodeRpcCredentials` names is valid on every node at every moment. A rotation that
   * stopped at a node that failed goes on. Errors: `action_already_pending`, `invalid_input`.
   */
  rotateRpcCredentials?: Maybe<RpcCredentialRotation>;
  /**
   * Gives the webhook a new secret, shown only here. For a day, deliveries are signed with the new and the previous one. For owners and
   * admins. Errors: `webhook_not_configured`.
   */
  rotateWebhookSecret?: Maybe<WebhookSecret>;
  /**
   * Changes the notification settings of the organization. What is left out stays. A webhook with another URL is another endpoint: it
   * gets a secret of its own, shown only here, its numbers begin at 1, and what was not yet delivered to the previous one is given up.
   * For owners and admins. Errors: `limit_reached`.
   */
  saveNotificationSettings?: Maybe<SavedNotificationSettings>;
  /** Makes an organization the one that the session acts in. Takes a session. A system administrator may choose any. */
  setActiveOrganization?: Maybe<Organization>;
  /** Begins to set up a second factor; it counts after `confirmSecondFactor`. Takes a session. */
  setUpSecondFactor?: Maybe<SecondFactorSetup>;
  /**
   * Signs in with a password, and sets the cookie of a session, or says that `confirmSignIn` must follow. Too many attempts for an account or of an
   * address get HTTP 429 with `Retry-After`.
   */
  signIn?: Maybe<SignIn>;
  /** Ends the session that the request was made with, and removes its cookie; answers false with an API key. */
  signOut?: Maybe<Scalars['Boolean']['output']>;
  /**
   * Makes a person. Takes an invitation, unless the control plane lets everybody sign up. Does not sign in. Too many attempts of an address get
   * HTTP 429 with `Retry-After`.
   */
  signUp?: Maybe<User>;
  /**
   * Starts an operation of a node: something long that is carried out once, survives every restart of its agent, and ends. Accepted also while
   * the executor is offline or drained, which carries it out later. Errors: `node_being_deleted`, `action_not_possible`,
   * `action_already_pending`, `chain_data_busy`, `not_enough_resources`, `invalid_input`.
   */
  startNodeOperation?: Maybe<NodeOperation>;
  /**
   * Upgrades the agents of many executors, group after group. The control plane asks a group once every agent of the group before it runs the
   * version, and stops at the first failure; nobody needs to watch. For owners and admins. Errors: `release_not_found`, `limit_reached`, and
   * `rollout_not_possible` when one of the executors cannot be asked (see requestExecutorUpgrade) or is still to be asked by another rollout:
   * `extensions.issues` names each of these executors with the reason, and no rollout begins.
   */
  startUpgradeRollout?: Maybe<UpgradeRollout>;
  /**
   * An executor's heartbeat, and its way to learn what is wanted. Creates or updates the executor of this name in the key's
   * organization, which may have up to 1000. The first heartbeat with a key binds it to this name. For executor keys only. Errors:
   * `executor_key_bound`, `executor_name_in_use`, `limit_reached`, `observation_unknown`.
   */
  syncExecutor?: Maybe<SyncExecutorPayload>;
  /**
   * Sends a delivery without an incident to the webhook. With redeliveries, an organization has 20 at once and then one in 30 seconds. For
   * owners and admins. Errors: `webhook_not_configured`, `limit_reached`.
   */
  testNotificationWebhook?: Maybe<WebhookDelivery>;
  /** Lets an executor take new nodes again. Errors: `executor_draining`. */
  uncordonExecutor?: Maybe<Executor>;
  /** Ends a drain: nodes that shall run are started again, and the cordon is lifted unless the executor was cordoned before the drain. */
  undrainExecutor?: Maybe<Executor>;
  /** Changes what people keep about an executor. What is left out stays. */
  updateExecutor?: Maybe<Executor>;
  /**
   * Changes a release, or withdraws it. What agents check (files, image, lowest version) is never changed: make another release. For system
   * administrators.
   */
  updateExecutorRelease?: Maybe<ExecutorRelease>;
  /** Changes a member's role. For owners and admins; only an owner makes or changes an owner. The last owner stays one. */
  updateMemberRole?: Maybe<Member>;
  /**
   * Changes a node's configuration or its desired state. What is left out stays. Taken also while its executor is offline or drained,
   * which carries it out later: `waitsFor` of the answer says so. Errors: `invalid_node_config`, `chain_not_supported_by_executor`,
   * `not_enough_resources`, `name_taken`, `node_being_deleted`.
   */
  updateNode?: Maybe<Node>;
};


/**
 * Everything that can be changed. A caller that may not gets an error with `extensions.code` `Forbidden`; a rule of the
 * domain that does not hold gives one with a `UserErrorCode`; a malformed value gives `invalid_input` with the path of the field.
 * A field that failed is null; the other fields of the request are carried out and keep their answers.
 */
export type MutationAcceptInvitationArgs = {
  token: Scalars['String']['input'];
};


/**
 * Everything that can be changed. A caller that may not gets an error with `extensions.code` `Forbidden`; a rule of the
 * domain that does not hold gives one with a `UserErrorCode`; a malformed value gives `invalid_input` with the path of the field.
 * A field that failed is null; the other fields of the request are carried out and keep their answers.
 */
export type MutationAcknowledgeIncidentArgs = {
  id: Scalars['ID']['input'];
  note?: InputMaybe<Scalars['String']['input']>;
};


/**
 * Everything that can be changed. A caller that may not gets an error with `extensions.code` `Forbidden`; a rule of the
 * domain that does not hold gives one with a `UserErrorCode`; a malformed value gives `invalid_input` with the path of the field.
 * A field that failed is null; the other fields of the request are carried out and keep their answers.
 */
export type MutationAdminSetOrganizationActiveArgs = {
  isActive: Scalars['Boolean']['input'];
  where: OrganizationWhereUniqueInput;
};


/**
 * Everything that can be changed. A caller that may not gets an error with `extensions.code` `Forbidden`; a rule of the
 * domain that does not hold gives one with a `UserErrorCode`; a malformed value gives `invalid_input` with the path of the field.
 * A field that failed is null; the other fields of the request are carried out and keep their answers.
 */
export type MutationAdminSetSystemAdminArgs = {
  isSystemAdmin: Scalars['Boolean']['input'];
  where: UserWhereUniqueInput;
};


/**
 * Everything that can be changed. A caller that may not gets an error with `extensions.code` `Forbidden`; a rule of the
 * domain that does not hold gives one with a `UserErrorCode`; a malformed value gives `invalid_input` with the path of the field.
 * A field that failed is null; the other fields of the request are carried out and keep their answers.
 */
export type MutationAdminUpdateOrganizationMemberRoleArgs = {
  memberId: Scalars['ID']['input'];
  organizationId: Scalars['ID']['input'];
  role: OrganizationRole;
};


/**
 * Everything that can be changed. A caller that may not gets an error with `extensions.code` `Forbidden`; a rule of the
 * domain that does not hold gives one with a `UserErrorCode`; a malformed value gives `invalid_input` with the path of the field.
 * A field that failed is null; the other fields of the request are carried out and keep their answers.
 */
export type MutationAnswerAgentRequestArgs = {
  input: AgentAnswerInput;
};


/**
 * Everything that can be changed. A caller that may not gets an error with `extensions.code` `Forbidden`; a rule of the
 * domain that does not hold gives one with a `UserErrorCode`; a malformed value gives `invalid_input` with the path of the field.
 * A field that failed is null; the other fields of the request are carried out and keep their answers.
 */
export type MutationCallNodeRpcArgs = {
  method: Scalars['String']['input'];
  params?: Array<Scalars['String']['input']>;
  where: NodeWhereUniqueInput;
};


/**
 * Everything that can be changed. A caller that may not gets an error with `extensions.code` `Forbidden`; a rule of the
 * domain that does not hold gives one with a `UserErrorCode`; a malformed value gives `invalid_input` with the path of the field.
 * A field that failed is null; the other fields of the request are carried out and keep their answers.
 */
export type MutationCancelExecutorUpgradeArgs = {
  executorId: Scalars['ID']['input'];
};


/**
 * Everything that can be changed. A caller that may not gets an error with `extensions.code` `Forbidden`; a rule of the
 * domain that does not hold gives one with a `UserErrorCode`; a malformed value gives `invalid_input` with the path of the field.
 * A field that failed is null; the other fields of the request are carried out and keep their answers.
 */
export type MutationCancelNodeOperationArgs = {
  id: Scalars['ID']['input'];
  nodeId: Scalars['ID']['input'];
};


/**
 * Everything that can be changed. A caller that may not gets an error with `extensions.code` `Forbidden`; a rule of the
 * domain that does not hold gives one with a `UserErrorCode`; a malformed value gives `invalid_input` with the path of the field.
 * A field that failed is null; the other fields of the request are carried out and keep their answers.
 */
export type MutationCancelUpgradeRolloutArgs = {
  where: UpgradeRolloutWhereUniqueInput;
};


/**
 * Everything that can be changed. A caller that may not gets an error with `extensions.code` `Forbidden`; a rule of the
 * domain that does not hold gives one with a `UserErrorCode`; a malformed value gives `invalid_input` with the path of the field.
 * A field that failed is null; the other fields of the request are carried out and keep their answers.
 */
export type MutationChangePasswordArgs = {
  input: PasswordChangeInput;
};


/**
 * Everything that can be changed. A caller that may not gets an error with `extensions.code` `Forbidden`; a rule of the
 * domain that does not hold gives one with a `UserErrorCode`; a malformed value gives `invalid_input` with the path of the field.
 * A field that failed is null; the other fields of the request are carried out and keep their answers.
 */
export type MutationConfirmSecondFactorArgs = {
  code: Scalars['String']['input'];
};


/**
 * Everything that can be changed. A caller that may not gets an error with `extensions.code` `Forbidden`; a rule of the
 * domain that does not hold gives one with a `UserErrorCode`; a malformed value gives `invalid_input` with the path of the field.
 * A field that failed is null; the other fields of the request are carried out and keep their answers.
 */
export type MutationConfirmSignInArgs = {
  input: SecondFactorInput;
};


/**
 * Everything that can be changed. A caller that may not gets an error with `extensions.code` `Forbidden`; a rule of the
 * domain that does not hold gives one with a `UserErrorCode`; a malformed value gives `invalid_input` with the path of the field.
 * A field that failed is null; the other fields of the request are carried out and keep their answers.
 */
export type MutationCordonExecutorArgs = {
  reason: Scalars['String']['input'];
  where: ExecutorWhereUniqueInput;
};


/**
 * Everything that can be changed. A caller that may not gets an error with `extensions.code` `Forbidden`; a rule of the
 * domain that does not hold gives one with a `UserErrorCode`; a malformed value gives `invalid_input` with the path of the field.
 * A field that failed is null; the other fields of the request are carried out and keep their answers.
 */
export type MutationCreateApiKeyArgs = {
  input: ApiKeyCreateInput;
};


/**
 * Everything that can be changed. A caller that may not gets an error with `extensions.code` `Forbidden`; a rule of the
 * domain that does not hold gives one with a `UserErrorCode`; a malformed value gives `invalid_input` with the path of the field.
 * A field that failed is null; the other fields of the request are carried out and keep their answers.
 */
export type MutationCreateEnrolmentTokenArgs = {
  input: EnrolmentTokenCreateInput;
};


/**
 * Everything that can be changed. A caller that may not gets an error with `extensions.code` `Forbidden`; a rule of the
 * domain that does not hold gives one with a `UserErrorCode`; a malformed value gives `invalid_input` with the path of the field.
 * A field that failed is null; the other fields of the request are carried out and keep their answers.
 */
export type MutationCreateExecutorReleaseArgs = {
  data: ExecutorReleaseCreateInput;
};


/**
 * Everything that can be changed. A caller that may not gets an error with `extensions.code` `Forbidden`; a rule of the
 * domain that does not hold gives one with a `UserErrorCode`; a malformed value gives `invalid_input` with the path of the field.
 * A field that failed is null; the other fields of the request are carried out and keep their answers.
 */
export type MutationCreateNodeArgs = {
  data: NodeCreateInput;
};


/**
 * Everything that can be changed. A caller that may not gets an error with `extensions.code` `Forbidden`; a rule of the
 * domain that does not hold gives one with a `UserErrorCode`; a malformed value gives `invalid_input` with the path of the field.
 * A field that failed is null; the other fields of the request are carried out and keep their answers.
 */
export type MutationCreateOrganizationArgs = {
  input: OrganizationCreateInput;
};


/**
 * Everything that can be changed. A caller that may not gets an error with `extensions.code` `Forbidden`; a rule of the
 * domain that does not hold gives one with a `UserErrorCode`; a malformed value gives `invalid_input` with the path of the field.
 * A field that failed is null; the other fields of the request are carried out and keep their answers.
 */
export type MutationCreatePasswordResetLinkArgs = {
  where: UserWhereUniqueInput;
};


/**
 * Everything that can be changed. A caller that may not gets an error with `extensions.code` `Forbidden`; a rule of the
 * domain that does not hold gives one with a `UserErrorCode`; a malformed value gives `invalid_input` with the path of the field.
 * A field that failed is null; the other fields of the request are carried out and keep their answers.
 */
export type MutationDeleteApiKeyArgs = {
  where: ApiKeyWhereUniqueInput;
};


/**
 * Everything that can be changed. A caller that may not gets an error with `extensions.code` `Forbidden`; a rule of the
 * domain that does not hold gives one with a `UserErrorCode`; a malformed value gives `invalid_input` with the path of the field.
 * A field that failed is null; the other fields of the request are carried out and keep their answers.
 */
export type MutationDeleteExecutorArgs = {
  where: ExecutorWhereUniqueInput;
};


/**
 * Everything that can be changed. A caller that may not gets an error with `extensions.code` `Forbidden`; a rule of the
 * domain that does not hold gives one with a `UserErrorCode`; a malformed value gives `invalid_input` with the path of the field.
 * A field that failed is null; the other fields of the request are carried out and keep their answers.
 */
export type MutationDeleteExecutorReleaseArgs = {
  where: ExecutorReleaseWhereUniqueInput;
};


/**
 * Everything that can be changed. A caller that may not gets an error with `extensions.code` `Forbidden`; a rule of the
 * domain that does not hold gives one with a `UserErrorCode`; a malformed value gives `invalid_input` with the path of the field.
 * A field that failed is null; the other fields of the request are carried out and keep their answers.
 */
export type MutationDeleteNodeArgs = {
  data?: InputMaybe<NodeDataPolicy>;
  removal?: InputMaybe<NodeDataRemovalInput>;
  where: NodeWhereUniqueInput;
};


/**
 * Everything that can be changed. A caller that may not gets an error with `extensions.code` `Forbidden`; a rule of the
 * domain that does not hold gives one with a `UserErrorCode`; a malformed value gives `invalid_input` with the path of the field.
 * A field that failed is null; the other fields of the request are carried out and keep their answers.
 */
export type MutationDeregisterExecutorArgs = {
  removedNodes?: InputMaybe<Array<Scalars['ID']['input']>>;
};


/**
 * Everything that can be changed. A caller that may not gets an error with `extensions.code` `Forbidden`; a rule of the
 * domain that does not hold gives one with a `UserErrorCode`; a malformed value gives `invalid_input` with the path of the field.
 * A field that failed is null; the other fields of the request are carried out and keep their answers.
 */
export type MutationDrainExecutorArgs = {
  reason: Scalars['String']['input'];
  where: ExecutorWhereUniqueInput;
};


/**
 * Everything that can be changed. A caller that may not gets an error with `extensions.code` `Forbidden`; a rule of the
 * domain that does not hold gives one with a `UserErrorCode`; a malformed value gives `invalid_input` with the path of the field.
 * A field that failed is null; the other fields of the request are carried out and keep their answers.
 */
export type MutationEndSessionArgs = {
  where: SessionWhereUniqueInput;
};


/**
 * Everything that can be changed. A caller that may not gets an error with `extensions.code` `Forbidden`; a rule of the
 * domain that does not hold gives one with a `UserErrorCode`; a malformed value gives `invalid_input` with the path of the field.
 * A field that failed is null; the other fields of the request are carried out and keep their answers.
 */
export type MutationEnrolExecutorArgs = {
  input: EnrolExecutorInput;
};


/**
 * Everything that can be changed. A caller that may not gets an error with `extensions.code` `Forbidden`; a rule of the
 * domain that does not hold gives one with a `UserErrorCode`; a malformed value gives `invalid_input` with the path of the field.
 * A field that failed is null; the other fields of the request are carried out and keep their answers.
 */
export type MutationInviteMemberArgs = {
  input: InvitationCreateInput;
};


/**
 * Everything that can be changed. A caller that may not gets an error with `extensions.code` `Forbidden`; a rule of the
 * domain that does not hold gives one with a `UserErrorCode`; a malformed value gives `invalid_input` with the path of the field.
 * A field that failed is null; the other fields of the request are carried out and keep their answers.
 */
export type MutationOpenNodeLogSessionArgs = {
  follow?: Scalars['Boolean']['input'];
  since?: InputMaybe<Scalars['DateTime']['input']>;
  tail?: Scalars['Int']['input'];
  where: NodeWhereUniqueInput;
};


/**
 * Everything that can be changed. A caller that may not gets an error with `extensions.code` `Forbidden`; a rule of the
 * domain that does not hold gives one with a `UserErrorCode`; a malformed value gives `invalid_input` with the path of the field.
 * A field that failed is null; the other fields of the request are carried out and keep their answers.
 */
export type MutationPauseUpgradeRolloutArgs = {
  where: UpgradeRolloutWhereUniqueInput;
};


/**
 * Everything that can be changed. A caller that may not gets an error with `extensions.code` `Forbidden`; a rule of the
 * domain that does not hold gives one with a `UserErrorCode`; a malformed value gives `invalid_input` with the path of the field.
 * A field that failed is null; the other fields of the request are carried out and keep their answers.
 */
export type MutationRecoverExecutorArgs = {
  offeredAt: Scalars['DateTime']['input'];
  where: ExecutorWhereUniqueInput;
};


/**
 * Everything that can be changed. A caller that may not gets an error with `extensions.code` `Forbidden`; a rule of the
 * domain that does not hold gives one with a `UserErrorCode`; a malformed value gives `invalid_input` with the path of the field.
 * A field that failed is null; the other fields of the request are carried out and keep their answers.
 */
export type MutationRedeliverWebhookArgs = {
  id: Scalars['ID']['input'];
};


/**
 * Everything that can be changed. A caller that may not gets an error with `extensions.code` `Forbidden`; a rule of the
 * domain that does not hold gives one with a `UserErrorCode`; a malformed value gives `invalid_input` with the path of the field.
 * A field that failed is null; the other fields of the request are carried out and keep their answers.
 */
export type MutationRedeliverWebhooksArgs = {
  from: Scalars['DateTime']['input'];
  to: Scalars['DateTime']['input'];
};


/**
 * Everything that can be changed. A caller that may not gets an error with `extensions.code` `Forbidden`; a rule of the
 * domain that does not hold gives one with a `UserErrorCode`; a malformed value gives `invalid_input` with the path of the field.
 * A field that failed is null; the other fields of the request are carried out and keep their answers.
 */
export type MutationRemoveKeptDataArgs = {
  data: KeptDataRemovalInput;
};


/**
 * Everything that can be changed. A caller that may not gets an error with `extensions.code` `Forbidden`; a rule of the
 * domain that does not hold gives one with a `UserErrorCode`; a malformed value gives `invalid_input` with the path of the field.
 * A field that failed is null; the other fields of the request are carried out and keep their answers.
 */
export type MutationRemoveMemberArgs = {
  where: MemberWhereUniqueInput;
};


/**
 * Everything that can be changed. A caller that may not gets an error with `extensions.code` `Forbidden`; a rule of the
 * domain that does not hold gives one with a `UserErrorCode`; a malformed value gives `invalid_input` with the path of the field.
 * A field that failed is null; the other fields of the request are carried out and keep their answers.
 */
export type MutationRemoveSecondFactorArgs = {
  password: Scalars['String']['input'];
};


/**
 * Everything that can be changed. A caller that may not gets an error with `extensions.code` `Forbidden`; a rule of the
 * domain that does not hold gives one with a `UserErrorCode`; a malformed value gives `invalid_input` with the path of the field.
 * A field that failed is null; the other fields of the request are carried out and keep their answers.
 */
export type MutationRenewRecoveryCodesArgs = {
  password: Scalars['String']['input'];
};


/**
 * Everything that can be changed. A caller that may not gets an error with `extensions.code` `Forbidden`; a rule of the
 * domain that does not hold gives one with a `UserErrorCode`; a malformed value gives `invalid_input` with the path of the field.
 * A field that failed is null; the other fields of the request are carried out and keep their answers.
 */
export type MutationReportRuntimeEventsArgs = {
  input: Array<RuntimeEventInput>;
};


/**
 * Everything that can be changed. A caller that may not gets an error with `extensions.code` `Forbidden`; a rule of the
 * domain that does not hold gives one with a `UserErrorCode`; a malformed value gives `invalid_input` with the path of the field.
 * A field that failed is null; the other fields of the request are carried out and keep their answers.
 */
export type MutationRequestExecutorUpgradeArgs = {
  executorId: Scalars['ID']['input'];
  targetVersion: Scalars['String']['input'];
};


/**
 * Everything that can be changed. A caller that may not gets an error with `extensions.code` `Forbidden`; a rule of the
 * domain that does not hold gives one with a `UserErrorCode`; a malformed value gives `invalid_input` with the path of the field.
 * A field that failed is null; the other fields of the request are carried out and keep their answers.
 */
export type MutationRequestNodeLifecycleActionArgs = {
  action: NodeLifecycleAction;
  id: Scalars['ID']['input'];
};


/**
 * Everything that can be changed. A caller that may not gets an error with `extensions.code` `Forbidden`; a rule of the
 * domain that does not hold gives one with a `UserErrorCode`; a malformed value gives `invalid_input` with the path of the field.
 * A field that failed is null; the other fields of the request are carried out and keep their answers.
 */
export type MutationResetPasswordArgs = {
  input: PasswordResetInput;
};


/**
 * Everything that can be changed. A caller that may not gets an error with `extensions.code` `Forbidden`; a rule of the
 * domain that does not hold gives one with a `UserErrorCode`; a malformed value gives `invalid_input` with the path of the field.
 * A field that failed is null; the other fields of the request are carried out and keep their answers.
 */
export type MutationResumeUpgradeRolloutArgs = {
  skipFailed?: InputMaybe<Scalars['Boolean']['input']>;
  where: UpgradeRolloutWhereUniqueInput;
};


/**
 * Everything that can be changed. A caller that may not gets an error with `extensions.code` `Forbidden`; a rule of the
 * domain that does not hold gives one with a `UserErrorCode`; a malformed value gives `invalid_input` with the path of the field.
 * A field that failed is null; the other fields of the request are carried out and keep their answers.
 */
export type MutationRevokeApiKeyArgs = {
  where: ApiKeyWhereUniqueInput;
};


/**
 * Everything that can be changed. A caller that may not gets an error with `extensions.code` `Forbidden`; a rule of the
 * domain that does not hold gives one with a `UserErrorCode`; a malformed value gives `invalid_input` with the path of the field.
 * A field that failed is null; the other fields of the request are carried out and keep their answers.
 */
export type MutationRevokeEnrolmentTokenArgs = {
  where: EnrolmentTokenWhereUniqueInput;
};


/**
 * Everything that can be changed. A caller that may not gets an error with `extensions.code` `Forbidden`; a rule of the
 * domain that does not hold gives one with a `UserErrorCode`; a malformed value gives `invalid_input` with the path of the field.
 * A field that failed is null; the other fields of the request are carried out and keep their answers.
 */
export type MutationRevokeInvitationArgs = {
  where: InvitationWhereUniqueInput;
};


/**
 * Everything that can be changed. A caller that may not gets an error with `extensions.code` `Forbidden`; a rule of the
 * domain that does not hold gives one with a `UserErrorCode`; a malformed value gives `invalid_input` with the path of the field.
 * A field that failed is null; the other fields of the request are carried out and keep their answers.
 */
export type MutationRotateRpcCredentialsArgs = {
  formerValidForMinutes?: InputMaybe<Scalars['Int']['input']>;
};


/**
 * Everything that can be changed. A caller that may not gets an error with `extensions.code` `Forbidden`; a rule of the
 * domain that does not hold gives one with a `UserErrorCode`; a malformed value gives `invalid_input` with the path of the field.
 * A field that failed is null; the other fields of the request are carried out and keep their answers.
 */
export type MutationSaveNotificationSettingsArgs = {
  input: NotificationSettingsInput;
};


/**
 * Everything that can be changed. A caller that may not gets an error with `extensions.code` `Forbidden`; a rule of the
 * domain that does not hold gives one with a `UserErrorCode`; a malformed value gives `invalid_input` with the path of the field.
 * A field that failed is null; the other fields of the request are carried out and keep their answers.
 */
export type MutationSetActiveOrganizationArgs = {
  where: OrganizationWhereUniqueInput;
};


/**
 * Everything that can be changed. A caller that may not gets an error with `extensions.code` `Forbidden`; a rule of the
 * domain that does not hold gives one with a `UserErrorCode`; a malformed value gives `invalid_input` with the path of the field.
 * A field that failed is null; the other fields of the request are carried out and keep their answers.
 */
export type MutationSetUpSecondFactorArgs = {
  password: Scalars['String']['input'];
};


/**
 * Everything that can be changed. A caller that may not gets an error with `extensions.code` `Forbidden`; a rule of the
 * domain that does not hold gives one with a `UserErrorCode`; a malformed value gives `invalid_input` with the path of the field.
 * A field that failed is null; the other fields of the request are carried out and keep their answers.
 */
export type MutationSignInArgs = {
  input: SignInInput;
};


/**
 * Everything that can be changed. A caller that may not gets an error with `extensions.code` `Forbidden`; a rule of the
 * domain that does not hold gives one with a `UserErrorCode`; a malformed value gives `invalid_input` with the path of the field.
 * A field that failed is null; the other fields of the request are carried out and keep their answers.
 */
export type MutationSignUpArgs = {
  input: SignUpInput;
};


/**
 * Everything that can be changed. A caller that may not gets an error with `extensions.code` `Forbidden`; a rule of the
 * domain that does not hold gives one with a `UserErrorCode`; a malformed value gives `invalid_input` with the path of the field.
 * A field that failed is null; the other fields of the request are carried out and keep their answers.
 */
export type MutationStartNodeOperationArgs = {
  kind: NodeOperationKind;
  nodeId: Scalars['ID']['input'];
  params?: InputMaybe<Scalars['JSON']['input']>;
};


/**
 * Everything that can be changed. A caller that may not gets an error with `extensions.code` `Forbidden`; a rule of the
 * domain that does not hold gives one with a `UserErrorCode`; a malformed value gives `invalid_input` with the path of the field.
 * A field that failed is null; the other fields of the request are carried out and keep their answers.
 */
export type MutationStartUpgradeRolloutArgs = {
  data: UpgradeRolloutStartInput;
};


/**
 * Everything that can be changed. A caller that may not gets an error with `extensions.code` `Forbidden`; a rule of the
 * domain that does not hold gives one with a `UserErrorCode`; a malformed value gives `invalid_input` with the path of the field.
 * A field that failed is null; the other fields of the request are carried out and keep their answers.
 */
export type MutationSyncExecutorArgs = {
  input: SyncExecutorInput;
};


/**
 * Everything that can be changed. A caller that may not gets an error with `extensions.code` `Forbidden`; a rule of the
 * domain that does not hold gives one with a `UserErrorCode`; a malformed value gives `invalid_input` with the path of the field.
 * A field that failed is null; the other fields of the request are carried out and keep their answers.
 */
export type MutationUncordonExecutorArgs = {
  where: ExecutorWhereUniqueInput;
};


/**
 * Everything that can be changed. A caller that may not gets an error with `extensions.code` `Forbidden`; a rule of the
 * domain that does not hold gives one with a `UserErrorCode`; a malformed value gives `invalid_input` with the path of the field.
 * A field that failed is null; the other fields of the request are carried out and keep their answers.
 */
export type MutationUndrainExecutorArgs = {
  where: ExecutorWhereUniqueInput;
};


/**
 * Everything that can be changed. A caller that may not gets an error with `extensions.code` `Forbidden`; a rule of the
 * domain that does not hold gives one with a `UserErrorCode`; a malformed value gives `invalid_input` with the path of the field.
 * A field that failed is null; the other fields of the request are carried out and keep their answers.
 */
export type MutationUpdateExecutorArgs = {
  data: ExecutorUpdateInput;
  where: ExecutorWhereUniqueInput;
};


/**
 * Everything that can be changed. A caller that may not gets an error with `extensions.code` `Forbidden`; a rule of the
 * domain that does not hold gives one with a `UserErrorCode`; a malformed value gives `invalid_input` with the path of the field.
 * A field that failed is null; the other fields of the request are carried out and keep their answers.
 */
export type MutationUpdateExecutorReleaseArgs = {
  data: ExecutorReleaseUpdateInput;
  where: ExecutorReleaseWhereUniqueInput;
};


/**
 * Everything that can be changed. A caller that may not gets an error with `extensions.code` `Forbidden`; a rule of the
 * domain that does not hold gives one with a `UserErrorCode`; a malformed value gives `invalid_input` with the path of the field.
 * A field that failed is null; the other fields of the request are carried out and keep their answers.
 */
export type MutationUpdateMemberRoleArgs = {
  role: OrganizationRole;
  where: MemberWhereUniqueInput;
};


/**
 * Everything that can be changed. A caller that may not gets an error with `extensions.code` `Forbidden`; a rule of the
 * domain that does not hold gives one with a `UserErrorCode`; a malformed value gives `invalid_input` with the path of the field.
 * A field that failed is null; the other fields of the request are carried out and keep their answers.
 */
export type MutationUpdateNodeArgs = {
  data: NodeUpdateInput;
  where: NodeWhereUniqueInput;
};

/** The chain that a node follows. */
export type Network =
  /** Bitcoin. */
  | 'mainnet'
  /** A private chain for testing; offered only where the operator allows it. */
  | 'regtest'
  /** The signed test network. */
  | 'signet'
  /** The fourth test network, for versions from 28 on; offered only where the operator allows it. */
  | 'testnet4';

/** How many nodes are on a network. */
export type NetworkCount = {
  /** The network. */
  network: Network;
  /** The number of nodes. */
  nodes: Scalars['Int']['output'];
};

/** Conditions on a network. All that are given must hold. A comparison with null is refused. */
export type NetworkFilter = {
  /** Is this one. */
  equals?: InputMaybe<Network>;
  /** Is one of these. */
  in?: InputMaybe<Array<Network>>;
  /** Must not match this filter. */
  not?: InputMaybe<NetworkFilter>;
  /** Is none of these. */
  notIn?: InputMaybe<Array<Network>>;
};

/** A Bitcoin node: one daemon in one container on one executor. */
export type Node = {
  /** The software that it runs. */
  client: Client;
  /** What is known of the life of that version. */
  clientLifecycle: ClientLifecycle;
  /** The software's version. */
  clientVersion: Scalars['String']['output'];
  /** Whether the daemon runs with the settings of `effectiveConfig`. */
  configState: ConfigState;
  /** Time of creation. */
  createdAt: Scalars['DateTime']['output'];
  /** What becomes of the chain data when the node is deleted. */
  dataPolicy: NodeDataPolicy;
  /** The data root of its executor that its data is in; null before it has any. */
  dataRoot?: Maybe<Scalars['String']['output']>;
  /** What the node is asked to be. */
  desiredState: DesiredState;
  /**
   * Every setting that the platform renders for this node, with its origin and, where it needs one, an explanation. `configState` says
   * whether the daemon runs with them.
   */
  effectiveConfig: Array<ConfigSetting>;
  /** What happened to the node, newest first unless asked otherwise. */
  events: EventConnection;
  /** Where it runs. */
  executor: Executor;
  /** Made by the control plane. */
  id: Scalars['ID']['output'];
  /** The latest sample; null before the first one. */
  metrics?: Maybe<NodeMetrics>;
  /** Given by the user. Unique among the organization's nodes. */
  name: Scalars['String']['output'];
  /** The chain that it follows. */
  network: Network;
  /** Whether it keeps the whole block history. */
  nodeType: NodeType;
  /** Its operations, newest first. */
  operations: Array<NodeOperation>;
  /** Keys of the node's configuration file that the user set, as entered. */
  overrides: Array<ConfigOverride>;
  /** How its executor was chosen; null for a node that is older than this record. */
  placement?: Maybe<NodePlacement>;
  /** What is wrong with it although it runs or tries to, longest first; empty where nothing is known to be, or its executor is offline. */
  problems: Array<NodeProblem>;
  /** What it may use. */
  resources: NodeResources;
  /** Whether a change that makes it fail although it worked before is reverted by its agent: once, to the configuration that worked last. */
  revertFailedChange: Scalars['Boolean']['output'];
  /** Counts the changes asked of this node. */
  revision: Scalars['Int']['output'];
  /** What the executor reports of it. */
  status: NodeStatus;
  /** The change that made it fail and was reverted; null while it runs as asked. */
  takenBack?: Maybe<TakenBackChange>;
  /** Time of the last change asked of this node. */
  updatedAt: Scalars['DateTime']['output'];
  /** Why its executor cannot carry out now what is asked of it, for people: it is offline, or drained. Null when it can. */
  waitsFor?: Maybe<Scalars['String']['output']>;
};


/** A Bitcoin node: one daemon in one container on one executor. */
export type NodeEventsArgs = {
  filter?: InputMaybe<EventFilterInput>;
};


/** A Bitcoin node: one daemon in one container on one executor. */
export type NodeOperationsArgs = {
  take?: InputMaybe<Scalars['Int']['input']>;
};

/** One thing that a request changes of a node. */
export type NodeChange = {
  /** All that follows from it; `nothing` at least. */
  consequences: Array<NodeConsequence>;
  /** The field, such as `resources.memoryMiB` or `overrides.dbcache`. */
  field: Scalars['String']['output'];
  /** What it is; null where it is not set, or a secret. */
  from?: Maybe<Scalars['String']['output']>;
  /** What it becomes; null where it is not set any more, or a secret. */
  to?: Maybe<Scalars['String']['output']>;
};

/** What follows from a change of a node. */
export type NodeConsequence = {
  /** How long it takes, where that can be said. */
  hours?: Maybe<ConsequenceHours>;
  /** What sort it is of. */
  kind: ConsequenceKind;
  /** What happens, for people. */
  message: Scalars['String']['output'];
};

/** How many nodes there are. */
export type NodeCounts = {
  /** On each network that a node follows, most first. */
  byNetwork: Array<NetworkCount>;
  /** In each phase that a node is in, most first. */
  byPhase: Array<NodePhaseCount>;
  /** Total. */
  total: Scalars['Int']['output'];
};

/** A node to deploy. */
export type NodeCreateInput = {
  /**
   * Goes on with the chain data of an orphan: the id of its node, from `orphans` of an executor. The node gets that id, and runs on that
   * executor. Network and version must be able to use the data.
   */
  adoptData?: InputMaybe<Scalars['ID']['input']>;
  /** The software. */
  client?: Client;
  /** The software's version. Default: the newest that the executor offers. */
  clientVersion?: InputMaybe<Scalars['String']['input']>;
  /** The data root of the executor for its data, from `dataRoots` of that. Default: the executor's default one. Not together with `adoptData`. */
  dataRoot?: InputMaybe<Scalars['String']['input']>;
  /** `running` or `stopped`. */
  desiredState?: DesiredState;
  /** Where to run it. Default: on the executor that has the most room of those that are online, not cordoned, and can take it. */
  executorId?: InputMaybe<Scalars['ID']['input']>;
  /** Only on an executor with all of these labels, at most 32. */
  executorLabels?: InputMaybe<Array<ExecutorLabelInput>>;
  /** 1 to 63 characters: letters, digits, dot, dash and underscore, beginning with a letter or digit. */
  name: Scalars['String']['input'];
  /** The chain. */
  network: Network;
  /** How much history to keep. */
  nodeType?: NodeType;
  /** Keys for the node's configuration file. */
  overrides?: Array<ConfigOverrideInput>;
  /** What it may use. Default, also for each part that is left out: the network's defaults. */
  resources?: InputMaybe<NodeResourcesInput>;
  /** Whether a change that makes it fail is reverted. Default: true. */
  revertFailedChange?: InputMaybe<Scalars['Boolean']['input']>;
  /**
   * Begins as a copy of the chain data of a node of the organization, by its id, on the same executor. That node is stopped gently for as
   * long as the copy takes, and runs again at once. Its wallets, peers and settings stay with it. Not together with `adoptData`.
   */
  seedFrom?: InputMaybe<Scalars['ID']['input']>;
};

/** What becomes of the chain data of a deleted node. */
export type NodeDataPolicy =
  /** It stays on the executor's disk. */
  | 'keep'
  /** It is removed from the executor's disk. */
  | 'remove';

/** Names what is to be removed with a node. */
export type NodeDataRemovalInput = {
  /** The node's name. */
  name: Scalars['String']['input'];
  /** The name of each wallet in its data, which is lost for ever. The default wallet's name is empty. */
  wallets?: Array<Scalars['String']['input']>;
};

/** The resources that a node gets unless it asks for others. */
export type NodeDefaults = {
  /** The network. */
  network: Network;
  /** The node type. */
  nodeType: NodeType;
  /** The resources. */
  resources: NodeResources;
};

/** Where a node is reached. */
export type NodeEndpoint = {
  /** Host name or address. */
  host: Scalars['String']['output'];
  /** Port of the peer-to-peer protocol. */
  p2pPort: Scalars['Int']['output'];
  /** Port of the JSON-RPC server. */
  rpcPort: Scalars['Int']['output'];
  /** What it publishes over ZeroMQ: one for each of its overrides such as `zmqpubrawblock=1`, once its container has it. */
  zmq: Array<ZmqEndpoint>;
};

/** Where a node is reached. */
export type NodeEndpointInput = {
  /** Host name or address. */
  host: Scalars['String']['input'];
  /** Port of the peer-to-peer protocol. */
  p2pPort: Scalars['Int']['input'];
  /** Port of the JSON-RPC server. */
  rpcPort: Scalars['Int']['input'];
  /** What it publishes over ZeroMQ, at most 16; null for nothing. */
  zmq?: InputMaybe<Array<ZmqEndpointInput>>;
};

/** Why a node is as it is, and what follows, in lines for people. */
export type NodeExplanation = {
  /** What is desired of the node, as its agent knows it. Secret values are left out. */
  desired: Array<Scalars['String']['output']>;
  /** When the agent said so. */
  explainedAt: Scalars['DateTime']['output'];
  /** Whether the agent answered this very question. Otherwise this is its last answer. */
  isCurrent: Scalars['Boolean']['output'];
  /** The node's id. */
  nodeId: Scalars['ID']['output'];
  /** What the agent observes. */
  observed: Array<Scalars['String']['output']>;
  /** Why there is no current answer, for people; null when there is. */
  staleReason?: Maybe<Scalars['String']['output']>;
  /** What the agent does next, in this order. */
  steps: Array<NodeStep>;
  /** What must happen before there is anything more to do; null when nothing is waited for. */
  waitingFor?: Maybe<Scalars['String']['output']>;
};

/** A reason why a request for a node would be refused. */
export type NodeIssue = {
  /** The code of the error. */
  code: Scalars['String']['output'];
  /** What is wrong, and what is allowed. */
  message: Scalars['String']['output'];
  /** Where the fault lies in the arguments, such as `data`, `overrides`, `0`, `key`; empty where it lies in none of them. */
  path: Array<Scalars['String']['output']>;
};

/** A one-time request. */
export type NodeLifecycleAction =
  /** Go down once and come up again. */
  | 'restart'
  /** Be up. */
  | 'start'
  /** Be down. */
  | 'stop';

/** Conditions on the nodes of an executor. All that are given must hold. */
export type NodeListRelationFilter = {
  /** Each node meets this; so it is where there is none. */
  every?: InputMaybe<NodeWhereInput>;
  /** No node meets this. */
  none?: InputMaybe<NodeWhereInput>;
  /** At least one node meets this. */
  some?: InputMaybe<NodeWhereInput>;
};

/** The next lines of a log. */
export type NodeLogChunk = {
  /** How many lines before these were left out, because the reader was slow. */
  dropped: Scalars['Int']['output'];
  /** The lines, oldest first. */
  lines: Array<Scalars['String']['output']>;
  /** What happened before these lines, for people, such as that the node stopped. */
  notice?: Maybe<Scalars['String']['output']>;
  /** Counts the chunks of a session from 0; a number that is left out was lost on its way. Null for a notice of the control plane. */
  sequence?: Maybe<Scalars['Int']['output']>;
};

/** A look into a node's log. */
export type NodeLogSession = {
  /** Why there are none, for people. */
  error?: Maybe<Scalars['String']['output']>;
  /** Made by the control plane. */
  id: Scalars['ID']['output'];
  /** The lines, oldest first. */
  lines: Array<Scalars['String']['output']>;
  /** Whether the lines are here. */
  status: NodeLogSessionStatus;
};

/** Where a log session is. */
export type NodeLogSessionStatus =
  /** The executor could not give them. */
  | 'failed'
  /** The lines come with the subscription `nodeLog`. */
  | 'following'
  /** The executor has not answered yet. */
  | 'pending'
  /** The lines are here. */
  | 'ready';

/** Picks one log session. */
export type NodeLogSessionWhereUniqueInput = {
  /** The session's id. */
  id: Scalars['ID']['input'];
};

/** The latest sample of a node. */
export type NodeMetrics = {
  /** Time of the sample. */
  at: Scalars['DateTime']['output'];
  /** Time in the header of that block; null where the daemon does not report it (before Bitcoin Core 23). */
  bestBlockAt?: Maybe<Scalars['DateTime']['output']>;
  /** Hash of the last validated block. */
  bestBlockHash: Scalars['String']['output'];
  /** Ends of branches that the daemon does not follow and that matter: invalid ones, and those with more blocks than its own; at most 4. */
  branches?: Maybe<Array<DaemonBranch>>;
  /** Bytes received from peers since the daemon started. */
  bytesReceived?: Maybe<Scalars['Float']['output']>;
  /** Bytes sent to peers since the daemon started. */
  bytesSent?: Maybe<Scalars['Float']['output']>;
  /** The ends of all branches that the daemon knows, by status. */
  chainTips?: Maybe<Array<ChainTipCount>>;
  /** Container CPU in percent of one core; null where the engine gave none. */
  cpuPercent?: Maybe<Scalars['Float']['output']>;
  /** Bytes a day by which these files grow, at the rate of the last hour; null while less than ten minutes are known. */
  growthBytesPerDay?: Maybe<Scalars['Float']['output']>;
  /** Headers known. */
  headers: Scalars['Int']['output'];
  /** Blocks in the validated chain. */
  height: Scalars['Int']['output'];
  /** State of the optional indexes. */
  indexes: Array<IndexStatus>;
  /** Whether the daemon still catches up. */
  initialBlockDownload: Scalars['Boolean']['output'];
  /** Container memory in MiB; null where the engine gave none. */
  memoryMiB?: Maybe<Scalars['Float']['output']>;
  /** Bytes in the mempool. */
  mempoolBytes: Scalars['Float']['output'];
  /** Lowest fee rate that the mempool accepts, in satoshis per virtual byte. */
  mempoolMinFee?: Maybe<Scalars['Float']['output']>;
  /** Transactions in the mempool. */
  mempoolTransactions: Scalars['Int']['output'];
  /** Connections that peers made. */
  peersInbound: Scalars['Int']['output'];
  /** Connections that this node made. */
  peersOutbound: Scalars['Int']['output'];
  /** Bytes received a second, between the last two samples. */
  receivedBytesPerSecond?: Maybe<Scalars['Float']['output']>;
  /** Bytes sent a second, between the last two samples. */
  sentBytesPerSecond?: Maybe<Scalars['Float']['output']>;
  /** Bytes of block and undo files. */
  sizeOnDiskBytes: Scalars['Float']['output'];
  /** What the daemon calls itself to its peers. */
  subversion: Scalars['String']['output'];
  /** Transactions of the mempool that no peer has requested yet; null before version 0.21. */
  unbroadcastTransactions?: Maybe<Scalars['Int']['output']>;
  /** Seconds since the daemon started. */
  uptimeSeconds: Scalars['Int']['output'];
  /** Estimate of how much of the chain is verified, 0 to 1. */
  verificationProgress: Scalars['Float']['output'];
  /** Warnings of the daemon. */
  warnings: Array<Scalars['String']['output']>;
  /** Bytes written to disk since the container started; null where the engine does not measure it. */
  writtenBytes?: Maybe<Scalars['Float']['output']>;
  /** Bytes written to disk a day, at the rate of the last hour; null while less than ten minutes are known. */
  writtenBytesPerDay?: Maybe<Scalars['Float']['output']>;
};

/** What a node's samples say of one stretch of time. */
export type NodeMetricsBucket = {
  /** Where the bucket begins. */
  at: Scalars['DateTime']['output'];
  /** Container CPU in percent of one core; null where the engine gave none. */
  cpuPercent?: Maybe<MetricSummary>;
  /** Headers known. */
  headers?: Maybe<MetricSummary>;
  /** Blocks in the validated chain. */
  height?: Maybe<MetricSummary>;
  /** Container memory in MiB; null where the engine gave none. */
  memoryMiB?: Maybe<MetricSummary>;
  /** Bytes in the mempool. */
  mempoolBytes?: Maybe<MetricSummary>;
  /** Lowest fee rate that the mempool accepts, in satoshis per virtual byte. */
  mempoolMinFee?: Maybe<MetricSummary>;
  /** Transactions in the mempool. */
  mempoolTransactions?: Maybe<MetricSummary>;
  /** Connections that peers made. */
  peersInbound?: Maybe<MetricSummary>;
  /** Connections that the node made. */
  peersOutbound?: Maybe<MetricSummary>;
  /** Bytes received from peers a second. */
  receivedBytesPerSecond?: Maybe<MetricSummary>;
  /** How many samples it holds. */
  samples: Scalars['Int']['output'];
  /** Bytes sent to peers a second. */
  sentBytesPerSecond?: Maybe<MetricSummary>;
  /** Bytes of block and undo files. */
  sizeOnDiskBytes?: Maybe<MetricSummary>;
  /** Estimate of how much of the chain is verified, 0 to 1. */
  verificationProgress?: Maybe<MetricSummary>;
  /** Bytes written to disk a day; null where the engine does not measure it. */
  writtenBytesPerDay?: Maybe<MetricSummary>;
};

/** A node's measurements over time. */
export type NodeMetricsHistory = {
  /** The buckets that hold a sample, oldest first. A bucket without one is left out: nothing is known of that time. */
  buckets: Array<NodeMetricsBucket>;
  /** Seconds of each bucket. */
  stepSeconds: Scalars['Int']['output'];
};

/** Something long that is carried out once on a node. */
export type NodeOperation = {
  /** Whether `cancelNodeOperation` can still cancel it. */
  cancellable: Scalars['Boolean']['output'];
  /** When it ended; null before. */
  endedAt?: Maybe<Scalars['DateTime']['output']>;
  /** When it ends if it continues at the pace so far; null where that is unknown. */
  estimatedEndAt?: Maybe<Scalars['DateTime']['output']>;
  /** Names the operation. */
  id: Scalars['ID']['output'];
  /** What it does. */
  kind: NodeOperationKind;
  /** The node. */
  node: Node;
  /** Its parameters. */
  params: Scalars['JSON']['output'];
  /** How much is done, 0 to 1; null where that is unknown. */
  progress?: Maybe<Scalars['Float']['output']>;
  /** Why it failed, rolls back or has to be tried again, for people. */
  reason?: Maybe<Scalars['String']['output']>;
  /** When it was requested. */
  requestedAt: Scalars['DateTime']['output'];
  /** Who requested it. */
  requestedBy: Scalars['String']['output'];
  /** When it started; null before. */
  startedAt?: Maybe<Scalars['DateTime']['output']>;
  /** How far it is. */
  state: NodeOperationState;
  /** What is being done now, for people; null where the state says all. */
  step?: Maybe<Scalars['String']['output']>;
  /** What it does, for people, such as `move the data to big`. */
  title: Scalars['String']['output'];
};

/** What an operation does. Parameters in parentheses are those of `startNodeOperation`; `params` of an operation has what follows them too. */
export type NodeOperationKind =
  /** Continues with the chain data of a deleted node (`name`, `height`). */
  | 'adopt'
  /**
   * Moves all data to another data root of the host (`to`: its name, from `dataRoots` of the executor). The daemon is down while the data is
   * copied and compared. The old copy, in `from`, is removed once the daemon has answered from the new one; otherwise the node rolls back.
   */
  | 'move'
  /**
   * Rebuilds the block index and the chain state from the block files (`chainstateOnly`: the chain state alone; `downloadAgain`: must be true
   * for a node that prunes, which downloads the whole chain again). Takes days on mainnet, and helps only where the data is damaged: not after
   * a full disk, nor after another version. `height` is the height to reach.
   */
  | 'reindex'
  /** Restarts the node so that it accepts the new RPC credentials too (`stage` is `adding`), or the new ones alone (`ending`). */
  | 'rotate_rpc_credentials'
  /** Copies the chain data of another node (`from`: its id, `name`) to a new one. That node is stopped gently while it is copied. */
  | 'seed';

/** How far an operation is. */
export type NodeOperationState =
  /** It was cancelled. */
  | 'cancelled'
  /** It could not be done; the reason says why. */
  | 'failed'
  /** It has not started. */
  | 'requested'
  /** It is being carried out. */
  | 'running'
  /** It is done. */
  | 'succeeded';

/** What a new node can be. */
export type NodeOptions = {
  /** That a version was asked for which is newer than what this control plane knows, in words; null for the others. */
  catalogueNote?: Maybe<Scalars['String']['output']>;
  /**
   * The version whose options these are. Another than was asked for where both have the same options, or where that one is newer than
   * what this control plane knows.
   */
  catalogueVersion: Scalars['String']['output'];
  /** Clients and versions that are offered, newest first. */
  clients: Array<ClientOption>;
  /** The options of the configuration file, by key; those of the platform are among them. */
  configOptions: Array<ConfigOption>;
  /** The resources that a node gets unless it asks for others, for each network and node type that is offered. */
  defaults: Array<NodeDefaults>;
  /** The executor that was asked for, with its room; null when none was. */
  executor?: Maybe<Executor>;
  /** Networks that are offered. */
  networks: Array<Network>;
  /** Node types that are offered. */
  nodeTypes: Array<NodeType>;
  /** What the resources of a node may be. */
  resourceBounds: Array<ResourceBounds>;
};


/** What a new node can be. */
export type NodeOptionsConfigOptionsArgs = {
  search?: InputMaybe<Scalars['String']['input']>;
};

/** An ordering of nodes: give one field. Nodes that are equal in all given orders come by name. */
export type NodeOrderByInput =
  /** By client version. */
  { clientVersion: SortOrder; cpuCores?: never; createdAt?: never; desiredState?: never; diskGiB?: never; executorName?: never; height?: never; id?: never; memoryMiB?: never; name?: never; network?: never; nodeType?: never; phase?: never; revision?: never; updatedAt?: never; }
  |  /** By the processor cores that it may use. */
  { clientVersion?: never; cpuCores: SortOrder; createdAt?: never; desiredState?: never; diskGiB?: never; executorName?: never; height?: never; id?: never; memoryMiB?: never; name?: never; network?: never; nodeType?: never; phase?: never; revision?: never; updatedAt?: never; }
  |  /** By creation. */
  { clientVersion?: never; cpuCores?: never; createdAt: SortOrder; desiredState?: never; diskGiB?: never; executorName?: never; height?: never; id?: never; memoryMiB?: never; name?: never; network?: never; nodeType?: never; phase?: never; revision?: never; updatedAt?: never; }
  |  /** By what is asked. */
  { clientVersion?: never; cpuCores?: never; createdAt?: never; desiredState: SortOrder; diskGiB?: never; executorName?: never; height?: never; id?: never; memoryMiB?: never; name?: never; network?: never; nodeType?: never; phase?: never; revision?: never; updatedAt?: never; }
  |  /** By the disk that it may use. */
  { clientVersion?: never; cpuCores?: never; createdAt?: never; desiredState?: never; diskGiB: SortOrder; executorName?: never; height?: never; id?: never; memoryMiB?: never; name?: never; network?: never; nodeType?: never; phase?: never; revision?: never; updatedAt?: never; }
  |  /** By the executor's name. */
  { clientVersion?: never; cpuCores?: never; createdAt?: never; desiredState?: never; diskGiB?: never; executorName: SortOrder; height?: never; id?: never; memoryMiB?: never; name?: never; network?: never; nodeType?: never; phase?: never; revision?: never; updatedAt?: never; }
  |  /** By the height of the latest sample. */
  { clientVersion?: never; cpuCores?: never; createdAt?: never; desiredState?: never; diskGiB?: never; executorName?: never; height: NullableSortInput; id?: never; memoryMiB?: never; name?: never; network?: never; nodeType?: never; phase?: never; revision?: never; updatedAt?: never; }
  |  /** By id. */
  { clientVersion?: never; cpuCores?: never; createdAt?: never; desiredState?: never; diskGiB?: never; executorName?: never; height?: never; id: SortOrder; memoryMiB?: never; name?: never; network?: never; nodeType?: never; phase?: never; revision?: never; updatedAt?: never; }
  |  /** By the memory that it may use. */
  { clientVersion?: never; cpuCores?: never; createdAt?: never; desiredState?: never; diskGiB?: never; executorName?: never; height?: never; id?: never; memoryMiB: SortOrder; name?: never; network?: never; nodeType?: never; phase?: never; revision?: never; updatedAt?: never; }
  |  /** By name. */
  { clientVersion?: never; cpuCores?: never; createdAt?: never; desiredState?: never; diskGiB?: never; executorName?: never; height?: never; id?: never; memoryMiB?: never; name: SortOrder; network?: never; nodeType?: never; phase?: never; revision?: never; updatedAt?: never; }
  |  /** By network. */
  { clientVersion?: never; cpuCores?: never; createdAt?: never; desiredState?: never; diskGiB?: never; executorName?: never; height?: never; id?: never; memoryMiB?: never; name?: never; network: SortOrder; nodeType?: never; phase?: never; revision?: never; updatedAt?: never; }
  |  /** By type. */
  { clientVersion?: never; cpuCores?: never; createdAt?: never; desiredState?: never; diskGiB?: never; executorName?: never; height?: never; id?: never; memoryMiB?: never; name?: never; network?: never; nodeType: SortOrder; phase?: never; revision?: never; updatedAt?: never; }
  |  /** By phase, as the status shows it, in the order of the alphabet. */
  { clientVersion?: never; cpuCores?: never; createdAt?: never; desiredState?: never; diskGiB?: never; executorName?: never; height?: never; id?: never; memoryMiB?: never; name?: never; network?: never; nodeType?: never; phase: SortOrder; revision?: never; updatedAt?: never; }
  |  /** By the number of changes asked of it. */
  { clientVersion?: never; cpuCores?: never; createdAt?: never; desiredState?: never; diskGiB?: never; executorName?: never; height?: never; id?: never; memoryMiB?: never; name?: never; network?: never; nodeType?: never; phase?: never; revision: SortOrder; updatedAt?: never; }
  |  /** By last change. */
  { clientVersion?: never; cpuCores?: never; createdAt?: never; desiredState?: never; diskGiB?: never; executorName?: never; height?: never; id?: never; memoryMiB?: never; name?: never; network?: never; nodeType?: never; phase?: never; revision?: never; updatedAt: SortOrder; };

/** Where a node is in its life. */
export type NodePhase =
  /** Gone. */
  | 'deleted'
  /** Container and data are being removed. */
  | 'deleting'
  /** Cannot run; the reason says why. It is tried again. */
  | 'failing'
  /** Accepted, and not yet begun. */
  | 'pending'
  /** The image is being fetched. */
  | 'pulling'
  /** The daemon answers and follows the chain's tip. */
  | 'running'
  /** The container is being made, or the daemon does not answer yet. */
  | 'starting'
  /** Down, as asked. */
  | 'stopped'
  /** The daemon writes out its state and ends. */
  | 'stopping'
  /** The daemon answers and is not at the chain's tip: it catches up, or a problem keeps it away, which the reason names. */
  | 'syncing'
  /** The executor is offline; what it last reported may no longer be true. */
  | 'unknown';

/** How many nodes are in a phase. */
export type NodePhaseCount = {
  /** The number of nodes. */
  nodes: Scalars['Int']['output'];
  /** The phase. */
  phase: NodePhase;
};

/** Conditions on a node's phase. All that are given must hold. A comparison with null is refused. */
export type NodePhaseFilter = {
  /** Is this one. */
  equals?: InputMaybe<NodePhase>;
  /** Is one of these. */
  in?: InputMaybe<Array<NodePhase>>;
  /** Must not match this filter. */
  not?: InputMaybe<NodePhaseFilter>;
  /** Is none of these. */
  notIn?: InputMaybe<Array<NodePhase>>;
};

/** How the executor of a node was chosen. */
export type NodePlacement = {
  /** Who chose it. */
  chosenBy: PlacementChooser;
  /** Why this one, for people. */
  reason: Scalars['String']['output'];
};

/** What would become of a request for a node. */
export type NodePreview = {
  /** Whether the request would be accepted now. */
  accepted: Scalars['Boolean']['output'];
  /** What the request changes of a node that exists, each with its consequences. */
  changes: Array<NodeChange>;
  /** What changes in the effective configuration; for a new node, all of it. */
  configChanges: Array<ConfigChange>;
  /** Where the node would run, or runs; null where no executor can take it. */
  executor?: Maybe<Executor>;
  /** Every reason why it would not be, at most 500. */
  issues: Array<NodeIssue>;
  /** The node as it would be, with all defaults; null where no executor offers a version. */
  node?: Maybe<PreviewedNode>;
  /** How that executor is chosen; null for a node that exists. */
  placement?: Maybe<NodePlacement>;
};

/** Something that is wrong with a node, and that has lasted long enough to matter. */
export type NodeProblem = {
  /** What to do, in a line. */
  advice: Scalars['String']['output'];
  /** What it is, for programs. */
  code: NodeProblemCode;
  /** What is the matter, for people. */
  reason: Scalars['String']['output'];
  /** When it was first seen. */
  since: Scalars['DateTime']['output'];
};

/** What may be wrong with a node. Those marked with * keep it from being `running`: it is `syncing` until they are gone. */
export type NodeProblemCode =
  /** * It is blocks behind the organization's other nodes of its network. */
  | 'behind_network'
  /** The last change made it fail and was reverted: it runs with the configuration before it. */
  | 'change_taken_back'
  /** Its host's clock differs by minutes from those of its peers, or from the control plane's. */
  | 'clock_off'
  /** Its daemon warns. */
  | 'daemon_warning'
  /** Its agent keeps its daemon stopped until its disk has room again. */
  | 'disk_full_stopped'
  /** * It knows of blocks that it does not have, and gets none. */
  | 'download_stalled'
  /** * It knows of several blocks that it does not have yet. */
  | 'headers_ahead'
  /** It uses nearly all memory that it may use. */
  | 'memory_near_limit'
  /** * It has no peers although it should. */
  | 'no_peers'
  /** A problem that this control plane does not know; the reason says it. */
  | 'other'
  /** Its daemon ended by itself several times within the hour. */
  | 'restarts_often'
  /** * Its last block is older than is likely. */
  | 'tip_stale';

/** Something that is wrong with a node. */
export type NodeProblemInput = {
  /** A NodeProblemCode. What the control plane does not know, it shows as `other`. */
  code: Scalars['String']['input'];
  /** What is the matter, for people, up to 1000 characters. */
  reason: Scalars['String']['input'];
  /** When it was first seen. */
  since: Scalars['DateTime']['input'];
};

/** What a node may use. */
export type NodeResources = {
  /** Processor cores. */
  cpuCores: Scalars['Float']['output'];
  /** Disk in GiB; what the user plans for, not a limit that the engine enforces. */
  diskGiB: Scalars['Int']['output'];
  /** Memory in MiB. */
  memoryMiB: Scalars['Int']['output'];
};

/** What a node may use. */
export type NodeResourcesInput = {
  /** Processor cores, at least 0.1. */
  cpuCores?: InputMaybe<Scalars['Float']['input']>;
  /** Disk in GiB, at least 1. */
  diskGiB?: InputMaybe<Scalars['Int']['input']>;
  /** Memory in MiB, at least 256. */
  memoryMiB?: InputMaybe<Scalars['Int']['input']>;
};

/** A call of a node's RPC. */
export type NodeRpcCall = {
  /** Why it failed, for people: the daemon's own message, or why it was not asked. */
  error?: Maybe<Scalars['String']['output']>;
  /** Made by the control plane. */
  id: Scalars['ID']['output'];
  /** The method. */
  method: Scalars['String']['output'];
  /** What the daemon answered, as JSON in a text of up to a MiB; null before, and after a failure. */
  result?: Maybe<Scalars['String']['output']>;
  /** Where the call is. */
  status: NodeRpcCallStatus;
};

/** Where a call is. */
export type NodeRpcCallStatus =
  /** The result is here. */
  | 'done'
  /** There is none; the error says why. */
  | 'failed'
  /** The executor has not answered yet. */
  | 'pending';

/** Picks one call. */
export type NodeRpcCallWhereUniqueInput = {
  /** The call's id. */
  id: Scalars['ID']['input'];
};

/** What opens every node's RPC endpoint. */
export type NodeRpcCredentials = {
  /** RPC password. */
  password: Scalars['String']['output'];
  /** How many nodes refuse this pair: they were taken over from another control plane, and no rotation has restarted them. */
  refusingNodes: Scalars['Int']['output'];
  /** RPC user. */
  user: Scalars['String']['output'];
};

/** What an executor reports of a node. */
export type NodeStatus = {
  /** The revision that the executor has carried out. */
  appliedRevision?: Maybe<Scalars['Int']['output']>;
  /** The container that runs it. */
  containerId?: Maybe<Scalars['String']['output']>;
  /** Where the node is reached; null before ports are chosen. */
  endpoint?: Maybe<NodeEndpoint>;
  /** Digest or id of the image that runs. */
  imageDigest?: Maybe<Scalars['String']['output']>;
  /** Where the node is in its life. */
  phase: NodePhase;
  /** Why, for people. */
  reason?: Maybe<Scalars['String']['output']>;
  /** Time of the heartbeat that said so first; `executor.lastSeenAt` is that of the latest, which may have said the same. */
  reportedAt?: Maybe<Scalars['DateTime']['output']>;
  /** Since when; at the latest since the report. */
  since?: Maybe<Scalars['DateTime']['output']>;
  /** The names of the wallets in its data, loaded or not; the default wallet's name is empty. Null where they are not known. */
  wallets?: Maybe<Array<Scalars['String']['output']>>;
};

/** A step on the way of a node to what is desired. */
export type NodeStep = {
  /** What is done. */
  action: Scalars['String']['output'];
  /** Why. */
  why: Scalars['String']['output'];
};

/** How much of the block history a node keeps. */
export type NodeType =
  /** The complete block history, with a transaction index. */
  | 'full'
  /** Only recent blocks, without a transaction index. */
  | 'pruned';

/** Conditions on a node's type. All that are given must hold. A comparison with null is refused. */
export type NodeTypeFilter = {
  /** Is this one. */
  equals?: InputMaybe<NodeType>;
  /** Is one of these. */
  in?: InputMaybe<Array<NodeType>>;
  /** Must not match this filter. */
  not?: InputMaybe<NodeTypeFilter>;
  /** Is none of these. */
  notIn?: InputMaybe<Array<NodeType>>;
};

/** Changes to a node. What is left out stays. */
export type NodeUpdateInput = {
  /** The client that it has: another one is refused, because its chain data holds the verdicts of its own. */
  client?: InputMaybe<Client>;
  /** Another version of the client. */
  clientVersion?: InputMaybe<Scalars['String']['input']>;
  /** `running` or `stopped`; to delete a node use deleteNode. */
  desiredState?: InputMaybe<DesiredState>;
  /** The node's `revision` that the change was made from; refused with `revision_conflict` when the node has another one. Default: any. */
  expectedRevision?: InputMaybe<Scalars['Int']['input']>;
  /** A new name. */
  name?: InputMaybe<Scalars['String']['input']>;
  /** `pruned` for a node that is full. The other way is refused: the blocks are gone. */
  nodeType?: InputMaybe<NodeType>;
  /** The whole list of overrides, in place of the current one. */
  overrides?: InputMaybe<Array<ConfigOverrideInput>>;
  /** Other resources. What is left out stays. */
  resources?: InputMaybe<NodeResourcesInput>;
  /** Whether a change that makes it fail is reverted. */
  revertFailedChange?: InputMaybe<Scalars['Boolean']['input']>;
};

/** Conditions on nodes. All that are given must hold. */
export type NodeWhereInput = {
  /** All of these must hold. */
  AND?: InputMaybe<Array<NodeWhereInput>>;
  /** None of these may hold. */
  NOT?: InputMaybe<Array<NodeWhereInput>>;
  /** One of these must hold. */
  OR?: InputMaybe<Array<NodeWhereInput>>;
  /** Condition on the client version. */
  clientVersion?: InputMaybe<StringFilter>;
  /** Condition on the processor cores that it may use. */
  cpuCores?: InputMaybe<FloatFilter>;
  /** Condition on the time of creation. */
  createdAt?: InputMaybe<DateTimeFilter>;
  /** Is asked to be this; short for `desiredStates` with `equals`. */
  desiredState?: InputMaybe<DesiredState>;
  /** Condition on what is asked. */
  desiredStates?: InputMaybe<DesiredStateFilter>;
  /** Condition on the disk that it may use, in GiB. */
  diskGiB?: InputMaybe<IntFilter>;
  /** Condition on its executor. */
  executor?: InputMaybe<ExecutorRelationFilter>;
  /** Condition on the executor's id. */
  executorId?: InputMaybe<StringFilter>;
  /** Condition on the executor's name. */
  executorName?: InputMaybe<StringFilter>;
  /** Has any problem, or none. */
  hasProblems?: InputMaybe<Scalars['Boolean']['input']>;
  /** Condition on the height of its latest sample. A node without a sample meets none, nor its negation. */
  height?: InputMaybe<IntFilter>;
  /** Condition on the id. */
  id?: InputMaybe<StringFilter>;
  /** Condition on whether its daemon still caught up at the latest sample. A node without a sample meets none, nor its negation. */
  initialBlockDownload?: InputMaybe<BooleanFilter>;
  /** Condition on the memory that it may use, in MiB. */
  memoryMiB?: InputMaybe<IntFilter>;
  /** Condition on the name. */
  name?: InputMaybe<StringFilter>;
  /** Is on this network; short for `networks` with `equals`. */
  network?: InputMaybe<Network>;
  /** Condition on the network. */
  networks?: InputMaybe<NetworkFilter>;
  /** Is of this type; short for `nodeTypes` with `equals`. */
  nodeType?: InputMaybe<NodeType>;
  /** Condition on the type. */
  nodeTypes?: InputMaybe<NodeTypeFilter>;
  /** Is in this phase, as its status shows it; short for `phases` with `equals`. */
  phase?: InputMaybe<NodePhase>;
  /** Condition on the phase, as the status shows it. */
  phases?: InputMaybe<NodePhaseFilter>;
  /** Has this problem. */
  problem?: InputMaybe<NodeProblemCode>;
  /** Condition on the number of changes asked of it. */
  revision?: InputMaybe<IntFilter>;
  /** Condition on the time of the last change. */
  updatedAt?: InputMaybe<DateTimeFilter>;
};

/** Picks one node. */
export type NodeWhereUniqueInput = {
  /** The node's id. */
  id: Scalars['ID']['input'];
};

/** What needs attention now. */
export type NotificationCenter = {
  /** The latest 10 incidents, open or closed, newest first. */
  latest: Array<AlertIncident>;
  /** How many incidents are open. */
  open: Scalars['Int']['output'];
  /** How many of them are critical. */
  openCritical: Scalars['Int']['output'];
  /** How many of them are for information. */
  openInfo: Scalars['Int']['output'];
  /** How many of them are warnings. */
  openWarning: Scalars['Int']['output'];
};

/** Settings of one node, in place of the organization's. */
export type NotificationNodeOverride = {
  /** Whether its incidents are not notified now. They are still listed. */
  muted: Scalars['Boolean']['output'];
  /** When the mute ends by itself; null where it does not. */
  mutedUntil?: Maybe<Scalars['DateTime']['output']>;
  /** The node. */
  nodeId: Scalars['ID']['output'];
  /** The node's name. */
  nodeName: Scalars['String']['output'];
  /** The thresholds that the node has of its own; null for those of the organization. */
  thresholds: NotificationNodeThresholds;
};

/** Settings of one node. They replace what the node had; a node without a mute and thresholds has no settings of its own. */
export type NotificationNodeOverrideInput = {
  /** Whether its incidents are not notified. They are still listed. */
  muted?: Scalars['Boolean']['input'];
  /** When the mute ends by itself. Default: it does not. */
  mutedUntil?: InputMaybe<Scalars['DateTime']['input']>;
  /** The node. */
  nodeId: Scalars['ID']['input'];
  /** Thresholds of its own. */
  thresholds?: InputMaybe<NotificationNodeThresholdsInput>;
};

/** The thresholds that a node has of its own; null for those of the organization. */
export type NotificationNodeThresholds = {
  /** How many blocks it may be behind the others. */
  blocksBehind?: Maybe<Scalars['Int']['output']>;
  /** How many unasked exits of its daemon within an hour are a crash loop. */
  crashLoopExits?: Maybe<Scalars['Int']['output']>;
  /** Percent of its memory from which it is near its limit. */
  memoryPercent?: Maybe<Scalars['Int']['output']>;
  /** Minutes without peers before that shows. */
  noPeersMinutes?: Maybe<Scalars['Int']['output']>;
  /** Seconds for which it cannot run before that shows. */
  nodeFailingSeconds?: Maybe<Scalars['Int']['output']>;
  /** Minutes without progress after which its sync is stalled. */
  syncStalledMinutes?: Maybe<Scalars['Int']['output']>;
  /** Its tip is stale when a gap of its age has at most this probability. */
  tipProbability?: Maybe<Scalars['Float']['output']>;
};

/** Thresholds of one node, in the same bounds as the organization's. Null for those of the organization. */
export type NotificationNodeThresholdsInput = {
  /** How many blocks it may be behind the others. */
  blocksBehind?: InputMaybe<Scalars['Int']['input']>;
  /** How many unasked exits of its daemon within an hour are a crash loop. */
  crashLoopExits?: InputMaybe<Scalars['Int']['input']>;
  /** Percent of its memory from which it is near its limit. */
  memoryPercent?: InputMaybe<Scalars['Int']['input']>;
  /** Minutes without peers before that shows. */
  noPeersMinutes?: InputMaybe<Scalars['Int']['input']>;
  /** Seconds for which it cannot run before that shows. */
  nodeFailingSeconds?: InputMaybe<Scalars['Int']['input']>;
  /** Minutes without progress after which its sync is stalled. */
  syncStalledMinutes?: InputMaybe<Scalars['Int']['input']>;
  /** Its tip is stale when a gap of its age has at most this probability. */
  tipProbability?: InputMaybe<Scalars['Float']['input']>;
};

/** When and how an organization is notified. */
export type NotificationSettings = {
  /** The nodes with settings of their own, by name. */
  nodeOverrides: Array<NotificationNodeOverride>;
  /** The severity from which incidents are notified. */
  notifyFrom: AlertSeverity;
  /** The thresholds of the organization's rules. */
  thresholds: NotificationThresholds;
  /** Where notifications are sent; null without a webhook. */
  webhook?: Maybe<NotificationWebhook>;
};


/** When and how an organization is notified. */
export type NotificationSettingsNodeOverridesArgs = {
  skip?: InputMaybe<Scalars['Int']['input']>;
  take?: InputMaybe<Scalars['Int']['input']>;
};

/** Changes to the notification settings. What is left out, or null, stays unless said otherwise. */
export type NotificationSettingsInput = {
  /** Settings of single nodes, each in place of what that node had. Up to 500 at once; an organization has up to 10,000. */
  nodeOverrides?: InputMaybe<Array<NotificationNodeOverrideInput>>;
  /** The severity from which incidents are notified. Default at first: `warning`. */
  notifyFrom?: InputMaybe<AlertSeverity>;
  /** Other thresholds. Null for one brings back its default. */
  thresholds?: InputMaybe<NotificationThresholdsInput>;
  /** Whether notifications are sent. A new webhook is enabled unless told otherwise. */
  webhookEnabled?: InputMaybe<Scalars['Boolean']['input']>;
  /**
   * Where notifications are sent: an https URL of up to 2000 characters; http only for addresses that the operator of the control
   * plane allows. An empty text removes the webhook.
   */
  webhookUrl?: InputMaybe<Scalars['String']['input']>;
};

/** The thresholds in force for an organization. */
export type NotificationThresholds = {
  /** How many blocks a node may be behind the others. */
  blocksBehind: Scalars['Int']['output'];
  /** How many unasked exits of a daemon within an hour are a crash loop. */
  crashLoopExits: Scalars['Int']['output'];
  /** Percent of free disk below which it is low. */
  diskFreePercent: Scalars['Int']['output'];
  /** Days until a disk is full at the present rate, below which that shows. */
  diskFullDays: Scalars['Int']['output'];
  /** Seconds for which an executor is offline before that shows. */
  executorOfflineSeconds: Scalars['Int']['output'];
  /** Days before the end of a key from which that shows; at most the last quarter of its life. */
  keyEndsDays: Scalars['Int']['output'];
  /** Percent of a node's memory from which it is near its limit. */
  memoryPercent: Scalars['Int']['output'];
  /** Minutes without peers before that shows. */
  noPeersMinutes: Scalars['Int']['output'];
  /** Seconds for which a node cannot run before that shows. */
  nodeFailingSeconds: Scalars['Int']['output'];
  /** Minutes without progress after which a sync is stalled. */
  syncStalledMinutes: Scalars['Int']['output'];
  /** A tip is stale when a gap of its age has at most this probability; 0.0001 is 92 minutes. */
  tipProbability: Scalars['Float']['output'];
  /** Minutes for which deliveries fail before that shows. */
  webhookFailingMinutes: Scalars['Int']['output'];
};

/** Thresholds of an organization. What is left out stays; null brings back the default. */
export type NotificationThresholdsInput = {
  /** How many blocks a node may be behind the others, 1 to 1000. Default: 3. */
  blocksBehind?: InputMaybe<Scalars['Int']['input']>;
  /** How many unasked exits of a daemon within an hour are a crash loop, 2 to 100. Default: 3. */
  crashLoopExits?: InputMaybe<Scalars['Int']['input']>;
  /** Percent of free disk below which it is low, 1 to 50. Default: 10. */
  diskFreePercent?: InputMaybe<Scalars['Int']['input']>;
  /** Days until a disk is full at the present rate, below which that shows, 1 to 90. Default: 7. */
  diskFullDays?: InputMaybe<Scalars['Int']['input']>;
  /** Seconds for which an executor is offline before that shows, 30 to 86400. Default: 120. */
  executorOfflineSeconds?: InputMaybe<Scalars['Int']['input']>;
  /** Days before the end of a key from which that shows, 1 to 90. Default: 14. */
  keyEndsDays?: InputMaybe<Scalars['Int']['input']>;
  /** Percent of a node's memory from which it is near its limit, 50 to 100. Default: 95. */
  memoryPercent?: InputMaybe<Scalars['Int']['input']>;
  /** Minutes without peers before that shows, 1 to 1440. Default: 10. */
  noPeersMinutes?: InputMaybe<Scalars['Int']['input']>;
  /** Seconds for which a node cannot run before that shows, 30 to 86400. Default: 120. */
  nodeFailingSeconds?: InputMaybe<Scalars['Int']['input']>;
  /** Minutes without progress after which a sync is stalled, 5 to 1440. Default: 30. */
  syncStalledMinutes?: InputMaybe<Scalars['Int']['input']>;
  /** A tip is stale when a gap of its age has at most this probability, 1e-12 to 0.05. Default: 0.0001, that is 92 minutes. */
  tipProbability?: InputMaybe<Scalars['Float']['input']>;
  /** Minutes for which deliveries fail before that shows, 1 to 1440. Default: 15. */
  webhookFailingMinutes?: InputMaybe<Scalars['Int']['input']>;
};

/** Where an organization's notifications are sent. */
export type NotificationWebhook = {
  /** Whether notifications are sent. */
  enabled: Scalars['Boolean']['output'];
  /** Names the endpoint in its deliveries. A new URL gets a new one. */
  endpointId: Scalars['ID']['output'];
  /** Since when no delivery has succeeded; null when the latest one did. */
  failingSince?: Maybe<Scalars['DateTime']['output']>;
  /** Until when deliveries are signed with the former secret as well. */
  formerSecretUntil?: Maybe<Scalars['DateTime']['output']>;
  /** When the receiver answered that it is gone for good (410), which switched the webhook off. */
  goneAt?: Maybe<Scalars['DateTime']['output']>;
  /** The number of the latest delivery to this endpoint; 0 before the first. */
  lastSequence: Scalars['Int']['output'];
  /** The receiver; for members without path and query, which may be secret. */
  url: Scalars['String']['output'];
};

/** An ordering by what may be unknown. */
export type NullableSortInput = {
  /** Where the unknown goes. Default: last when ascending, first when descending. */
  nulls?: InputMaybe<NullsOrder>;
  /** The direction. */
  sort: SortOrder;
};

/** Where an ordering puts the unknown. */
export type NullsOrder =
  /** Before all others. */
  | 'first'
  /** After all others. */
  | 'last';

/** What an agent observes of a node. */
export type ObservedNodeInput = {
  /** The node's revision that the agent has carried out. */
  appliedRevision?: InputMaybe<Scalars['Int']['input']>;
  /**
   * What its daemon was last started with: the SHA-256, in lower-case hex, of the lines of `DesiredNode.config` that were applied, in their
   * order, each as `key=value` and a line feed, in UTF-8. Null where that is unknown or another configuration was applied.
   */
  configHash?: InputMaybe<Scalars['String']['input']>;
  /** The container that runs it, up to 128 characters. Left out, as before its agent has looked, what was said before stays. */
  containerId?: InputMaybe<Scalars['String']['input']>;
  /** The data root that its data is in; null stands for the default one. Left out together with `containerId`, what was said before stays. */
  dataRoot?: InputMaybe<Scalars['String']['input']>;
  /** Where the node is reached. */
  endpoint?: InputMaybe<NodeEndpointInput>;
  /** The node's id. */
  id: Scalars['ID']['input'];
  /** Digest or id of the image that runs, up to 512 characters. */
  imageDigest?: InputMaybe<Scalars['String']['input']>;
  /** How far its operations are, at most 32: those that are desired, and those that roll back. */
  operations?: InputMaybe<Array<OperationReportInput>>;
  /** Where the node is in its life. */
  phase: NodePhase;
  /** What is wrong with it although it runs or tries to, at most 32. */
  problems?: InputMaybe<Array<NodeProblemInput>>;
  /** Why, for people. */
  reason?: InputMaybe<Scalars['String']['input']>;
  /** Since when. */
  since: Scalars['DateTime']['input'];
  /** The change that made it fail and was reverted; null while it runs as asked. */
  takenBack?: InputMaybe<TakenBackChangeInput>;
  /** The names of the wallets in its data, loaded or not, the first 100; null where they are not known. */
  wallets?: InputMaybe<Array<Scalars['String']['input']>>;
};

/** A node that a host offers. */
export type OfferedNode = {
  /** The software. */
  client: Client;
  /** The software's version. */
  clientVersion: Scalars['String']['output'];
  /** What it is desired to be. */
  desiredState: DesiredState;
  /** The last known height; null where it is unknown. */
  height?: Maybe<Scalars['Int']['output']>;
  /** The node's id, which it keeps. */
  id: Scalars['ID']['output'];
  /** The name on its host. */
  name: Scalars['String']['output'];
  /** The chain. */
  network: Network;
  /** The name after the takeover. Another one where the organization has a node of that name. */
  newName: Scalars['String']['output'];
  /** How much history it keeps. */
  nodeType: NodeType;
  /** Keys for its configuration file, as entered. */
  overrides: Array<ConfigOverride>;
  /** Why it cannot be taken over; null where it can. */
  problem?: Maybe<Scalars['String']['output']>;
  /** What it may use. */
  resources: NodeResources;
  /** Bytes of its block files; null where that is unknown. */
  sizeBytes?: Maybe<Scalars['Float']['output']>;
};

/** How far an operation of a node is, as its agent reports it. */
export type OperationReportInput = {
  /** Whether it can still be cancelled. */
  cancellable: Scalars['Boolean']['input'];
  /** The id of the operation. */
  id: Scalars['ID']['input'];
  /** How much is done; null where that is unknown. */
  progress?: InputMaybe<Scalars['Float']['input']>;
  /** Why it failed, rolls back or has to be tried again, for people, up to 1000 characters. */
  reason?: InputMaybe<Scalars['String']['input']>;
  /** When it started, by the agent's clock; null where it has not, or the agent does not know. */
  startedAt?: InputMaybe<Scalars['DateTime']['input']>;
  /** How far it is. */
  state: NodeOperationState;
  /** What is being done now, for people, up to 256 characters. */
  step?: InputMaybe<Scalars['String']['input']>;
};

/** The owner of executors and nodes. */
export type Organization = {
  /** Time of creation. */
  createdAt: Scalars['DateTime']['output'];
  /** Made by the control plane. */
  id: Scalars['ID']['output'];
  /** Its keys and sessions work. Its nodes run in any case. */
  isActive: Scalars['Boolean']['output'];
  /** Its name. */
  name: Scalars['String']['output'];
};

/** An organization to make. */
export type OrganizationCreateInput = {
  /** 1 to 63 characters. */
  name: Scalars['String']['input'];
};

/** An organization, as one of a person's own. */
export type OrganizationMembership = {
  /** Which one. */
  organization: Organization;
  /** The person's role in it. */
  role: OrganizationRole;
};

/** A person's role in an organization. */
export type OrganizationRole =
  /** May change everything in the organization, except its owners. */
  | 'admin'
  /** May read everything in the organization. */
  | 'member'
  /** May do everything. */
  | 'owner';

/** Picks one organization. */
export type OrganizationWhereUniqueInput = {
  /** The organization's id. */
  id: Scalars['ID']['input'];
};

/** A container or chain data of this executor whose node is not desired here. */
export type OrphanedNode = {
  /** The container that runs it; null when only its data is left. */
  containerId?: Maybe<Scalars['String']['output']>;
  /** What its chain data is; null where its agent has not read it. */
  data?: Maybe<ChainData>;
  /** Whether it is here because the deletion of its node asked to keep the chain data. */
  kept: Scalars['Boolean']['output'];
  /** The node's name, from the label on its container. */
  name: Scalars['String']['output'];
  /** The node's id, from the label on its container. */
  nodeId: Scalars['ID']['output'];
};

/** A container or chain data of this executor whose node is not desired here. */
export type OrphanedNodeInput = {
  /** The container that runs it; null when only its data is left. */
  containerId?: InputMaybe<Scalars['String']['input']>;
  /** What its chain data is; null where it cannot be read. */
  data?: InputMaybe<ChainDataInput>;
  /** Whether it is here because the deletion of its node asked to keep the chain data. */
  kept?: InputMaybe<Scalars['Boolean']['input']>;
  /** The node's name, from its label. */
  name: Scalars['String']['input'];
  /** The node's id, from its label. */
  nodeId: Scalars['ID']['input'];
};

/** How many times what a host has may be promised to nodes; each from 0.1 to 100. */
export type OvercommitInput = {
  /** Processor cores. */
  cpu: Scalars['Float']['input'];
  /** Disk. */
  disk: Scalars['Float']['input'];
  /** Memory. */
  memory: Scalars['Float']['input'];
};

/** Where a page lies in the whole list. */
export type PageInfo = {
  /** Cursor of the page's last entry, where the next page begins. On an empty page, the cursor that was asked for. */
  endCursor?: Maybe<Scalars['String']['output']>;
  /** Whether there are more in this direction. */
  hasNextPage: Scalars['Boolean']['output'];
  /** Whether the page was asked for by a cursor, so that there are entries before it. */
  hasPreviousPage: Scalars['Boolean']['output'];
  /** Cursor of the page's first entry. On an empty page, the cursor that was asked for. */
  startCursor?: Maybe<Scalars['String']['output']>;
};

/** A new password. */
export type PasswordChangeInput = {
  /** The current one. */
  currentPassword: Scalars['String']['input'];
  /** 12 to 128 characters. */
  newPassword: Scalars['String']['input'];
  /**
   * Whether the person's own API keys become worthless as well, in every organization. Default: false, so that scripts go on; true where
   * somebody else may know the password or have made a key with it.
   */
  revokePersonalKeys?: InputMaybe<Scalars['Boolean']['input']>;
};

/** A new password, by a link. */
export type PasswordResetInput = {
  /** 12 to 128 characters. */
  newPassword: Scalars['String']['input'];
  /**
   * Whether the person's own API keys become worthless as well, in every organization. Default: false, so that scripts go on; true where
   * somebody else may know the password or have made a key with it.
   */
  revokePersonalKeys?: InputMaybe<Scalars['Boolean']['input']>;
  /** The secret of the link. */
  token: Scalars['String']['input'];
};

/** A link with which a person sets a new password. Shown once. */
export type PasswordResetLink = {
  /** When it ends. */
  expiresAt: Scalars['DateTime']['output'];
  /** Opens the page for it; null when the control plane does not know its public URL. */
  link?: Maybe<Scalars['String']['output']>;
  /** The secret of the link. */
  token: Scalars['String']['output'];
};

/** What somebody who has the link may know of it. */
export type PasswordResetPreview = {
  /** The address that the person signs in with. */
  email: Scalars['String']['output'];
};

/** Who chose the executor of a node. */
export type PlacementChooser =
  /** The control plane chose it by room. */
  | 'control_plane'
  /** The person who asked for the node named it. */
  | 'user';

/** A node as it would be, with all defaults. */
export type PreviewedNode = {
  /** The software. */
  client: Client;
  /** The software's version. */
  clientVersion: Scalars['String']['output'];
  /** How much history it keeps. */
  nodeType: NodeType;
  /** What it may use. */
  resources: NodeResources;
};

/**
 * Everything that can be read. What lies outside the caller's organization is null or an empty list, never an error. A field that
 * failed is null and has an error; the other fields of the request keep their answers.
 */
export type Query = {
  /**
   * The same of any organization, for system administrators; others get an empty page. Without an organization: what concerns none, such as
   * a password that was set by a link.
   */
  adminAuditActions?: Maybe<AuditActionConnection>;
  /** The API keys of the organization, the newest first, without their secret parts, for owners and admins; an empty list for others. */
  apiKeys?: Maybe<Array<ApiKey>>;
  /**
   * What people, API keys, administrators and the command line did in the caller's organization, or were refused, newest first unless
   * asked otherwise. For every person of the organization.
   */
  auditActions?: Maybe<AuditActionConnection>;
  /** The enrolment tokens of the organization, the newest first, without their secret parts, for owners and admins; an empty list for others. */
  enrolmentTokens?: Maybe<Array<EnrolmentToken>>;
  /** The events of the caller's organization, newest first unless asked otherwise. */
  events?: Maybe<EventConnection>;
  /** One executor, or null where the caller has none with this id. */
  executor?: Maybe<Executor>;
  /**
   * How the resources of an executor's host were used, in buckets of time; null where the caller has no such executor. They are kept
   * by the minute and the hour for 90 days.
   */
  executorMetrics?: Maybe<ExecutorMetricsHistory>;
  /**
   * Hosts that hold nodes of another control plane, or of a lost one, by name: what a takeover would add here. For owners and admins; an
   * empty list for others.
   */
  executorOffers?: Maybe<Array<ExecutorOffer>>;
  /**
   * The catalog of releases of the agent, the same for all organizations; for every person. An executor's key gets an empty list: its agent is
   * told of its target with the answer to its heartbeat.
   */
  executorReleases?: Maybe<Array<ExecutorRelease>>;
  /** The executors of the caller's organization. */
  executors?: Maybe<Array<Executor>>;
  /** How many executors of the caller's organization there are. */
  executorsCount?: Maybe<Scalars['Int']['output']>;
  /**
   * Why a node is as it is, and what follows, as its agent sees it now: it is asked, and answers within two seconds. Otherwise the last
   * answer, with its age. Null for a node that does not exist here. Errors, where nothing is known yet: `executor_offline`,
   * `executor_not_answering`.
   */
  explainNode?: Maybe<NodeExplanation>;
  /** What a link invites to; null for one that is not, or no longer, valid. Takes no credential. */
  invitation?: Maybe<InvitationPreview>;
  /** The invitations of the organization that are still open, the newest first; for owners and admins, an empty list for others. */
  invitations?: Maybe<Array<Invitation>>;
  /** The members of the organization, the first ones first. */
  members?: Maybe<Array<Member>>;
  /** One of these networks; null where no node follows it. */
  network?: Maybe<ChainNetwork>;
  /** The networks that the organization's nodes follow, each with the branches that they stand on. */
  networks?: Maybe<Array<ChainNetwork>>;
  /** One node, or null where the caller has none with this id. */
  node?: Maybe<Node>;
  /** The same, with how many are in each phase and on each network. */
  nodeCounts?: Maybe<NodeCounts>;
  /** A log session that this organization opened, or null. Sessions are forgotten after ten minutes; one that follows, when nobody watches it for 30 seconds, and after twelve hours. */
  nodeLogSession?: Maybe<NodeLogSession>;
  /**
   * How a node's measurements went, in buckets of time; null where the caller has no such node. Samples are kept as they are for a
   * day, and by the minute and the hour for 90 days. A sample that comes up to 7 days late (or as long as the operator takes late
   * samples) counts in the bucket of its time.
   */
  nodeMetrics?: Maybe<NodeMetricsHistory>;
  /**
   * What a new node can be: networks, versions, node types, default resources, and every option of its configuration file. Null
   * where the caller has no executor with this id.
   */
  nodeOptions?: Maybe<NodeOptions>;
  /** A call of a node's RPC that this organization asked for, or null. Calls are forgotten after ten minutes. */
  nodeRpcCall?: Maybe<NodeRpcCall>;
  /** The credentials of every node's RPC endpoint, for owners and admins; null for others. */
  nodeRpcCredentials?: Maybe<NodeRpcCredentials>;
  /** The nodes of the caller's organization. Deleted ones are gone from here once their executor has confirmed it. */
  nodes?: Maybe<Array<Node>>;
  /** How many nodes of the caller's organization there are. */
  nodesCount?: Maybe<Scalars['Int']['output']>;
  /** How many incidents are open, by severity, and the latest 10 incidents. */
  notificationCenter?: Maybe<NotificationCenter>;
  /** One incident; null where the caller's organization has none with this id. */
  notificationIncident?: Maybe<AlertIncident>;
  /** The incidents of the caller's organization, newest first unless asked otherwise. */
  notificationIncidents?: Maybe<AlertIncidentConnection>;
  /** When and how the caller's organization is notified, with the thresholds in force. */
  notificationSettings?: Maybe<NotificationSettings>;
  /** All organizations, by name; for system administrators only, an empty list for others. Own ones are at `viewer.organizations`. */
  organizations?: Maybe<Array<Organization>>;
  /** Whose password a link sets; null for one that is not, or no longer, valid. Takes no credential. */
  passwordReset?: Maybe<PasswordResetPreview>;
  /**
   * What createNode would do with this data now: every fault, the executor that it would choose, and the effective configuration.
   * Changes nothing and reserves nothing.
   */
  previewNodeCreation?: Maybe<NodePreview>;
  /**
   * What updateNode would do with this data now: every fault, each change with its consequences, and what changes in the effective
   * configuration. Null where the caller has no node with this id. Changes nothing.
   */
  previewNodeUpdate?: Maybe<NodePreview>;
  /** The last rotation of these credentials, for owners and admins; null for others, and when there was none. */
  rpcCredentialRotation?: Maybe<RpcCredentialRotation>;
  /** The caller's own sessions, the one used last first, 50 at most; an empty list for an executor's key. */
  sessions?: Maybe<Array<Session>>;
  /** One rollout, or null where the caller's organization has none with this id. */
  upgradeRollout?: Maybe<UpgradeRollout>;
  /**
   * Whom startUpgradeRollout would ask now, in which group, and which executors stand in its way; nothing begins. Null where one of the
   * executors is none of the caller's organization.
   */
  upgradeRolloutPreview?: Maybe<UpgradeRolloutPreview>;
  /** The rollouts of the caller's organization: those that have not ended, and the last 100 of the others. */
  upgradeRollouts?: Maybe<Array<UpgradeRollout>>;
  /**
   * Who calls; null without a valid credential. An address that sends too many unknown API keys gets HTTP 429 with `Retry-After`,
   * and `extensions.code` `RateLimited`.
   */
  viewer?: Maybe<Viewer>;
  /** The last 50 webhook deliveries of the caller's organization, newest first. */
  webhookDeliveries?: Maybe<Array<WebhookDelivery>>;
};


/**
 * Everything that can be read. What lies outside the caller's organization is null or an empty list, never an error. A field that
 * failed is null and has an error; the other fields of the request keep their answers.
 */
export type QueryAdminAuditActionsArgs = {
  filter?: InputMaybe<AuditActionFilterInput>;
  organizationId?: InputMaybe<Scalars['ID']['input']>;
};


/**
 * Everything that can be read. What lies outside the caller's organization is null or an empty list, never an error. A field that
 * failed is null and has an error; the other fields of the request keep their answers.
 */
export type QueryApiKeysArgs = {
  skip?: InputMaybe<Scalars['Int']['input']>;
  take?: InputMaybe<Scalars['Int']['input']>;
  where?: InputMaybe<ApiKeyWhereInput>;
};


/**
 * Everything that can be read. What lies outside the caller's organization is null or an empty list, never an error. A field that
 * failed is null and has an error; the other fields of the request keep their answers.
 */
export type QueryAuditActionsArgs = {
  filter?: InputMaybe<AuditActionFilterInput>;
};


/**
 * Everything that can be read. What lies outside the caller's organization is null or an empty list, never an error. A field that
 * failed is null and has an error; the other fields of the request keep their answers.
 */
export type QueryEnrolmentTokensArgs = {
  skip?: InputMaybe<Scalars['Int']['input']>;
  take?: InputMaybe<Scalars['Int']['input']>;
};


/**
 * Everything that can be read. What lies outside the caller's organization is null or an empty list, never an error. A field that
 * failed is null and has an error; the other fields of the request keep their answers.
 */
export type QueryEventsArgs = {
  filter?: InputMaybe<EventFilterInput>;
};


/**
 * Everything that can be read. What lies outside the caller's organization is null or an empty list, never an error. A field that
 * failed is null and has an error; the other fields of the request keep their answers.
 */
export type QueryExecutorArgs = {
  where: ExecutorWhereUniqueInput;
};


/**
 * Everything that can be read. What lies outside the caller's organization is null or an empty list, never an error. A field that
 * failed is null and has an error; the other fields of the request keep their answers.
 */
export type QueryExecutorMetricsArgs = {
  executorId: Scalars['ID']['input'];
  from?: InputMaybe<Scalars['DateTime']['input']>;
  step?: InputMaybe<Scalars['Int']['input']>;
  to?: InputMaybe<Scalars['DateTime']['input']>;
};


/**
 * Everything that can be read. What lies outside the caller's organization is null or an empty list, never an error. A field that
 * failed is null and has an error; the other fields of the request keep their answers.
 */
export type QueryExecutorOffersArgs = {
  skip?: InputMaybe<Scalars['Int']['input']>;
  take?: InputMaybe<Scalars['Int']['input']>;
};


/**
 * Everything that can be read. What lies outside the caller's organization is null or an empty list, never an error. A field that
 * failed is null and has an error; the other fields of the request keep their answers.
 */
export type QueryExecutorReleasesArgs = {
  orderBy?: InputMaybe<Array<ExecutorReleaseOrderByInput>>;
  skip?: InputMaybe<Scalars['Int']['input']>;
  take?: InputMaybe<Scalars['Int']['input']>;
  where?: InputMaybe<ExecutorReleaseWhereInput>;
};


/**
 * Everything that can be read. What lies outside the caller's organization is null or an empty list, never an error. A field that
 * failed is null and has an error; the other fields of the request keep their answers.
 */
export type QueryExecutorsArgs = {
  orderBy?: InputMaybe<Array<ExecutorOrderByInput>>;
  skip?: InputMaybe<Scalars['Int']['input']>;
  take?: InputMaybe<Scalars['Int']['input']>;
  where?: InputMaybe<ExecutorWhereInput>;
};


/**
 * Everything that can be read. What lies outside the caller's organization is null or an empty list, never an error. A field that
 * failed is null and has an error; the other fields of the request keep their answers.
 */
export type QueryExecutorsCountArgs = {
  where?: InputMaybe<ExecutorWhereInput>;
};


/**
 * Everything that can be read. What lies outside the caller's organization is null or an empty list, never an error. A field that
 * failed is null and has an error; the other fields of the request keep their answers.
 */
export type QueryExplainNodeArgs = {
  id: Scalars['ID']['input'];
};


/**
 * Everything that can be read. What lies outside the caller's organization is null or an empty list, never an error. A field that
 * failed is null and has an error; the other fields of the request keep their answers.
 */
export type QueryInvitationArgs = {
  where: InvitationTokenInput;
};


/**
 * Everything that can be read. What lies outside the caller's organization is null or an empty list, never an error. A field that
 * failed is null and has an error; the other fields of the request keep their answers.
 */
export type QueryInvitationsArgs = {
  skip?: InputMaybe<Scalars['Int']['input']>;
  take?: InputMaybe<Scalars['Int']['input']>;
};


/**
 * Everything that can be read. What lies outside the caller's organization is null or an empty list, never an error. A field that
 * failed is null and has an error; the other fields of the request keep their answers.
 */
export type QueryMembersArgs = {
  skip?: InputMaybe<Scalars['Int']['input']>;
  take?: InputMaybe<Scalars['Int']['input']>;
};


/**
 * Everything that can be read. What lies outside the caller's organization is null or an empty list, never an error. A field that
 * failed is null and has an error; the other fields of the request keep their answers.
 */
export type QueryNetworkArgs = {
  name: Scalars['String']['input'];
};


/**
 * Everything that can be read. What lies outside the caller's organization is null or an empty list, never an error. A field that
 * failed is null and has an error; the other fields of the request keep their answers.
 */
export type QueryNodeArgs = {
  where: NodeWhereUniqueInput;
};


/**
 * Everything that can be read. What lies outside the caller's organization is null or an empty list, never an error. A field that
 * failed is null and has an error; the other fields of the request keep their answers.
 */
export type QueryNodeCountsArgs = {
  where?: InputMaybe<NodeWhereInput>;
};


/**
 * Everything that can be read. What lies outside the caller's organization is null or an empty list, never an error. A field that
 * failed is null and has an error; the other fields of the request keep their answers.
 */
export type QueryNodeLogSessionArgs = {
  where: NodeLogSessionWhereUniqueInput;
};


/**
 * Everything that can be read. What lies outside the caller's organization is null or an empty list, never an error. A field that
 * failed is null and has an error; the other fields of the request keep their answers.
 */
export type QueryNodeMetricsArgs = {
  from?: InputMaybe<Scalars['DateTime']['input']>;
  nodeId: Scalars['ID']['input'];
  step?: InputMaybe<Scalars['Int']['input']>;
  to?: InputMaybe<Scalars['DateTime']['input']>;
};


/**
 * Everything that can be read. What lies outside the caller's organization is null or an empty list, never an error. A field that
 * failed is null and has an error; the other fields of the request keep their answers.
 */
export type QueryNodeOptionsArgs = {
  client?: InputMaybe<Client>;
  clientVersion?: InputMaybe<Scalars['String']['input']>;
  executorId?: InputMaybe<Scalars['ID']['input']>;
};


/**
 * Everything that can be read. What lies outside the caller's organization is null or an empty list, never an error. A field that
 * failed is null and has an error; the other fields of the request keep their answers.
 */
export type QueryNodeRpcCallArgs = {
  where: NodeRpcCallWhereUniqueInput;
};


/**
 * Everything that can be read. What lies outside the caller's organization is null or an empty list, never an error. A field that
 * failed is null and has an error; the other fields of the request keep their answers.
 */
export type QueryNodesArgs = {
  orderBy?: InputMaybe<Array<NodeOrderByInput>>;
  skip?: InputMaybe<Scalars['Int']['input']>;
  take?: InputMaybe<Scalars['Int']['input']>;
  where?: InputMaybe<NodeWhereInput>;
};


/**
 * Everything that can be read. What lies outside the caller's organization is null or an empty list, never an error. A field that
 * failed is null and has an error; the other fields of the request keep their answers.
 */
export type QueryNodesCountArgs = {
  where?: InputMaybe<NodeWhereInput>;
};


/**
 * Everything that can be read. What lies outside the caller's organization is null or an empty list, never an error. A field that
 * failed is null and has an error; the other fields of the request keep their answers.
 */
export type QueryNotificationIncidentArgs = {
  id: Scalars['ID']['input'];
};


/**
 * Everything that can be read. What lies outside the caller's organization is null or an empty list, never an error. A field that
 * failed is null and has an error; the other fields of the request keep their answers.
 */
export type QueryNotificationIncidentsArgs = {
  page?: InputMaybe<CursorPageInput>;
  status?: InputMaybe<AlertStatus>;
};


/**
 * Everything that can be read. What lies outside the caller's organization is null or an empty list, never an error. A field that
 * failed is null and has an error; the other fields of the request keep their answers.
 */
export type QueryOrganizationsArgs = {
  skip?: InputMaybe<Scalars['Int']['input']>;
  take?: InputMaybe<Scalars['Int']['input']>;
};


/**
 * Everything that can be read. What lies outside the caller's organization is null or an empty list, never an error. A field that
 * failed is null and has an error; the other fields of the request keep their answers.
 */
export type QueryPasswordResetArgs = {
  token: Scalars['String']['input'];
};


/**
 * Everything that can be read. What lies outside the caller's organization is null or an empty list, never an error. A field that
 * failed is null and has an error; the other fields of the request keep their answers.
 */
export type QueryPreviewNodeCreationArgs = {
  data: NodeCreateInput;
};


/**
 * Everything that can be read. What lies outside the caller's organization is null or an empty list, never an error. A field that
 * failed is null and has an error; the other fields of the request keep their answers.
 */
export type QueryPreviewNodeUpdateArgs = {
  data: NodeUpdateInput;
  where: NodeWhereUniqueInput;
};


/**
 * Everything that can be read. What lies outside the caller's organization is null or an empty list, never an error. A field that
 * failed is null and has an error; the other fields of the request keep their answers.
 */
export type QueryUpgradeRolloutArgs = {
  where: UpgradeRolloutWhereUniqueInput;
};


/**
 * Everything that can be read. What lies outside the caller's organization is null or an empty list, never an error. A field that
 * failed is null and has an error; the other fields of the request keep their answers.
 */
export type QueryUpgradeRolloutPreviewArgs = {
  data: UpgradeRolloutStartInput;
};


/**
 * Everything that can be read. What lies outside the caller's organization is null or an empty list, never an error. A field that
 * failed is null and has an error; the other fields of the request keep their answers.
 */
export type QueryUpgradeRolloutsArgs = {
  orderBy?: InputMaybe<Array<UpgradeRolloutOrderByInput>>;
  skip?: InputMaybe<Scalars['Int']['input']>;
  take?: InputMaybe<Scalars['Int']['input']>;
  where?: InputMaybe<UpgradeRolloutWhereInput>;
};

/** How texts are compared. */
export type QueryMode =
  /** Upper and lower case differ. */
  | 'default'
  /** Upper and lower case are the same. */
  | 'insensitive';

/** How far the takeover of a host's nodes is. Until it is confirmed, the agent keeps the nodes as they are. */
export type RecoveryState =
  /** The agent has sent the nodes. An owner or admin confirms with `recoverExecutor`. */
  | 'offered'
  /** The host holds nodes that this control plane does not know; its agent sends them with the next heartbeat. */
  | 'wanted';

/** An event that cannot be taken. */
export type RejectedEvent = {
  /** The event's id. */
  id: Scalars['ID']['output'];
  /** Why. */
  reason: Scalars['String']['output'];
};

/** The archive of a release for one platform. */
export type ReleaseArtifact = {
  /** What it runs on, such as `linux-x64`. */
  platform: Scalars['String']['output'];
  /** Its SHA-256 in lower-case hexadecimal digits. */
  sha256: Scalars['String']['output'];
  /** Its signature: the text of a minisign file. The agent trusts the keys of its host, and not the control plane. */
  signature: Scalars['String']['output'];
  /** Its size in bytes. A Float, because an Int ends at 2 GiB. */
  sizeBytes: Scalars['Float']['output'];
  /** Where it is fetched from. */
  url: Scalars['String']['output'];
};

/** The archive of a release for one platform. */
export type ReleaseArtifactInput = {
  /** `linux-x64` or `linux-arm64`. */
  platform: Scalars['String']['input'];
  /** Its SHA-256: 64 lower-case hexadecimal digits. */
  sha256: Scalars['String']['input'];
  /** The text of its minisign file: four lines. */
  signature: Scalars['String']['input'];
  /** Its size in bytes, up to 4 GiB. */
  sizeBytes: Scalars['Float']['input'];
  /** Where it is fetched from: https, up to 2000 characters, without user and password. */
  url: Scalars['String']['input'];
};

/** The container image of a release. */
export type ReleaseImage = {
  /** Its digest, `sha256:…`; that of the index where it has several platforms. */
  digest: Scalars['String']['output'];
  /** Its name without tag and digest, such as `registry.example.com/satrap/agent`. */
  name: Scalars['String']['output'];
};

/** The container image of a release. */
export type ReleaseImageInput = {
  /** Its digest: `sha256:` and 64 lower-case hexadecimal digits. */
  digest: Scalars['String']['input'];
  /** Its name without tag and digest, such as `registry.example.com/satrap/agent`. */
  name: Scalars['String']['input'];
};

/** What became of reported events. */
export type ReportRuntimeEventsPayload = {
  /** How many are stored now, including those that were already. */
  accepted: Scalars['Int']['output'];
  /** Those that cannot be taken. Sending them again is of no use. */
  rejected: Array<RejectedEvent>;
};

/** An amount of one resource. */
export type ResourceAmount = {
  /** What nothing uses. */
  free: Scalars['Float']['output'];
  /** What the host has. */
  total: Scalars['Float']['output'];
  /** What its nodes use. */
  usedByNodes: Scalars['Float']['output'];
};

/** An amount of one resource. */
export type ResourceAmountInput = {
  /** What nothing uses. */
  free: Scalars['Float']['input'];
  /** What the host has. */
  total: Scalars['Float']['input'];
  /** What its nodes use. */
  usedByNodes: Scalars['Float']['input'];
};

/** What one resource of a node may be. */
export type ResourceBounds = {
  /** The largest value. */
  max: Scalars['Float']['output'];
  /** The smallest value. */
  min: Scalars['Float']['output'];
  /** The field of NodeResources, such as `memoryMiB`. */
  resource: Scalars['String']['output'];
  /** What it counts: cores, MiB or GiB. */
  unit: Scalars['String']['output'];
  /** Whether only whole numbers are taken. */
  whole: Scalars['Boolean']['output'];
};

/** How one resource of a host was used. */
export type ResourceMetrics = {
  /** What nothing uses. */
  free?: Maybe<MetricSummary>;
  /** What the host has. */
  total?: Maybe<MetricSummary>;
  /** What its nodes use. */
  usedByNodes?: Maybe<MetricSummary>;
};

/** The room for one resource. */
export type Room = {
  /**
   * What one further node can request: `total × overcommit − promised`, and never more than `total`. Of memory and disk also no more than
   * `free + (overcommit − 1) × total`, less what its nodes were promised and do not use yet, so that what other programs use counts too; `free`
   * cores are shown only. Null where the total is unknown; a node is then admitted unchecked.
   */
  available?: Maybe<Scalars['Float']['output']>;
  /** What nothing uses; null where the agent cannot measure it. */
  free?: Maybe<Scalars['Float']['output']>;
  /** How many times the total may be promised, by the setting `overcommit` of the host's operator. */
  overcommit: Scalars['Float']['output'];
  /** What its nodes were promised together. */
  promised: Scalars['Float']['output'];
  /** What the host has; null where its agent cannot measure it. */
  total?: Maybe<Scalars['Float']['output']>;
  /** What its nodes use. */
  used: Scalars['Float']['output'];
};

/** A key that takes the place of another. */
export type RotatedExecutorKey = {
  /** The key is worthless from then on; null for one without an end. */
  expiresAt?: Maybe<Scalars['DateTime']['output']>;
  /** The text to send as `Authorization: Bearer`. */
  secret: Scalars['String']['output'];
};

/** A rotation of the RPC credentials of an organization's nodes. */
export type RpcCredentialRotation = {
  /** The name of the node that is restarted now; null between two. */
  currentNodeName?: Maybe<Scalars['String']['output']>;
  /** When it ended; null before. */
  endedAt?: Maybe<Scalars['DateTime']['output']>;
  /** Until when the old pair is valid on every node; null before every node accepts the new one. */
  formerValidUntil?: Maybe<Scalars['DateTime']['output']>;
  /** How many nodes were restarted in this stage. */
  moved: Scalars['Int']['output'];
  /** When it was asked for. */
  requestedAt: Scalars['DateTime']['output'];
  /** Who asked for it. */
  requestedBy: Scalars['String']['output'];
  /** Nodes that ran no daemon when it was their turn, at most 100. They take the credentials with their next start. */
  skipped: Array<SkippedRpcNode>;
  /** How far it is. */
  stage: RpcRotationStage;
  /** Why it goes on no more until it is asked for again; null while it goes on. */
  stopped?: Maybe<Scalars['String']['output']>;
};

/** How far a rotation is. */
export type RpcRotationStage =
  /** Each node is restarted to accept the new pair too; the old one is still the one to use. */
  | 'adding'
  /** The new pair is the one to use, and the old one still valid. */
  | 'both_valid'
  /** Only the new pair is valid. */
  | 'done'
  /** Each node is restarted to accept the new pair alone. */
  | 'ending';

/** Something that happened on an executor. */
export type RuntimeEventInput = {
  /** When it happened, by the agent's clock, written as a DateTime. Plain text, so that one bad instant does not hold up the others. */
  at: Scalars['String']['input'];
  /** The same for programs, up to 16 KiB. */
  data?: InputMaybe<Scalars['JSON']['input']>;
  /** The name of the executor where it happened. */
  executorName: Scalars['String']['input'];
  /** A UUID, made once by the agent. Version 7 sorts by time. */
  id: Scalars['ID']['input'];
  /** What it is, in dotted words, up to 64 characters. A sample has the kind `node.sample` and a `data` in the shape of NodeMetrics. */
  kind: Scalars['String']['input'];
  /** How serious it is. */
  level: EventLevel;
  /** What happened and why, for people; up to 4000 characters. */
  message: Scalars['String']['input'];
  /** The node that it happened to. */
  nodeId?: InputMaybe<Scalars['ID']['input']>;
};

/** Changed notification settings. */
export type SavedNotificationSettings = {
  /** The settings in force now. */
  settings: NotificationSettings;
  /** The secret of a webhook that got one now, as `whsec_…`; else null. */
  webhookSecret?: Maybe<Scalars['String']['output']>;
};

/** A second factor. Exactly one of its fields. */
export type SecondFactorInput = {
  /** Six digits of the authenticator app. */
  code?: InputMaybe<Scalars['String']['input']>;
  /** One of the recovery codes, which is worthless afterwards. */
  recoveryCode?: InputMaybe<Scalars['String']['input']>;
};

/** What an authenticator app needs. Shown once. */
export type SecondFactorSetup = {
  /** Each of them stands in for one code, once. */
  recoveryCodes: Array<Scalars['String']['output']>;
  /** For the app, as text or as a QR code: `otpauth://totp/…`. */
  uri: Scalars['String']['output'];
};

/** A person who is signed in. */
export type Session = {
  /** The address that it was begun from. */
  address?: Maybe<Scalars['String']['output']>;
  /** When the person signed in. */
  createdAt: Scalars['DateTime']['output'];
  /** When it ends if it is not used before: seven days after its last use, and 30 after its beginning. */
  expiresAt: Scalars['DateTime']['output'];
  /** Made by the control plane. */
  id: Scalars['ID']['output'];
  /** The one that this request was made with. */
  isCurrent: Scalars['Boolean']['output'];
  /** When it was used last, give or take five minutes. */
  lastUsedAt: Scalars['DateTime']['output'];
  /** The organization that it acts in. */
  organizationName?: Maybe<Scalars['String']['output']>;
  /** The browser that it was begun with, in its own words. */
  userAgent?: Maybe<Scalars['String']['output']>;
};

/** Picks one session. */
export type SessionWhereUniqueInput = {
  /** The session's id. */
  id: Scalars['ID']['input'];
};

/** How far a sign-in came. */
export type SignIn = {
  /** Call `confirmSignIn` with a code; nobody is signed in yet. */
  needsSecondFactor: Scalars['Boolean']['output'];
  /** Who signed in; null while the second factor is needed. */
  person?: Maybe<User>;
};

/** Who signs in. */
export type SignInInput = {
  /** Upper and lower case are the same. */
  email: Scalars['String']['input'];
  /** The password. */
  password: Scalars['String']['input'];
};

/** A person to make. */
export type SignUpInput = {
  /** What the person signs in with, of at most 254 characters. May be left out with an invitation, which has it. */
  email?: InputMaybe<Scalars['String']['input']>;
  /** The secret of an invitation's link. */
  invitationToken?: InputMaybe<Scalars['String']['input']>;
  /** What others call the person, in 1 to 63 characters. */
  name: Scalars['String']['input'];
  /** Makes an organization of this name whose owner the person is. Only where everybody may sign up. */
  organizationName?: InputMaybe<Scalars['String']['input']>;
  /** 12 to 128 characters. */
  password: Scalars['String']['input'];
};

/** A node that a rotation did not restart. */
export type SkippedRpcNode = {
  /** The node's name. */
  name: Scalars['String']['output'];
  /** Why. */
  reason: Scalars['String']['output'];
};

/** The direction of an ordering. */
export type SortOrder =
  /** Smallest first. */
  | 'asc'
  /** Largest first. */
  | 'desc';

/** Conditions on a text. All that are given must hold. A comparison with null is refused. */
export type StringFilter = {
  /** Holds this text somewhere. */
  contains?: InputMaybe<Scalars['String']['input']>;
  /** Ends with this text. */
  endsWith?: InputMaybe<Scalars['String']['input']>;
  /** Is exactly this text. */
  equals?: InputMaybe<Scalars['String']['input']>;
  /** Sorts after this text. */
  gt?: InputMaybe<Scalars['String']['input']>;
  /** Is this text, or sorts after it. */
  gte?: InputMaybe<Scalars['String']['input']>;
  /** Is one of these texts. */
  in?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Sorts before this text. */
  lt?: InputMaybe<Scalars['String']['input']>;
  /** Is this text, or sorts before it. */
  lte?: InputMaybe<Scalars['String']['input']>;
  /** Whether upper and lower case differ, also within `not`. Default: `default`, they do. */
  mode?: InputMaybe<QueryMode>;
  /** Must not match this filter. */
  not?: InputMaybe<StringFilter>;
  /** Is none of these texts. */
  notIn?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Begins with this text. */
  startsWith?: InputMaybe<Scalars['String']['input']>;
};

/** Live channels, served as server-sent events on the same endpoint. */
export type Subscription = {
  /**
   * Says which objects of the caller's organization changed, so that a client fetches them again. Carries no state, and an object that changed
   * many times at once is named once. A stream begins with `resync`. It ends with the right to it (key, session, membership, active
   * organization), with its server, and after a quarter of an hour at the latest: open another one then. For people only; at most 20 open
   * streams for each key or session, and 500 for each organization. Errors: `limit_reached`.
   */
  changes?: Maybe<Array<Change>>;
  /** Tells an agent that something about its executor changed. Carries no state: the agent syncs. For the executor's own key only. Errors: `executor_key_bound`. */
  executorNudges: ExecutorNudge;
  /**
   * The lines of a session that follows, as they are written. One reader at a time: a second one ends the first. A reader that is slow holds its
   * agent back, which then leaves out the oldest lines and says how many. The stream says when the node or its executor stops, and goes on
   * when it is back. It ends with the session, or as other streams do: open it again then. Errors: `limit_reached`.
   */
  nodeLog?: Maybe<NodeLogChunk>;
};


/** Live channels, served as server-sent events on the same endpoint. */
export type SubscriptionChangesArgs = {
  types?: InputMaybe<Array<ChangeType>>;
};


/** Live channels, served as server-sent events on the same endpoint. */
export type SubscriptionExecutorNudgesArgs = {
  name: Scalars['String']['input'];
};


/** Live channels, served as server-sent events on the same endpoint. */
export type SubscriptionNodeLogArgs = {
  sessionId: Scalars['ID']['input'];
};

/**
 * What an agent says of itself and its nodes. An agent that has nothing new to say names `observedRevision` in place of all that the
 * control plane knows already; without it, `kind`, `version`, `channel`, `capabilities`, `resources` and `nodes` are required.
 */
export type SyncExecutorInput = {
  /** What this host offers. */
  capabilities?: InputMaybe<ExecutorCapabilitiesInput>;
  /** The release channel that it follows. */
  channel?: InputMaybe<Scalars['String']['input']>;
  /** What the agent holds of the nodes of its host; null while it holds none. With it, another control plane can take the nodes over. */
  held?: InputMaybe<HeldStateInput>;
  /** Made once by each installation of an agent, so that two agents with one name are noticed. */
  instanceId: Scalars['ID']['input'];
  /** Why the agent cannot rotate its API key, up to 1000 characters; null where it can, or need not. */
  keyWarning?: InputMaybe<Scalars['String']['input']>;
  /** What runs the nodes. */
  kind?: InputMaybe<ExecutorKind>;
  /** The revision of the desired state that the agent holds; null when it holds none. */
  knownRevision?: InputMaybe<Scalars['Int']['input']>;
  /** The executor's name: 1 to 63 characters, letters, digits, dot, dash and underscore, beginning with a letter or digit. */
  name: Scalars['String']['input'];
  /** What the agent observes of each of its nodes. */
  nodes?: InputMaybe<Array<ObservedNodeInput>>;
  /**
   * What the control plane named in its last answer: all of it still holds. Only `name`, `instanceId` and `knownRevision` stand beside it, and
   * `resources` where they changed. A control plane that holds something else answers `observation_unknown`: say all of it then.
   */
  observedRevision?: InputMaybe<Scalars['ID']['input']>;
  /** Nodes that run there without being wanted by anyone, at most 1000. */
  orphans?: InputMaybe<Array<OrphanedNodeInput>>;
  /** What the host has. Beside `observedRevision`, null where nothing of it changed. */
  resources?: InputMaybe<ExecutorResourcesInput>;
  /** Whether the agent can be upgraded from here; null where it says nothing of it. */
  upgradability?: InputMaybe<UpgradabilityInput>;
  /** How far the upgrade is that was asked for; null when the agent knows of none. */
  upgrade?: InputMaybe<UpgradeReportInput>;
  /** The agent's version. */
  version?: InputMaybe<Scalars['String']['input']>;
};

/** The answer to a heartbeat. */
export type SyncExecutorPayload = {
  /** The executor's id. */
  executorId: Scalars['ID']['output'];
  /** Seconds until the next heartbeat is expected. */
  heartbeatIntervalSeconds: Scalars['Int']['output'];
  /** When the agent's API key ends; null for a key without an end. */
  keyExpiresAt?: Maybe<Scalars['DateTime']['output']>;
  /** The full desired state; null when the agent already holds this revision. A node leaves it only after its deletion was reported. */
  nodes?: Maybe<Array<DesiredNode>>;
  /** Names what the control plane holds of what the agent observes; null when it wants to hear all of it with the next heartbeat too. */
  observedRevision?: Maybe<Scalars['ID']['output']>;
  /** Not null while the nodes that the agent holds await a takeover: the agent keeps the desired state that it holds. */
  recovery?: Maybe<RecoveryState>;
  /** What people ask of the executor's nodes. Each heartbeat repeats a request until it is answered or over. */
  requests: Array<AgentRequest>;
  /** The revision of the desired state. It only grows. */
  revision: Scalars['Int']['output'];
  /** When the agent should take another API key in place of its own (`rotateExecutorKey`); null for a key without an end. */
  rotateKeyAt?: Maybe<Scalars['DateTime']['output']>;
  /** The version that the agent is to become; null when nobody asks for that, or no longer. Not bound to `revision`. */
  upgrade?: Maybe<DesiredUpgrade>;
};

/**
 * A change of a node's configuration that made it fail, so that its agent went back to the configuration that worked last. It lasts until
 * the configuration is changed again, or a restart is requested, which tries the change again.
 */
export type TakenBackChange = {
  /** When it was reverted. */
  at: Scalars['DateTime']['output'];
  /** What is asked for and what runs, field by field, at most 100. */
  changes: Array<TakenBackField>;
  /** Why: how the daemon ended, with its last words, or what the engine said. */
  reason: Scalars['String']['output'];
  /** The revision that is asked for and does not run. */
  revision: Scalars['Int']['output'];
  /** The revision that runs in its place. */
  runsRevision: Scalars['Int']['output'];
};

/** A change that made a node fail and was reverted. */
export type TakenBackChangeInput = {
  /** When it was reverted. */
  at: Scalars['DateTime']['input'];
  /** What is asked for and what runs, at most 100. */
  changes: Array<TakenBackFieldInput>;
  /** Why, up to 2000 characters. */
  reason: Scalars['String']['input'];
  /** The revision that is asked for and does not run. */
  revision: Scalars['Int']['input'];
  /** The revision that runs in its place. */
  runsRevision: Scalars['Int']['input'];
};

/** One field of a change that was reverted. */
export type TakenBackField = {
  /** What is asked for; null where nothing is, or where it is a secret. */
  asked?: Maybe<Scalars['String']['output']>;
  /** The field, such as `clientVersion`, `resources.memoryMiB` or `overrides.dbcache`. */
  field: Scalars['String']['output'];
  /** What runs; null where nothing does, or where it is a secret. */
  runs?: Maybe<Scalars['String']['output']>;
};

/** One field of a change that was reverted. */
export type TakenBackFieldInput = {
  /** What is asked for, up to 256 characters; null where nothing is, or where it is a secret. */
  asked?: InputMaybe<Scalars['String']['input']>;
  /** The field, up to 256 characters. */
  field: Scalars['String']['input'];
  /** What runs, up to 256 characters; null where nothing does, or where it is a secret. */
  runs?: InputMaybe<Scalars['String']['input']>;
};

/** What a text looks like. */
export type TextFormat =
  /** 1 to 31 characters: lower-case letters, digits, dash and underscore, beginning with a letter or digit. */
  | 'DATA_ROOT'
  /** 1 to 63 characters: letters, digits, dot, dash and underscore, beginning with a letter or digit. */
  | 'NAME'
  /** USER:SALT$HASH, as bitcoind's `rpcauth` takes it. */
  | 'RPC_AUTH'
  /** A SHA-256 in lower-case hex. */
  | 'SHA256'
  /** A UUID in lower case. */
  | 'UUID'
  /** tcp://HOST:PORT. */
  | 'ZMQ_URL';

/** Whether the agent can be upgraded from here. */
export type UpgradabilityInput = {
  /** Whether it can. */
  canUpgrade: Scalars['Boolean']['input'];
  /** How it is installed. */
  packaging: AgentPackaging;
  /** What it runs on, such as `linux-x64`, up to 63 characters. */
  platform: Scalars['String']['input'];
  /** Why it cannot, for people, up to 1000 characters. */
  reason?: InputMaybe<Scalars['String']['input']>;
};

/** How far an upgrade is, or how it ended. Said again with each heartbeat until the answer names it no more. */
export type UpgradeReportInput = {
  /** How much of this step is done, 0 to 100 percent. */
  progress?: InputMaybe<Scalars['Int']['input']>;
  /** What it does now, or why it ended so, for people, up to 4000 characters. */
  reason?: InputMaybe<Scalars['String']['input']>;
  /** The `requestId` that the answer to a heartbeat named. What is said of another one, or of one that has ended, counts for nothing. */
  requestId: Scalars['ID']['input'];
  /** How far it is. */
  state: UpgradeReportState;
};

/** What an agent says of an upgrade. */
export type UpgradeReportState =
  /** The new version stays. */
  | 'committed'
  /** It could not be done; the old version runs as before. */
  | 'failed'
  /** It fetches and checks the new version. */
  | 'fetching'
  /** The new version runs, and is compared with the old one. */
  | 'judging'
  /** The new version tries, without effect, what it would do. */
  | 'rehearsing'
  /** The new version did not do, and the old one runs again. */
  | 'rolled_back'
  /** The new version takes the place of the old one. Too late to cancel. */
  | 'switching';

/** The upgrade of many executors' agents, group after group. */
export type UpgradeRollout = {
  /** How many members are how far. */
  counts: UpgradeRolloutCounts;
  /** When it finished or was cancelled; null before that. */
  endedAt?: Maybe<Scalars['DateTime']['output']>;
  /** How many are asked at a time. */
  groupSize: Scalars['Int']['output'];
  /** Made by the control plane. */
  id: Scalars['ID']['output'];
  /** The executors, in the order in which they are asked. */
  members: Array<UpgradeRolloutMember>;
  /** Which member failed, and why; null unless the rollout is stopped. */
  reason?: Maybe<Scalars['String']['output']>;
  /** When. */
  requestedAt: Scalars['DateTime']['output'];
  /** Who started it, by name. */
  requestedBy: Scalars['String']['output'];
  /** Whether it goes on, or how it ended. */
  state: UpgradeRolloutState;
  /** The version that all agents are to have. */
  targetVersion: Scalars['String']['output'];
  /** When its state, or that of a member, last changed. */
  updatedAt: Scalars['DateTime']['output'];
};


/** The upgrade of many executors' agents, group after group. */
export type UpgradeRolloutMembersArgs = {
  skip?: InputMaybe<Scalars['Int']['input']>;
  take?: InputMaybe<Scalars['Int']['input']>;
};

/** How many members of a rollout are how far. */
export type UpgradeRolloutCounts = {
  /** Those that failed: rolled back, failed, timed out, cancelled, refused or gone. */
  failed: Scalars['Int']['output'];
  /** Those that are left out. */
  skipped: Scalars['Int']['output'];
  /** All of them. */
  total: Scalars['Int']['output'];
  /** Those whose upgrade is under way. */
  underWay: Scalars['Int']['output'];
  /** Those that run the version. */
  upgraded: Scalars['Int']['output'];
  /** Those that were not asked yet. */
  waiting: Scalars['Int']['output'];
};

/** An executor of a rollout. */
export type UpgradeRolloutMember = {
  /** The executor; null once it was deleted. */
  executor?: Maybe<Executor>;
  /** The executor's name when the rollout began. */
  executorName: Scalars['String']['output'];
  /** The number of its group, from 1. */
  group: Scalars['Int']['output'];
  /** Why it ended so, or what people must do although it went well; null where there is nothing to say. */
  reason?: Maybe<Scalars['String']['output']>;
  /** How far it is, or how it ended. */
  state: UpgradeRolloutMemberState;
  /** When its state last changed. */
  updatedAt: Scalars['DateTime']['output'];
  /** The request that the rollout made of the executor last, which says how far the agent is; null before that. */
  upgrade?: Maybe<ExecutorUpgrade>;
};

/** How far a member of a rollout is. */
export type UpgradeRolloutMemberState =
  /** Somebody took the request back, or the release was withdrawn. */
  | 'cancelled'
  /** It could not be done; the old version runs as before. */
  | 'failed'
  /** The executor was deleted. */
  | 'gone'
  /** It could not be asked when its turn came, such as an executor that was offline. */
  | 'refused'
  /** The new version did not do, and the old one runs again. */
  | 'rolled_back'
  /** It is not asked: it was left out after it had failed, or the rollout was cancelled before its turn. */
  | 'skipped'
  /** It did not end in time. */
  | 'timed_out'
  /** It was asked; `upgrade` says how far its agent is. */
  | 'under_way'
  /** It runs the version, or a later one. */
  | 'upgraded'
  /** It was not asked yet. */
  | 'waiting';

/** An ordering of rollouts: give one field. Rollouts that are equal in all given orders come by when they were started, the newest first. */
export type UpgradeRolloutOrderByInput =
  /** By when they were started. */
  { requestedAt: SortOrder; targetVersion?: never; updatedAt?: never; }
  |  /** By the version as a text. */
  { requestedAt?: never; targetVersion: SortOrder; updatedAt?: never; }
  |  /** By when anything of them last changed. */
  { requestedAt?: never; targetVersion?: never; updatedAt: SortOrder; };

/** What would become of a rollout. */
export type UpgradeRolloutPreview = {
  /** Whether no executor stands in its way. A rollout begins with all of its executors, or not at all. */
  accepted: Scalars['Boolean']['output'];
  /** The executors, in the order in which they would be asked. */
  members: Array<UpgradeRolloutPreviewMember>;
};

/** An executor of a rollout that has not begun. */
export type UpgradeRolloutPreviewMember = {
  /** The executor's id. */
  executorId: Scalars['ID']['output'];
  /** Its name. */
  executorName: Scalars['String']['output'];
  /** The number of its group, from 1. */
  group: Scalars['Int']['output'];
  /** Why it cannot be asked, and what to do; null where it can. */
  obstacle?: Maybe<Scalars['String']['output']>;
  /** The version of its agent. */
  version: Scalars['String']['output'];
};

/** A rollout to start. */
export type UpgradeRolloutStartInput = {
  /** The executors, in the order in which they are asked: 1 to 1000, each once. */
  executorIds: Array<Scalars['ID']['input']>;
  /** How many are asked at a time, 1 to 100. Default: 1. */
  groupSize?: InputMaybe<Scalars['Int']['input']>;
  /** The version of a release that was not withdrawn. */
  targetVersion: Scalars['String']['input'];
};

/** Whether a rollout goes on. */
export type UpgradeRolloutState =
  /** Somebody cancelled it. */
  | 'cancelled'
  /** Every member runs the version or was left out. */
  | 'finished'
  /** Somebody paused it. */
  | 'paused'
  /** It asks one group after the other. */
  | 'running'
  /** A member failed. Somebody lets it go on, or cancels it. */
  | 'stopped';

/** Conditions on the state of a rollout. All that are given must hold. A comparison with null is refused. */
export type UpgradeRolloutStateFilter = {
  /** Is this one. */
  equals?: InputMaybe<UpgradeRolloutState>;
  /** Is one of these. */
  in?: InputMaybe<Array<UpgradeRolloutState>>;
  /** Must not match this filter. */
  not?: InputMaybe<UpgradeRolloutStateFilter>;
  /** Is none of these. */
  notIn?: InputMaybe<Array<UpgradeRolloutState>>;
};

/** Conditions on rollouts. All that are given must hold. */
export type UpgradeRolloutWhereInput = {
  /** All of these must hold. */
  AND?: InputMaybe<Array<UpgradeRolloutWhereInput>>;
  /** None of these may hold. */
  NOT?: InputMaybe<Array<UpgradeRolloutWhereInput>>;
  /** One of these must hold. */
  OR?: InputMaybe<Array<UpgradeRolloutWhereInput>>;
  /** Condition on when it was started. */
  requestedAt?: InputMaybe<DateTimeFilter>;
  /** Condition on the state. */
  state?: InputMaybe<UpgradeRolloutStateFilter>;
  /** Condition on the version. */
  targetVersion?: InputMaybe<StringFilter>;
};

/** Picks one rollout. */
export type UpgradeRolloutWhereUniqueInput = {
  /** The rollout's id. */
  id: Scalars['ID']['input'];
};

/** How far an upgrade is. */
export type UpgradeState =
  /** Somebody took the request back, or the release was withdrawn. */
  | 'cancelled'
  /** The executor runs the new version. */
  | 'committed'
  /** It could not be done; the old version runs as before. */
  | 'failed'
  /** The agent fetches and checks the new version. */
  | 'fetching'
  /** The new version runs, and is compared with the old one. */
  | 'judging'
  /** The new version tries, without effect, what it would do. */
  | 'rehearsing'
  /** The agent has said nothing of it yet. */
  | 'requested'
  /** The new version did not do, and the old one runs again. */
  | 'rolled_back'
  /** The new version takes the place of the old one. */
  | 'switching'
  /** It did not end in time. */
  | 'timed_out';

/** A person. */
export type User = {
  /** What the person signs in with. */
  email: Scalars['String']['output'];
  /** Signs in with a code as well. */
  hasSecondFactor: Scalars['Boolean']['output'];
  /** Made by the control plane. */
  id: Scalars['ID']['output'];
  /** May do everything in every organization. */
  isSystemAdmin: Scalars['Boolean']['output'];
  /** What others call the person. */
  name: Scalars['String']['output'];
};

/**
 * All codes that are found in `errors[].extensions.code`: the first seven are of the request, the others of the domain. Messages are
 * safe to show to people. `extensions.issues`, where present, lists each fault as `{ path, message }`, the first 50 of them.
 */
export type UserErrorCode =
  /** The caller may not do this, or there is no such thing in its organization. */
  | 'Forbidden'
  /** The caller, or its address, asks too often; the header `Retry-After` says when to try again. */
  | 'RateLimited'
  /** There is no valid credential. */
  | 'Unauthenticated'
  /** The node has work of that kind under way; it ends by itself. */
  | 'action_already_pending'
  /** This cannot be done to the node; the message says why, and what to do instead. */
  | 'action_not_possible'
  /** The executor's agent is too old to be asked for this; the message says what to do. */
  | 'agent_outdated'
  /** The person is a member of the organization already. */
  | 'already_member'
  /** The chain data is being copied already; the message says for which node. */
  | 'chain_data_busy'
  /** The executor has no such chain data, or it belongs to a node of the inventory. */
  | 'chain_data_not_found'
  /** The executor does not offer this network, client, client version or node type. */
  | 'chain_not_supported_by_executor'
  /** There is an account with this e-mail address. */
  | 'email_taken'
  /** The executor takes no new nodes; the message says who asked for that, and why. */
  | 'executor_cordoned'
  /** The executor is being drained; end the drain first. */
  | 'executor_draining'
  /** The executor still has nodes; delete them first. */
  | 'executor_has_nodes'
  /** The API key belongs to another executor; make a key or an enrolment token for this host. */
  | 'executor_key_bound'
  /** Another running agent reports under this executor name; names are unique in an organization. */
  | 'executor_name_in_use'
  /** The executor is online, and its agent did not answer in time. */
  | 'executor_not_answering'
  /** The executor has missed its heartbeats, so it cannot be asked to do this now. */
  | 'executor_offline'
  /** The control plane failed; its log holds the id that the message names. */
  | 'internal_error'
  /** A value, or the request itself, is malformed or asks for too much. */
  | 'invalid_input'
  /** The node's configuration cannot be used; `extensions.issues` names each key with what is allowed. */
  | 'invalid_node_config'
  /** An organization needs an owner, and the control plane a system administrator; this is the last one. */
  | 'last_owner'
  /** There are as many of these as there may be; the message says how many, and what to do. */
  | 'limit_reached'
  /** The link of an invitation or for a password was used, replaced or revoked, or has ended. */
  | 'link_not_valid'
  /** Another object of this organization has that name. */
  | 'name_taken'
  /** None of the executors can take the node; the message says for each why not. */
  | 'no_executor_fits'
  /** The node is being deleted and takes no further changes. */
  | 'node_being_deleted'
  /** The node asks for more than the executor's host has left after what its nodes were promised. */
  | 'not_enough_resources'
  /** The control plane holds something else of this executor than `observedRevision` names; say all of it. */
  | 'observation_unknown'
  /** There is no such release in the catalog, or it was withdrawn. */
  | 'release_not_found'
  /** The node has changed since the revision that `expectedRevision` names; the message says by whom. Read it again, then repeat the change. */
  | 'revision_conflict'
  /** The rollout cannot be started or changed so now; the message says why, or `extensions.issues` for each executor. */
  | 'rollout_not_possible'
  /** A second factor is in use already. */
  | 'second_factor_in_use'
  /** There is no second factor yet. */
  | 'second_factor_not_set_up'
  /** This takes a session: sign in first. An API key is not enough. */
  | 'session_required'
  /** Nobody can sign up here, or nobody without an invitation. */
  | 'sign_up_closed'
  /** There was no answer in time. A change may have been made. */
  | 'timed_out'
  /** The database is away; try again soon. A change may have been made. */
  | 'unavailable'
  /** An upgrade is under way already; it ends by itself, or is cancelled. */
  | 'upgrade_already_pending'
  /** No upgrade of this executor is under way, or it is too late to cancel it. */
  | 'upgrade_not_pending'
  /** The agent cannot be upgraded to this version; the message says why. */
  | 'upgrade_not_possible'
  /** The organization has no webhook, or it is switched off; set one up with saveNotificationSettings. */
  | 'webhook_not_configured'
  /** The invitation is for another person than the one who is signed in. */
  | 'wrong_account'
  /** A code, or a recovery code, of the second factor is wrong or was used. */
  | 'wrong_code'
  /** The e-mail address or the password is wrong; of somebody who is signed in, the password. */
  | 'wrong_credentials';

/** Picks one person. */
export type UserWhereUniqueInput = {
  /** The person's id. */
  id: Scalars['ID']['input'];
};

/** Who calls. */
export type Viewer = {
  /** The version of the control plane. */
  controlPlaneVersion: Scalars['String']['output'];
  /** What proved who calls. */
  credential: Credential;
  /**
   * The organization that everything is read from and written to; null for a session without an active organization, or with one that
   * was deactivated. A request of a session may name another organization of the person in the header `satrap-organization`, by its id.
   */
  organization?: Maybe<Organization>;
  /** The organizations that the person belongs to, in the order of joining, 100 at most. */
  organizations?: Maybe<Array<OrganizationMembership>>;
  /** Whose key or session it is; null for an executor's key. */
  person?: Maybe<User>;
  /** What the key may be used for. */
  purpose: ApiKeyPurpose;
  /**
   * The person's role in the organization; null for an executor's key, which belongs to no person, and for a system administrator who is no
   * member.
   */
  role?: Maybe<OrganizationRole>;
};


/** Who calls. */
export type ViewerOrganizationsArgs = {
  having?: InputMaybe<Scalars['ID']['input']>;
};

/** One try of a delivery. */
export type WebhookAttempt = {
  /** The beginning of the answer's body, on one line, up to 500 characters; null without an answer. */
  answer?: Maybe<Scalars['String']['output']>;
  /** When it began. */
  at: Scalars['DateTime']['output'];
  /** How long it took, in milliseconds. */
  durationMs: Scalars['Int']['output'];
  /** Why it failed; null when it succeeded. */
  error?: Maybe<Scalars['String']['output']>;
  /** The HTTP status of the answer; null without an answer. */
  status?: Maybe<Scalars['Int']['output']>;
};

/** One message to the webhook, with its tries. */
export type WebhookDelivery = {
  /** When the receiver acknowledged it with a status from 200 to 299. */
  acknowledgedAt?: Maybe<Scalars['DateTime']['output']>;
  /** Its tries, oldest first, the latest 20 of them. */
  attempts: Array<WebhookAttempt>;
  /** When it was created. */
  createdAt: Scalars['DateTime']['output'];
  /** Sent as `webhook-id`, the same with every try. */
  id: Scalars['ID']['output'];
  /** The incident that it tells about; null for a test. */
  incidentId?: Maybe<Scalars['ID']['output']>;
  /** When the next try comes; null when there is none. */
  nextAttemptAt?: Maybe<Scalars['DateTime']['output']>;
  /** The number at its endpoint, from 1, without gaps. */
  sequence: Scalars['Int']['output'];
  /** Where it is. */
  status: WebhookDeliveryStatus;
  /** What it tells: `incident.opened`, `incident.acknowledged`, `incident.closed` or `webhook.test`. */
  type: Scalars['String']['output'];
};

/** Where a delivery is. */
export type WebhookDeliveryStatus =
  /** The receiver acknowledged it. */
  | 'delivered'
  /** All tries failed, or the webhook was switched off or given another URL. */
  | 'failed'
  /** It is being tried, or waits for its next try. */
  | 'pending';

/** A secret of a webhook, shown once. */
export type WebhookSecret = {
  /** Until when deliveries are signed with the former secret as well. */
  formerSecretUntil: Scalars['DateTime']['output'];
  /** The secret as `whsec_…`, with which receivers verify deliveries. */
  secret: Scalars['String']['output'];
};

/** Where a topic of a node is published over ZeroMQ. It asks for no credentials: the operator's `zmq_bind_address` decides who reaches it. */
export type ZmqEndpoint = {
  /** The topic as bitcoind calls it: `rawblock`, `rawtx`, `hashblock`, `hashtx` or `sequence`. */
  topic: Scalars['String']['output'];
  /** What a subscriber connects to, such as `tcp://127.0.0.1:28332`. */
  url: Scalars['String']['output'];
};

/** Where a topic of a node is published over ZeroMQ. */
export type ZmqEndpointInput = {
  /** The topic as bitcoind calls it, such as `rawblock`. */
  topic: Scalars['String']['input'];
  /** What a subscriber connects to: `tcp://HOST:PORT`. */
  url: Scalars['String']['input'];
};
