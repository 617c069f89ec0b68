export type Maybe<T> = T | null;
export type InputMaybe<T> = Maybe<T>;
/** All built-in and custom scalars, mapped to their actual values */
export type Scalars = {
  ID: { input: string; output: string; }
  String: { input: string; output: string; }
  Boolean: { input: boolean; output: boolean; }
  Int: { input: number; output: number; }
  Float: { input: number; output: number; }
  /** A number of bytes: an integer from 0 to 2^53 - 1, written as a JSON number. */
  ByteCount: { input: number; output: number; }
  /** An instant as an ISO 8601 string in UTC with milliseconds, such as `2026-01-31T12:00:00.000Z`. */
  DateTime: { input: string; output: string; }
  /** Any JSON value. */
  JSON: { input: unknown; output: unknown; }
};

/** Result of `acceptInvitation`. */
export type AcceptInvitationPayload = {
  /** The new membership. */
  member: Member;
};

/** Result of `acknowledgeIncident`. */
export type AcknowledgeIncidentPayload = {
  /** The acknowledged incident. */
  incident: AlertIncident;
};

/** Result of `acknowledgeIncidents`. */
export type AcknowledgeIncidentsPayload = {
  /** The acknowledged incidents. */
  incidents: Array<AlertIncident>;
};

/** Result of `adminSetOrganizationActive`. */
export type AdminSetOrganizationActivePayload = {
  /** The changed organization. */
  organization: Organization;
};

/** Result of `adminSetSystemAdmin`. */
export type AdminSetSystemAdminPayload = {
  /** The changed person. */
  person: User;
};

/** Result of `adminUpdateOrganizationMemberRole`. */
export type AdminUpdateOrganizationMemberRolePayload = {
  /** The changed member. */
  member: Member;
};

/** An adoption of a deleted node's chain data. */
export type AdoptParams = {
  /** Height of the data; null if unknown. */
  height?: Maybe<Scalars['Int']['output']>;
  /** Name of the deleted node. */
  name: Scalars['String']['output'];
};

/** The answer to a request: a chunk, a result or an error. */
export type AgentAnswerInput = {
  /** The next lines of a followed log. The request stays open. */
  chunk?: InputMaybe<LogChunkInput>;
  /** Human-readable error, up to 1000 characters. It closes the request. */
  error?: InputMaybe<Scalars['String']['input']>;
  /** The request. */
  id: Scalars['ID']['input'];
  /** The result. It closes the request. */
  result?: InputMaybe<AgentResultInput>;
};

/** How an agent is installed and upgraded. */
export type AgentPackaging =
  /** From an archive, on the host. */
  | 'archive'
  /** As a container, from an image. */
  | 'image';

/** A short request of a person for a node, answered by its agent. */
export type AgentRequest = {
  /** Its arguments. */
  args: AgentRequestArgs;
  /** Human-readable error: the daemon's message, or why the agent could not answer. */
  error?: Maybe<Scalars['String']['output']>;
  /** Id of the request. */
  id: Scalars['ID']['output'];
  /** Kind of request: `log`, `follow_log` or `rpc`, or another one listed in docs/api/protocol.md. An agent ignores an unknown kind. */
  kind: Scalars['String']['output'];
  /** The node. */
  nodeId: Scalars['ID']['output'];
  /** Its result; null before, and after a failure. */
  result?: Maybe<AgentRequestResult>;
  /** Status. */
  status: AgentRequestStatus;
};

/** Arguments of a request, in the field named after its kind; the other fields are null. An `explain` has none. */
export type AgentRequestArgs = {
  /** Of a `chain`. */
  chain?: Maybe<ChainArgs>;
  /** Of a `follow_log`. */
  followLog?: Maybe<FollowedLogArgs>;
  /** Of a `log`. */
  log?: Maybe<LogArgs>;
  /** Of an `rpc`. */
  rpc?: Maybe<RpcArgs>;
};

/** A request, open to every member of the organization: set exactly one field, named after its kind. */
export type AgentRequestInput =
  /** The same lines, then new ones as they are written, over the subscription `nodeLog`. It stays `pending` and has no result. */
  { followLog: LogRequestInput; log?: never; rpc?: never; }
  |  /** The last lines of a node's log. The result is the list of lines, oldest first. */
  { followLog?: never; log: LogRequestInput; rpc?: never; }
  |  /** A read-only RPC call, for callers without access to the node's endpoint or credentials. The result is the daemon's, of up to a MiB. */
  { followLog?: never; log?: never; rpc: RpcRequestInput; };

/** Result of a request, in the field named after its kind; the other fields are null. */
export type AgentRequestResult = {
  /** The lines of a `log`, oldest first. */
  log?: Maybe<Array<Scalars['String']['output']>>;
  /**
   * The daemon's result of an `rpc`, as JSON text. Its shape is the method's, and its numbers are those that the daemon wrote: a JSON value would
   * round amounts and heights in many clients.
   */
  rpc?: Maybe<Scalars['String']['output']>;
};

/** Status of a request. */
export type AgentRequestStatus =
  /** The result is available. */
  | 'done'
  /** It failed; see the error. */
  | 'failed'
  /** The agent has not answered yet. A followed log stays so. */
  | 'pending';

/** Selects a request. */
export type AgentRequestWhereUniqueInput = {
  /** The request's id. */
  id: Scalars['ID']['input'];
};

/** The result of a request: set exactly one field, named after its kind. */
export type AgentResultInput =
  /** Of a `chain`. */
  { chain: ChainReadingInput; explain?: never; log?: never; rpc?: never; }
  |  /** Of an `explain`. */
  { chain?: never; explain: ExplanationInput; log?: never; rpc?: never; }
  |  /** The lines of a `log`, oldest first. */
  { chain?: never; explain?: never; log: Array<Scalars['String']['input']>; rpc?: never; }
  |  /** The daemon's result of an `rpc`, as the JSON text that it wrote, up to a MiB. */
  { chain?: never; explain?: never; log?: never; rpc: Scalars['String']['input']; };

/** Rule of an incident. */
export type AlertCode =
  /** A later agent release is in the host's channel, or the agent's own release was withdrawn. */
  | 'agent_outdated'
  /** The control plane's last verified backup is older than 26 hours, where backups are scheduled. Opens in the operator's organization. */
  | 'backup_overdue'
  /** A node is several blocks behind the organization's other nodes of its network. */
  | 'behind_network'
  /** Nodes of one network stand on different branches, or reject a branch that others follow. */
  | 'chain_split'
  /** A change made a node fail and was reverted. */
  | 'change_reverted'
  /** Deliveries to a notification channel fail, or its receiver refuses them permanently. */
  | 'channel_failing'
  /** A node runs a version with a known defect that affects its configuration and that a later release fixes. */
  | 'client_defect'
  /** A node runs a version that is unmaintained, or will be within 30 days. */
  | 'client_end_of_life'
  /** A node runs a version with a vulnerability of high severity that its configuration exposes. */
  | 'client_vulnerable'
  /** A node runs a version that its developers withdrew. Only a warning if the reason does not affect it. */
  | 'client_withdrawn'
  /** The clock of a node's host differs by minutes from those of its peers, or from the control plane's. */
  | 'clock_off'
  /** A consumer of an endpoint expires within a week. */
  | 'consumer_ends_soon'
  /** A node's daemon crashes repeatedly. */
  | 'crash_loop'
  /** A node's daemon reports a warning. */
  | 'daemon_warning'
  /** A host's disk will be full within days at the current rate. */
  | 'disk_filling'
  /** A host's disk is nearly full. */
  | 'disk_low'
  /** A host sends no heartbeats. */
  | 'executor_offline'
  /** An API key expires within days. */
  | 'key_ends_soon'
  /** A node's daemon ran out of memory, or is near its memory limit. */
  | 'memory_limit'
  /** A node has no peers. */
  | 'no_peers'
  /** A node cannot run. */
  | 'node_failing'
  /** A node has an option that does not keep its promise in its version, such as `privatebroadcast` in 31.0. */
  | 'option_unsafe'
  /** A rollout stopped at the first failure, and the remaining hosts or nodes wait. */
  | 'rollout_stopped'
  /** A syncing node makes no progress. */
  | 'sync_stalled'
  /** A node, or all nodes of a network that have peers, received no block for an improbably long time. */
  | 'tip_stale'
  /** An upgrade of a host's agent failed, was rolled back or timed out. */
  | 'upgrade_failed';

/** A condition found by a rule that lasted long enough to matter. It closes automatically when the condition is gone. */
export type AlertIncident = {
  /** When somebody acknowledged it. */
  acknowledgedAt?: Maybe<Scalars['DateTime']['output']>;
  /** The id of the person who acknowledged it. */
  acknowledgedBy?: Maybe<Scalars['ID']['output']>;
  /** Advice in one line. */
  advice: Scalars['String']['output'];
  /** The branches of a `chain_split` as they were last seen; null for other codes. */
  branches?: Maybe<Array<ChainBranch>>;
  /** When it closed. */
  closedAt?: Maybe<Scalars['DateTime']['output']>;
  /** Rule that opened it. */
  code: AlertCode;
  /**
   * Machine-readable details. JSON, because their shape is that of the code, and programs read those of a code that they act on: `schema/incidents/`
   * has a JSON Schema for each code.
   */
  data: Scalars['JSON']['output'];
  /** Seconds from opening to closing, or until now while it is open. */
  durationSeconds: Scalars['Int']['output'];
  /** The executor. */
  executorId?: Maybe<Scalars['ID']['output']>;
  /** Assigned by the control plane. */
  id: Scalars['ID']['output'];
  /** Human-readable message with the latest values. */
  message: Scalars['String']['output'];
  /** The node. */
  nodeId?: Maybe<Scalars['ID']['output']>;
  /** Note of that person. */
  note?: Maybe<Scalars['String']['output']>;
  /** When the incident opened: the condition had lasted as long as its rule requires. */
  openedAt: Scalars['DateTime']['output'];
  /** Severity. */
  severity: AlertSeverity;
  /** When the condition was first seen. */
  startedAt: Scalars['DateTime']['output'];
  /** Status: whether the condition still holds. */
  status: AlertStatus;
  /** Id of the subject. */
  subjectId: Scalars['ID']['output'];
  /** Name of the subject when the incident opened. */
  subjectName: Scalars['String']['output'];
  /** Type of the subject. */
  subjectType: AlertSubjectType;
  /** Time of the last change. */
  updatedAt: Scalars['DateTime']['output'];
};

/** One page of incidents. */
export type AlertIncidentConnection = {
  /** The incidents with their cursors, in the order of the direction. */
  edges: Array<AlertIncidentEdge>;
  /** The incidents, in the order of the direction. */
  nodes: Array<AlertIncident>;
  /** Position of this page in the list. */
  pageInfo: PageInfo;
};

/** An incident on a page. */
export type AlertIncidentEdge = {
  /** Cursor of the incident. */
  cursor: Scalars['String']['output'];
  /** The incident. */
  node: AlertIncident;
};

/** Conditions on incidents, and the page. All given conditions must hold. */
export type AlertIncidentFilterInput = {
  /** Whether somebody acknowledged it. Default: all. */
  acknowledged?: InputMaybe<Scalars['Boolean']['input']>;
  /** Filter by rule: one, or several of them in a list. */
  code?: InputMaybe<Array<AlertCode>>;
  /** An edge's cursor, after which the page starts. Default: the start of the list in this direction. */
  cursor?: InputMaybe<Scalars['String']['input']>;
  /** Direction. Default: `older`. */
  direction?: InputMaybe<PageDirection>;
  /** Incidents of this executor and of its nodes. Default: all. */
  executorId?: InputMaybe<Scalars['ID']['input']>;
  /** Opened at this time or later. */
  from?: InputMaybe<Scalars['DateTime']['input']>;
  /** Incidents of this node. Default: all. */
  nodeId?: InputMaybe<Scalars['ID']['input']>;
  /** Filter by text: the message or the name of the subject contains it, regardless of case. */
  search?: InputMaybe<Scalars['String']['input']>;
  /** Filter by severity: one, or several of them in a list. */
  severity?: InputMaybe<Array<AlertSeverity>>;
  /** Page size, 1 to 500. Default: 50. */
  take?: InputMaybe<Scalars['Int']['input']>;
  /** Opened before this time. */
  to?: InputMaybe<Scalars['DateTime']['input']>;
};

/** Selects an incident. */
export type AlertIncidentWhereUniqueInput = {
  /** The incident's id. */
  id: Scalars['ID']['input'];
};

/** Severity of an incident. */
export type AlertSeverity =
  /** Something is broken, or soon will be. */
  | 'critical'
  /** For information. */
  | 'info'
  /** Check it today. */
  | 'warning';

/** Status of an incident. */
export type AlertStatus =
  /** The condition is gone. */
  | 'closed'
  /** The condition holds. */
  | 'open';

/** Type of an incident's subject. */
export type AlertSubjectType =
  /** An API key. */
  | 'api_key'
  /** A notification channel. */
  | 'channel'
  /** A consumer of an endpoint. */
  | 'consumer'
  /** The control plane itself. */
  | 'control_plane'
  /** An executor. */
  | 'executor'
  /** A network, by its name. */
  | 'network'
  /** A node. */
  | 'node'
  /** A rollout of nodes, named by what it does. */
  | 'node_rollout'
  /** A rollout of agents, named by its version. */
  | 'rollout';

/** Result of `answerAgentRequest`. */
export type AnswerAgentRequestPayload = {
  /** Whether the request expects more. */
  isOpen: Scalars['Boolean']['output'];
  /** Whether the answer is stored. If a chunk is not, although `isOpen`, the reader is too slow: send it again in a moment. */
  isTaken: Scalars['Boolean']['output'];
};

/** An API key, without its secret. */
export type ApiKey = {
  /** Time of creation. */
  createdAt: Scalars['DateTime']['output'];
  /** Expiry; null if the key never expires. */
  expiresAt?: Maybe<Scalars['DateTime']['output']>;
  /** Assigned by the control plane. */
  id: Scalars['ID']['output'];
  /** Last use, updated about once a minute; null before the first use. */
  lastUsedAt?: Maybe<Scalars['DateTime']['output']>;
  /** Address of the last use; the proxy's, if there is one. */
  lastUsedFrom?: Maybe<Scalars['String']['output']>;
  /** Name, chosen by its creator. */
  name: Scalars['String']['output'];
  /** Email address of the key's owner; null for an executor's key. */
  owner?: Maybe<Scalars['String']['output']>;
  /** Purpose of the key. */
  purpose: ApiKeyPurpose;
  /** Time of revocation; null if it was not revoked. */
  revokedAt?: Maybe<Scalars['DateTime']['output']>;
  /** First characters of the key, to identify it. */
  start: Scalars['String']['output'];
  /** The executor that uses the key; null for a personal key, and for an unused key that is not bound to an executor. */
  usage?: Maybe<ExecutorApiKeyUsage>;
};

/** A key to create. */
export type ApiKeyCreateInput = {
  /** Binds the key to this executor. Default: the first one that uses it. Only for the purpose `executor`. */
  executorName?: InputMaybe<Scalars['String']['input']>;
  /** Seconds until it expires, up to 315360000 (10 years). Default: never. */
  expiresInSeconds?: InputMaybe<Scalars['Int']['input']>;
  /** 1 to 63 characters. */
  name: Scalars['String']['input'];
  /** Purpose of the key. */
  purpose: ApiKeyPurpose;
};

/** Purpose of an API key. */
export type ApiKeyPurpose =
  /** An executor's agent: heartbeats, events, log answers and nudges of a single executor. */
  | 'executor'
  /** A person's scripts: everything that the person can do, except acting as an executor. */
  | 'personal';

/** Conditions on a purpose. All given conditions must hold. A comparison with null is refused. */
export type ApiKeyPurposeFilter = {
  /** Is this one. */
  equals?: InputMaybe<ApiKeyPurpose>;
  /** Is one of these. */
  in?: InputMaybe<Array<ApiKeyPurpose>>;
  /** Must not match this filter. */
  not?: InputMaybe<ApiKeyPurposeFilter>;
  /** Is not one of these. */
  notIn?: InputMaybe<Array<ApiKeyPurpose>>;
};

/** Conditions on API keys. All given conditions must hold. */
export type ApiKeyWhereInput = {
  /** All of these must hold. */
  AND?: InputMaybe<Array<ApiKeyWhereInput>>;
  /** None of these may hold. */
  NOT?: InputMaybe<Array<ApiKeyWhereInput>>;
  /** One of these must hold. */
  OR?: InputMaybe<Array<ApiKeyWhereInput>>;
  /** Condition on the executor's name. */
  executorName?: InputMaybe<StringFilter>;
  /** Condition on the name. */
  name?: InputMaybe<StringFilter>;
  /** Condition on the purpose. */
  purpose?: InputMaybe<ApiKeyPurposeFilter>;
};

/** Selects an API key. */
export type ApiKeyWhereUniqueInput = {
  /** The key's id. */
  id: Scalars['ID']['input'];
};

/**
 * A mutation, or a command on the control plane's host. Written in the transaction of the change and never altered. Agents' reports are not
 * actions.
 */
export type AuditAction = {
  /** Name of the mutation or command; of `openAgentRequest` with the kind, such as `openAgentRequest rpc`. */
  action: Scalars['String']['output'];
  /** Who did it. */
  actor: AuditActor;
  /** IP address of the request; null for a command. */
  address?: Maybe<Scalars['String']['output']>;
  /** The changed values after the action, in the same form; null if there are none. */
  after?: Maybe<Scalars['JSON']['output']>;
  /** Time by the database's clock. */
  at: Scalars['DateTime']['output'];
  /**
   * The changed values before the action; null if there were none. Secrets are omitted and long values truncated. JSON, because the target may be
   * any object, with its fields at that time: the log outlives versions of the schema.
   */
  before?: Maybe<Scalars['JSON']['output']>;
  /** Error code of the refusal; null on success. */
  errorCode?: Maybe<UserErrorCode>;
  /**
   * Hash of the action and of the hash before it, as hexadecimal digits: anyone who has it can prove later that no action up to this one was
   * changed or removed.
   */
  hash: Scalars['String']['output'];
  /** Assigned by the control plane. */
  id: Scalars['ID']['output'];
  /** Outcome. */
  outcome: AuditOutcome;
  /** Id of the request, which its mutations share and the server's log contains. */
  requestId?: Maybe<Scalars['ID']['output']>;
  /** Number in the organization's audit log, from 1, without gaps. */
  sequence: Scalars['Int']['output'];
  /** The target; null if there is no single one, or if the request failed earlier. */
  target?: Maybe<AuditTarget>;
  /** Number of similar refusals since the last recorded one. Refusals without a credential are sampled. */
  unrecorded: Scalars['Int']['output'];
  /** User agent of the client. */
  userAgent?: Maybe<Scalars['String']['output']>;
};

/** One page of the audit log. */
export type AuditActionConnection = {
  /** The actions, each with its cursor. */
  edges: Array<AuditActionEdge>;
  /** The actions, in the order of the direction. */
  nodes: Array<AuditAction>;
  /** Position of this page in the list. */
  pageInfo: PageInfo;
};

/** An action on a page. */
export type AuditActionEdge = {
  /** Cursor of the action. */
  cursor: Scalars['String']['output'];
  /** The action. */
  node: AuditAction;
};

/** Filter and page. All conditions must hold. An empty text or list matches nothing; a condition that is null is refused. */
export type AuditActionFilterInput = {
  /** Filter by mutation or command. */
  action?: InputMaybe<Scalars['String']['input']>;
  /** Filter by kind of actor: one, or several of them in a list. */
  actorType?: InputMaybe<Array<AuditActorType>>;
  /** Filter by API key. */
  apiKeyId?: InputMaybe<Scalars['ID']['input']>;
  /** true: only actions that changed their target, as `before` and `after` show; false: only the rest. */
  changed?: InputMaybe<Scalars['Boolean']['input']>;
  /** An edge's cursor, after which the page starts. Default: the start of the list in this direction. */
  cursor?: InputMaybe<Scalars['String']['input']>;
  /** Direction. Default: `older`. */
  direction?: InputMaybe<PageDirection>;
  /** Start time, inclusive. */
  from?: InputMaybe<Scalars['DateTime']['input']>;
  /** Filter by outcome. */
  outcome?: InputMaybe<Array<AuditOutcome>>;
  /** false: without requests to agents (`openAgentRequest`), such as reading a log; true: only these. */
  reads?: InputMaybe<Scalars['Boolean']['input']>;
  /** Filter by text: the mutation or command, or the name of the actor or target contains it, regardless of case. */
  search?: InputMaybe<Scalars['String']['input']>;
  /** Page size, 1 to 500. Default: 50. */
  take?: InputMaybe<Scalars['Int']['input']>;
  /** Filter by id of the target. */
  targetId?: InputMaybe<Scalars['ID']['input']>;
  /** Filter by name of the target at that time. */
  targetName?: InputMaybe<Scalars['String']['input']>;
  /** Filter by kind of target. */
  targetType?: InputMaybe<Scalars['String']['input']>;
  /** End time, exclusive. */
  to?: InputMaybe<Scalars['DateTime']['input']>;
  /** Filter by person, including their API keys. */
  userId?: InputMaybe<Scalars['ID']['input']>;
};

/** An actor, as known at the time of the action. */
export type AuditActor = {
  /** The API key's id, if one was used. */
  apiKeyId?: Maybe<Scalars['ID']['output']>;
  /** Name and email address of a person, or user and host of a command. */
  name: Scalars['String']['output'];
  /** The kind of actor. */
  type: AuditActorType;
  /** The person's id, also for their API key. */
  userId?: Maybe<Scalars['ID']['output']>;
};

/** The kinds of actors. */
export type AuditActorType =
  /** Someone without a credential, such as a person who signs in. */
  | 'anonymous'
  /** A person's API key. */
  | 'api_key'
  /** Someone with access to the control plane's host. */
  | 'command_line'
  /** A consumer of an endpoint, as the gateway of a host reports it. */
  | 'consumer'
  /** A system administrator acting without a role in the organization. */
  | 'system_admin'
  /** A kind that this version does not know, for example after a downgrade. */
  | 'unknown'
  /** A person, in a session. */
  | 'user';

/** A fault of the audit log. */
export type AuditFault = {
  /** Number of the first action that it concerns. */
  first: Scalars['Int']['output'];
  /** The kind of fault. */
  kind: AuditFaultKind;
  /** Number of the last action that it concerns. */
  last: Scalars['Int']['output'];
};

/** Kinds of faults of the audit log. */
export type AuditFaultKind =
  /** The action does not match its hash: it was changed, or replaces another one. */
  | 'changed'
  /** The record of the last action is missing, or has another hash. */
  | 'head'
  /** Actions follow the last one that the control plane wrote, or the record of the last one was set back. */
  | 'inserted'
  /** Actions are missing. */
  | 'removed';

/** A place in the audit log: the number and the hash of an action. */
export type AuditLink = {
  /** Hash of the action; empty before the first one. */
  hash: Scalars['String']['output'];
  /** Number of the action; 0 before the first one. */
  sequence: Scalars['Int']['output'];
};

/** A place in the audit log: the number and the hash of an action. */
export type AuditLinkInput = {
  /** Hash of the action. */
  hash: Scalars['String']['input'];
  /** Number of the action. */
  sequence: Scalars['Int']['input'];
};

/** Outcome of an action. */
export type AuditOutcome =
  /** It was refused or failed, and changed nothing. */
  | 'refused'
  /** It succeeded. */
  | 'succeeded';

/** The target of an action, as known at that time. */
export type AuditTarget = {
  /** The object's id, as the caller gave it. */
  id: Scalars['ID']['output'];
  /** The object's name; null if it has none or belongs to another organization. */
  name?: Maybe<Scalars['String']['output']>;
  /** The kind of object, such as `node`, `executor` or `api_key`. */
  type: Scalars['String']['output'];
};

/** What the verification of a page of the audit log found. */
export type AuditVerification = {
  /** Actions on the page. */
  count: Scalars['Int']['output'];
  /** Faults of the page. */
  faultCount: Scalars['Int']['output'];
  /** The first 10 faults. */
  faults: Array<AuditFault>;
  /** Time of the page's first action; null without any. */
  firstAt?: Maybe<Scalars['DateTime']['output']>;
  /** Whether the page ends with the newest action. Only then is the end of the log verified. */
  isComplete: Scalars['Boolean']['output'];
  /** The page's last action. */
  last: AuditLink;
  /** Time of the page's last action; null without any. */
  lastAt?: Maybe<Scalars['DateTime']['output']>;
};

/** The node that a bitcoin.conf describes. */
export type BitcoinConf = {
  /** The client that the lines were judged for. */
  client: Client;
  /** Its version. */
  clientVersion: Scalars['String']['output'];
  /** Every line of the file, in order. */
  lines: Array<BitcoinConfLine>;
  /** Its network; null if the file selects one that no node can have, and the request none. */
  network?: Maybe<Network>;
  /** The node type. */
  nodeType: NodeType;
  /** What differs from a daemon with this file although no line says so. */
  notes: Array<Scalars['String']['output']>;
  /** The overrides, valid together. Their values include secrets, such as `torpassword`. */
  overrides: Array<ConfigOverride>;
  /** The custom signet that the file selects; null for none. */
  signet?: Maybe<CustomSignet>;
};

/** A field of the node that a line of a bitcoin.conf sets. */
export type BitcoinConfField = {
  /** The field, such as `nodeType` or `overrides.dbcache`. */
  field: Scalars['String']['output'];
  /** Its value; null if secret. */
  value?: Maybe<Scalars['String']['output']>;
};

/** A bitcoin.conf, and what is requested beside it. */
export type BitcoinConfInput = {
  /** The client that the lines are judged for. */
  client?: Client;
  /** Its version. Default: the one that a new node gets. */
  clientVersion?: InputMaybe<Scalars['String']['input']>;
  /** The executor whose versions apply. Default: any that is online and not cordoned. */
  executorId?: InputMaybe<Scalars['ID']['input']>;
  /** The node's network. Default: the one that the file selects, outside of sections; without such a line, mainnet. */
  network?: InputMaybe<Network>;
  /** The node type. Default: `pruned` for a file with `prune`, else `full`. */
  nodeType?: InputMaybe<NodeType>;
  /** Resource limits. Default, also for omitted fields: the network's defaults. */
  resources?: InputMaybe<NodeResourcesInput>;
  /** The text of the file: at most 65536 characters and 2000 lines. */
  text: Scalars['String']['input'];
};

/** One line of a bitcoin.conf. */
export type BitcoinConfLine = {
  /** What it sets of the node; empty for a line that sets nothing. */
  becomes: Array<BitcoinConfField>;
  /** Number of the line, starting with 1. */
  number: Scalars['Int']['output'];
  /** Reason of the verdict, or a note; null without one. */
  reason?: Maybe<Scalars['String']['output']>;
  /** The line, shortened, and without the values of secrets. */
  text: Scalars['String']['output'];
  /** What becomes of it. */
  verdict: BitcoinConfVerdict;
};

/** What becomes of a line of a bitcoin.conf. */
export type BitcoinConfVerdict =
  /** It would have an effect, and the node does not get it. */
  | 'dropped'
  /** An override as it stands. */
  | 'kept'
  /** A blank line, a comment or the header of a section. */
  | 'no_setting'
  /** The node has what the line means in another form. */
  | 'translated'
  /** bitcoind ignores it, or every node has it anyway. */
  | 'without_effect';

/** Conditions on a Boolean. All given conditions must hold. A comparison with null is refused. */
export type BooleanFilter = {
  /** Equals this value. */
  equals?: InputMaybe<Scalars['Boolean']['input']>;
  /** Must not match this filter. */
  not?: InputMaybe<BooleanFilter>;
};

/** Result of `cancelExecutorUpgrade`. */
export type CancelExecutorUpgradePayload = {
  /** The executor with its cancelled upgrade. */
  executor: Executor;
};

/** Result of `cancelNodeOperation`. */
export type CancelNodeOperationPayload = {
  /** The cancelled operation. */
  operation: NodeOperation;
};

/** Result of `cancelNodeRollout`. */
export type CancelNodeRolloutPayload = {
  /** The cancelled rollout. */
  rollout: NodeRollout;
};

/** Result of `cancelUpgradeRollout`. */
export type CancelUpgradeRolloutPayload = {
  /** The cancelled rollout. */
  rollout: UpgradeRollout;
};

/** Heights of blocks that the control plane compares with those of other nodes. */
export type ChainArgs = {
  /** The heights, at most 250. */
  heights: Array<Scalars['Int']['output']>;
};

/** A block of a node's chain. */
export type ChainBlockInput = {
  /** Its hash, in lower-case hex. */
  hash: Scalars['String']['input'];
  /** Its height. */
  height: Scalars['Int']['input'];
};

/** A branch of a network's chain. */
export type ChainBranch = {
  /** How many blocks it has of its own; null for a main branch, and while the fork is searched for. */
  blocks?: Maybe<Scalars['Int']['output']>;
  /** Total work of the chain up to its last block, in hexadecimal; null if unknown. The branch with the most work leads. */
  chainWork?: Maybe<Scalars['String']['output']>;
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
  /** Why its nodes and those of the parent do not agree, where their daemons report a reason, and how its work compares where its height misleads. */
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

/** Chain data on a host without a node in the inventory. */
export type ChainData = {
  /** The version that created it; null if unknown. */
  begunWith?: Maybe<Scalars['String']['output']>;
  /** Hash of that block. */
  bestBlockHash?: Maybe<Scalars['String']['output']>;
  /** Its data root on the executor; null for the default one. */
  dataRoot?: Maybe<Scalars['String']['output']>;
  /** Last known height; null if unknown. */
  height?: Maybe<Scalars['Int']['output']>;
  /** The network; null if there is no chain yet. */
  network?: Maybe<Network>;
  /** Node type of the last daemon; null if unknown. */
  nodeType?: Maybe<NodeType>;
  /** The newest version that has opened it; null if unknown. */
  openedWith?: Maybe<Scalars['String']['output']>;
  /** Size in bytes; null if its agent cannot read it. */
  sizeBytes?: Maybe<Scalars['ByteCount']['output']>;
  /** The names of the wallets in it; the default wallet's name is empty. Null if they could not be read. */
  wallets?: Maybe<Array<Scalars['String']['output']>>;
};

/** An agent's report on chain data without a node. */
export type ChainDataInput = {
  /** The version that created it. */
  begunWith?: InputMaybe<Scalars['String']['input']>;
  /** Hash of that block. */
  bestBlockHash?: InputMaybe<Scalars['String']['input']>;
  /** Its data root; null for the default one. */
  dataRoot?: InputMaybe<Scalars['String']['input']>;
  /** Last known height. */
  height?: InputMaybe<Scalars['Int']['input']>;
  /** The chain. */
  network?: InputMaybe<Network>;
  /** Node type of the last daemon. */
  nodeType?: InputMaybe<NodeType>;
  /** The newest version that has opened it. */
  openedWith?: InputMaybe<Scalars['String']['input']>;
  /** Size in bytes. */
  sizeBytes?: InputMaybe<Scalars['ByteCount']['input']>;
  /** The names of the wallets in it, the first 100. */
  wallets?: InputMaybe<Array<Scalars['String']['input']>>;
};

/** An index of bitcoind, named after its option. */
export type ChainIndex =
  /** Compact block filters. */
  | 'blockfilterindex'
  /** Statistics of the unspent outputs. */
  | 'coinstatsindex'
  /** Transactions by their id. */
  | 'txindex'
  /** The transactions that spent outputs, from version 31.0. */
  | 'txospenderindex';

/** A network, and where the organization's running nodes stood on it when they were last compared, a few seconds after a change. */
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

/** Selects a network. */
export type ChainNetworkWhereUniqueInput = {
  /** Its name, such as `mainnet`; of a custom signet, `signet:` and its challenge. */
  name: Scalars['String']['input'];
};

/** Blocks of a node's chain. */
export type ChainReadingInput = {
  /** The blocks at the requested heights, without those that the chain does not have. */
  blocks: Array<ChainBlockInput>;
  /** States of the consensus deployments; null if the daemon does not report them. */
  deployments?: InputMaybe<Array<DeploymentStateInput>>;
  /** The last block. */
  tip: ChainBlockInput;
};

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

/** How the nodes of a network stand. */
export type ChainVerdict =
  /** All nodes follow one chain. */
  | 'agreed'
  /** Nodes follow different chains with the same work. */
  | 'even'
  /** Nodes follow different chains, and one of them has the most work. */
  | 'split';

/** An object that was changed, created or deleted. */
export type Change = {
  /** Id of the object; null for `resync` and `event`. */
  id?: Maybe<Scalars['ID']['output']>;
  /** Revision of the object after the change; null if it has none or it is unknown. */
  revision?: Maybe<Scalars['Int']['output']>;
  /** Type of the object. */
  type: ChangeType;
};

/** Result of `changeNodes`. */
export type ChangeNodesPayload = {
  /** Number of matching nodes. */
  count: Scalars['Int']['output'];
  /** Number of running nodes that the rollout restarts. */
  restarts: Scalars['Int']['output'];
  /** The result for each node, by name. */
  results: Array<NodesChangeResult>;
  /** The rollout that changes its members one after another; null without one. */
  rollout?: Maybe<NodeRollout>;
};

/** Result of `changePassword`. */
export type ChangePasswordPayload = {
  /** The person. */
  person: User;
};

/** Types of changes. */
export type ChangeType =
  /** An API key. For owners and admins. */
  | 'api_key'
  /** A node has another best block; the id is the node's. Not while it downloads the chain. */
  | 'block'
  /** An endpoint, a consumer, or what the gateway of a host reports on an endpoint. Heights and counts of calls do not count. */
  | 'endpoint'
  /** New events. Samples do not count. */
  | 'event'
  /** An executor, including whether it is online, which affects its nodes' phases. */
  | 'executor'
  /** An incident, its notes, or whether it is open. */
  | 'incident'
  /** An invitation. For owners and admins. */
  | 'invitation'
  /** Someone's membership or role. */
  | 'member'
  /** A node's desired or observed state. Samples do not count. */
  | 'node'
  /** Notification settings, a notification channel, or a delivery's status. */
  | 'notification'
  /** The organization itself. */
  | 'organization'
  /** The release catalog, which all organizations share. */
  | 'release'
  /** Everything may be stale: fetch it again. Sent first, and when changes may have been missed or are too many to name. */
  | 'resync'
  /** A rollout of agents or of nodes, or a member's progress. An agent's upgrade reports count as changes of its executor. */
  | 'rollout';

/** Node software. */
export type Client =
  /** Bitcoin Core. */
  | 'bitcoind'
  /** Bitcoin Knots, whose consensus rules differ from Bitcoin Core's. */
  | 'knots';

/** A disclosed vulnerability of a client. */
export type ClientAdvisory = {
  /** The releases that fixed it. */
  fixedIn: Array<Scalars['String']['output']>;
  /** Its id, such as `CVE-2024-52911`. */
  id: Scalars['String']['output'];
  /** When it was disclosed. */
  publishedAt: Scalars['DateTime']['output'];
  /** Severity. */
  severity: ClientAdvisorySeverity;
  /** Description. */
  what: Scalars['String']['output'];
};

/** Severity of a vulnerability. */
export type ClientAdvisorySeverity =
  /** High. */
  | 'high'
  /** Low. */
  | 'low'
  /** Medium. */
  | 'medium';

/** One client version that a host offers. */
export type ClientCapability = {
  /** The client. */
  client: Client;
  /** Its image, from the operator's settings. */
  image: Scalars['String']['output'];
  /** Life cycle of this version. */
  lifecycle: ClientLifecycle;
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

/** A defect of a client that its developers fixed without an advisory. */
export type ClientDefect = {
  /** Versions with the fix. */
  fixedIn: Array<Scalars['String']['output']>;
  /** Its id, such as `chainstate_rewrites`. */
  id: Scalars['String']['output'];
  /** Kind of defect. */
  kind: ClientDefectKind;
  /** What the version does, as the rest of a sentence. */
  what: Scalars['String']['output'];
  /** What protects a node until it runs a fixed version; null if nothing does. */
  workaround?: Maybe<Scalars['String']['output']>;
};

/** Kinds of defects. */
export type ClientDefectKind =
  /** The daemon misbehaves. */
  | 'defect'
  /** An option does not keep its promise. */
  | 'unsafe_option';

/** Life cycle of a version, from the control plane's table. */
export type ClientLifecycle = {
  /** Its vulnerabilities, most severe first. A node's incidents tell whether one affects it. */
  advisories: Array<ClientAdvisory>;
  /** Known defects and unsafe options of this version without an advisory. A node's incidents tell whether one affects it. */
  defects: Array<ClientDefect>;
  /** End of life; null if unknown. */
  endOfLifeAt?: Maybe<Scalars['DateTime']['output']>;
  /** Life cycle state. */
  state: ClientLifecycleState;
  /** Human-readable summary in one line. */
  summary: Scalars['String']['output'];
  /** That the control plane's facts about versions are more than 60 days old; null otherwise. */
  tableNote?: Maybe<Scalars['String']['output']>;
  /** The state and the high-severity vulnerabilities in a few words; null if the version is maintained and has none. */
  warning?: Maybe<Scalars['String']['output']>;
  /** Reason for its withdrawal; null if it was not withdrawn. */
  withdrawnReason?: Maybe<Scalars['String']['output']>;
};

/** Life cycle state of a version. */
export type ClientLifecycleState =
  /** Unmaintained. */
  | 'end_of_life'
  /** Maintained. */
  | 'maintained'
  /** Unknown. */
  | 'unknown'
  /** Withdrawn by its developers. */
  | 'withdrawn';

/** An offered client version. */
export type ClientOption = {
  /** The client. */
  client: Client;
  /** Life cycle of this version. */
  lifecycle: ClientLifecycle;
  /** A warning about this client; null for Bitcoin Core. */
  note?: Maybe<Scalars['String']['output']>;
  /** Its version. */
  version: Scalars['String']['output'];
};

/** The identity provider's answer. */
export type CompleteSingleSignOnInput = {
  /** The query of the URL to which the identity provider redirected: `code=…&state=…`. */
  query: Scalars['String']['input'];
};

/** Result of `completeSingleSignOn`. */
export type CompleteSingleSignOnPayload = {
  /** The signed-in person. */
  person: User;
};

/** A change of the effective configuration. */
export type ConfigChange = {
  /** Current value; null if unset or secret. Several values are separated by commas. */
  from?: Maybe<Scalars['String']['output']>;
  /** The key. */
  key: Scalars['String']['output'];
  /** Explanation. */
  note?: Maybe<Scalars['String']['output']>;
  /** Origin of the new value; null if unset. */
  origin?: Maybe<ConfigOrigin>;
  /** New value; null if unset or secret. */
  to?: Maybe<Scalars['String']['output']>;
};

/** One setting of a daemon, for its command line (`-key=value`) or its file (`key=value`). */
export type ConfigLine = {
  /** The key. A key can occur several times with different values. */
  key: Scalars['String']['output'];
  /** The value; may be empty. */
  value: Scalars['String']['output'];
};

/** One option of a node's configuration file. */
export type ConfigOption = {
  /** Whether it is for tests and debugging only. */
  advanced: Scalars['Boolean']['output'];
  /** Category: general, connection, relay, block_creation, wallet, rpc, zeromq, chain_selection or debugging. */
  category: Scalars['String']['output'];
  /** Allowed values; empty if any is allowed. */
  choices: Array<Scalars['String']['output']>;
  /** bitcoind's default on mainnet; null if it has none or it depends on other options. The preview of a node shows the platform's value. */
  default?: Maybe<Scalars['String']['output']>;
  /** Description in one sentence. */
  help: Scalars['String']['output'];
  /** The key. */
  key: Scalars['String']['output'];
  /** Maximum; null without one. */
  max?: Maybe<Scalars['Float']['output']>;
  /** Minimum; null without one. */
  min?: Maybe<Scalars['Float']['output']>;
  /** Why it is managed by the platform and cannot be set; null if users can set it. */
  platformReason?: Maybe<Scalars['String']['output']>;
  /** Whether it can be set several times, adding values. */
  repeatable: Scalars['Boolean']['output'];
  /** Whether its value is a secret. */
  secret: Scalars['Boolean']['output'];
  /** Type of its values. */
  type: ConfigOptionType;
  /** Unit, such as `MiB`. */
  unit?: Maybe<Scalars['String']['output']>;
};

/** Type of an option's values. */
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

/** Origin of a setting. */
export type ConfigOrigin =
  /** The platform's default for this network, node type and resources. */
  | 'default'
  /** The user. */
  | 'override'
  /** The platform; cannot be changed. */
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
  /** Explanation. */
  note?: Maybe<Scalars['String']['output']>;
  /** Origin. */
  origin: ConfigOrigin;
  /** The value; null if secret. */
  value?: Maybe<Scalars['String']['output']>;
};

/** Whether a node's daemon runs with its rendered settings, apart from those of the host: addresses, ports, credentials. */
export type ConfigState =
  /** It runs with different settings: a change is pending or was reverted, or its executor applies its own. */
  | 'differs'
  /** It runs with exactly these settings. */
  | 'running'
  /** Unknown: the executor is offline or does not report its settings, or the daemon does not answer. */
  | 'unknown';

/** Result of `confirmSecondFactor`. */
export type ConfirmSecondFactorPayload = {
  /** The person. */
  person: User;
};

/** Result of `confirmSignIn`. */
export type ConfirmSignInPayload = {
  /** The signed-in person. */
  person: User;
};

/** Duration of something takes, in hours. */
export type ConsequenceHours = {
  /** Minimum. */
  from: Scalars['Float']['output'];
  /** Whether it is based on the measured verification speed of nodes on this host instead of typical values. */
  measured: Scalars['Boolean']['output'];
  /** Maximum; equal to `from` if measured. */
  to: Scalars['Float']['output'];
};

/** Kinds of consequences. */
export type ConsequenceKind =
  /** The node behaves differently than before: as this version does, or because its Tor is turned on or off. */
  | 'behavior_changes'
  /** An index is built, which takes hours. */
  | 'builds_index'
  /** The version cannot read the chain data, and is refused. */
  | 'data_may_be_unreadable'
  /** A default that the node relies on differs in this version. */
  | 'default_changes'
  /** It cannot be undone. */
  | 'irreversible'
  /** The database cache is larger than the memory of the node. */
  | 'memory_exceeded'
  /** It needs data that the node no longer has, and is refused. */
  | 'needs_missing_data'
  /**
   * The daemon stops gently and starts again in a new container; if it is stopped, at its next start. No change restarts the daemon in the same
   * container, because a container's configuration never changes.
   */
  | 'new_container'
  /** Nothing happens to the daemon. */
  | 'nothing'
  /** An option of the node has no effect in this version. */
  | 'option_dropped'
  /** The chain is rebuilt, which takes days. */
  | 'rebuilds_chain'
  /** The daemon starts. */
  | 'starts'
  /** The daemon stops gently. */
  | 'stops'
  /** It is unknown what the version changes, because the control plane has no facts about its major version or that of the current one. */
  | 'unknown_changes'
  /** The client is downgraded to a version that can read the chain data. */
  | 'version_lowered'
  /** Wallets of the node do not load in this version. */
  | 'wallets_unloadable';

/** A program that calls an endpoint, with a credential of its own. */
export type Consumer = {
  /** Methods beside those of the preset. */
  addedMethods: Array<Scalars['String']['output']>;
  /** Calls in flight, on each host. */
  callsInFlight: Scalars['Int']['output'];
  /** Calls per second, on each host. */
  callsPerSecond: Scalars['Int']['output'];
  /** Number of calls by outcome, of all hosts. */
  counts: Array<ConsumerCount>;
  /** When it was created. */
  createdAt: Scalars['DateTime']['output'];
  /** The id of its endpoint. */
  endpointId: Scalars['ID']['output'];
  /** Expiry; null if it never expires. */
  expiresAt?: Maybe<Scalars['DateTime']['output']>;
  /** Assigned by the control plane. */
  id: Scalars['ID']['output'];
  /** Last call; null before the first. */
  lastUsedAt?: Maybe<Scalars['DateTime']['output']>;
  /** The methods that it can call, by name. */
  methods: Array<Scalars['String']['output']>;
  /** Added methods that no preset has: each node allows them to gateways only after its next restart. */
  methodsAfterRestart: Array<Scalars['String']['output']>;
  /** Name, unique among the consumers of its endpoint: the user of Basic authentication. */
  name: Scalars['String']['output'];
  /** Preset of its methods. */
  preset: ConsumerPreset;
  /** Until when the previous secret stays valid; null without one. */
  previousSecretUntil?: Maybe<Scalars['DateTime']['output']>;
  /** Methods of the preset that it cannot call. */
  removedMethods: Array<Scalars['String']['output']>;
};

/** Number of calls of a consumer with one outcome. */
export type ConsumerCount = {
  /** Number of calls. */
  calls: Scalars['Float']['output'];
  /** The outcome, such as `ok` or `not_allowed`; see the documentation of endpoints. */
  outcome: Scalars['String']['output'];
};

/** Number of calls of a consumer with one outcome. */
export type ConsumerCountInput = {
  /** Number of calls. */
  calls: Scalars['Float']['input'];
  /** The outcome, up to 64 characters. */
  outcome: Scalars['String']['input'];
};

/** A consumer to create. */
export type ConsumerCreateInput = {
  /** Methods beside those of the preset, at most 200. */
  addedMethods?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Calls in flight, on each host, 1 to 10000. Default: 32. */
  callsInFlight?: InputMaybe<Scalars['Int']['input']>;
  /** Calls per second, on each host, 1 to 100000. Default: 100. */
  callsPerSecond?: InputMaybe<Scalars['Int']['input']>;
  /** The id of its endpoint. */
  endpointId: Scalars['ID']['input'];
  /** Seconds until it expires. Default: never. */
  expiresInSeconds?: InputMaybe<Scalars['Int']['input']>;
  /** Name, 1 to 63 characters: letters, digits, dot, dash and underscore, starting with a letter or digit. */
  name: Scalars['String']['input'];
  /** Preset of its methods. Default: `read`. */
  preset?: InputMaybe<ConsumerPreset>;
  /** Methods of the preset that it cannot call, at most 200. */
  removedMethods?: InputMaybe<Array<Scalars['String']['input']>>;
};

/** Preset of methods. Wallets and administration are in no other preset than their own. */
export type ConsumerPreset =
  /** Like `read`, with what indexers and explorers call. */
  | 'indexer'
  /** What Lightning nodes call: reads, fees, and sending transactions. */
  | 'lightning'
  /** What miners and pools call. */
  | 'mining'
  /** Reads blocks, transactions and the state of the network. */
  | 'read'
  /** Wallet methods. */
  | 'wallet';

/** What a gateway reports on a consumer. */
export type ConsumerReportInput = {
  /** The consumer's id. */
  consumerId: Scalars['ID']['input'];
  /** Its calls since the gateway started, by outcome, at most 20. */
  counts: Array<ConsumerCountInput>;
  /** Last call. */
  lastUsedAt: Scalars['DateTime']['input'];
};

/** Changes of a consumer. Omitted fields are unchanged. */
export type ConsumerUpdateInput = {
  /** Methods beside those of the preset. */
  addedMethods?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Calls in flight, on each host. */
  callsInFlight?: InputMaybe<Scalars['Int']['input']>;
  /** Calls per second, on each host. */
  callsPerSecond?: InputMaybe<Scalars['Int']['input']>;
  /** Seconds until it expires, from now; null for never. */
  expiresInSeconds?: InputMaybe<Scalars['Int']['input']>;
  /** Name. Its clients must use the new one. */
  name?: InputMaybe<Scalars['String']['input']>;
  /** Preset of its methods. */
  preset?: InputMaybe<ConsumerPreset>;
  /** Methods of the preset that it cannot call. */
  removedMethods?: InputMaybe<Array<Scalars['String']['input']>>;
};

/** Conditions on consumers. All given conditions must hold. */
export type ConsumerWhereInput = {
  /** All of these must hold. */
  AND?: InputMaybe<Array<ConsumerWhereInput>>;
  /** None of these may hold. */
  NOT?: InputMaybe<Array<ConsumerWhereInput>>;
  /** One of these must hold. */
  OR?: InputMaybe<Array<ConsumerWhereInput>>;
  /** Condition on the endpoint's id. */
  endpointId?: InputMaybe<StringFilter>;
  /** Condition on the name. */
  name?: InputMaybe<StringFilter>;
};

/** Selects a consumer. */
export type ConsumerWhereUniqueInput = {
  /** The consumer's id. */
  id: Scalars['ID']['input'];
};

/** Result of `cordonExecutor`. */
export type CordonExecutorPayload = {
  /** The cordoned executor. */
  executor: Executor;
};

/** Result of `createApiKey`. */
export type CreateApiKeyPayload = {
  /** The key, without its secret. */
  apiKey: ApiKey;
  /** The secret to send as `Authorization: Bearer`. */
  secret: Scalars['String']['output'];
};

/** Result of `createConsumer`. */
export type CreateConsumerPayload = {
  /** The consumer. */
  consumer: Consumer;
  /** Its secret: the password of Basic authentication, with the consumer's name as the user. */
  secret: Scalars['String']['output'];
};

/** Result of `createEndpoint`. */
export type CreateEndpointPayload = {
  /** The endpoint. */
  endpoint: Endpoint;
};

/** Result of `createEnrolmentToken`. */
export type CreateEnrolmentTokenPayload = {
  /** The token, without its secret. */
  enrolmentToken: EnrolmentToken;
  /**
   * Why the command for a new host cannot install an agent; null if it can. Its script at `/install` has the release that this control plane was
   * installed from.
   */
  installFault?: Maybe<Scalars['String']['output']>;
  /** The secret that the agent needs. */
  token: Scalars['String']['output'];
};

/** Result of `createExecutorRelease`. */
export type CreateExecutorReleasePayload = {
  /** The added release. */
  release: ExecutorRelease;
};

/** Result of `createNode`. */
export type CreateNodePayload = {
  /** The created node. */
  node: Node;
};

/** Result of `createNotificationChannel`. */
export type CreateNotificationChannelPayload = {
  /** The channel. */
  channel: NotificationChannel;
  /** The secret of a webhook, as `whsec_…`, with which receivers verify deliveries; otherwise null. */
  webhookSecret?: Maybe<Scalars['String']['output']>;
};

/** Result of `createOrganization`. */
export type CreateOrganizationPayload = {
  /** The created organization. */
  organization: Organization;
};

/** Result of `createPasswordResetLink`. */
export type CreatePasswordResetLinkPayload = {
  /** Expiry. */
  expiresAt: Scalars['DateTime']['output'];
  /** URL of the page; null if the control plane does not know its public URL. */
  link?: Maybe<Scalars['String']['output']>;
  /** The secret of the link. */
  token: Scalars['String']['output'];
};

/** The credential that authenticated the caller. */
export type Credential = {
  /** Id of the API key or session. */
  id: Scalars['ID']['output'];
  /** Kind of credential. */
  type: CredentialType;
};

/** The kinds of credentials. */
export type CredentialType =
  /** An API key, sent as `Authorization: Bearer`. */
  | 'api_key'
  /** A session cookie, accepted only from the control plane's own pages. */
  | 'session';

/** A signet other than the public one. */
export type CustomSignet = {
  /** The script that signs its blocks, in hexadecimal. It decides which chain it is. */
  challenge: Scalars['String']['output'];
  /** Where a node finds its first peers, as `HOST` or `HOST:PORT`. */
  seedNodes: Array<Scalars['String']['output']>;
};

/** A signet other than the public one. */
export type CustomSignetInput = {
  /** The script that signs its blocks, in hexadecimal: 1 to 800 bytes, and not that of the public signet. */
  challenge: Scalars['String']['input'];
  /** Where the node finds its first peers, as `HOST` or `HOST:PORT`; at most 16. Default: none. */
  seedNodes?: Array<Scalars['String']['input']>;
};

/** The end of a branch that a daemon knows and does not follow. */
export type DaemonBranch = {
  /** Blocks since the branch left the daemon's own chain. */
  branchLength: Scalars['Int']['output'];
  /** Total work of the chain up to that block, in hexadecimal; null if unknown. */
  chainWork?: Maybe<Scalars['String']['output']>;
  /** Its hash. */
  hash: Scalars['String']['output'];
  /** Its height. */
  height: Scalars['Int']['output'];
  /** What the daemon knows of it. */
  status: ChainTipStatus;
};

/** A directory of a host for chain data. */
export type DataRoot = {
  /** Free disk in GiB; null if the agent cannot read it. */
  freeGiB?: Maybe<Scalars['Float']['output']>;
  /** Name, such as `default`. */
  name: Scalars['String']['output'];
  /** Path on the host; null for the engine's volumes. */
  path?: Maybe<Scalars['String']['output']>;
  /** Disk size in GiB; null if the agent cannot read it, for example while it is not mounted. */
  totalGiB?: Maybe<Scalars['Float']['output']>;
};

/** A directory of a host for chain data. */
export type DataRootInput = {
  /** Free disk in GiB; null if the agent cannot read it. */
  freeGiB?: InputMaybe<Scalars['Float']['input']>;
  /** Name of the data root, such as `default`. */
  name: Scalars['String']['input'];
  /** Path on the host, up to 4096 characters; null for the engine's volumes. */
  path?: InputMaybe<Scalars['String']['input']>;
  /** Disk size in GiB; null if the agent cannot read it. */
  totalGiB?: InputMaybe<Scalars['Float']['input']>;
};

/** Conditions on an instant. All given conditions must hold. A comparison with null is refused. */
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
  /** Is not one of these instants. */
  notIn?: InputMaybe<Array<Scalars['DateTime']['input']>>;
};

/** Result of `deleteApiKey`. */
export type DeleteApiKeyPayload = {
  /** The deleted key. */
  apiKey: ApiKey;
};

/** Result of `deleteEndpoint`. */
export type DeleteEndpointPayload = {
  /** The deleted endpoint. */
  endpoint: Endpoint;
};

/** Result of `deleteExecutor`. */
export type DeleteExecutorPayload = {
  /** The deleted executor. */
  executor: Executor;
};

/** Result of `deleteExecutorRelease`. */
export type DeleteExecutorReleasePayload = {
  /** The removed release. */
  release: ExecutorRelease;
};

/** Result of `deleteMaintenanceSchedule`. */
export type DeleteMaintenanceSchedulePayload = {
  /** The deleted schedule. */
  schedule: MaintenanceSchedule;
};

/** Result of `deleteNode`. */
export type DeleteNodePayload = {
  /** The node that is being deleted. */
  node: Node;
};

/** Result of `deleteNotificationChannel`. */
export type DeleteNotificationChannelPayload = {
  /** The deleted channel. */
  channel: NotificationChannel;
};

/** State of one consensus deployment, as `getdeploymentinfo` reports it. */
export type DeploymentStateInput = {
  /** Name of the deployment, up to 64 characters. */
  name: Scalars['String']['input'];
  /** Its state, such as `active`, up to 32 characters. */
  state: Scalars['String']['input'];
};

/** Result of `deregisterExecutor`. */
export type DeregisterExecutorPayload = {
  /** The executor's id; null if it was deleted. */
  executorId?: Maybe<Scalars['ID']['output']>;
};

/** A consumer of an endpoint. */
export type DesiredConsumer = {
  /** Calls in flight. */
  callsInFlight: Scalars['Int']['output'];
  /** Calls per second. */
  callsPerSecond: Scalars['Int']['output'];
  /** Expiry; null if it never expires. */
  expiresAt?: Maybe<Scalars['DateTime']['output']>;
  /** The consumer's id. */
  id: Scalars['ID']['output'];
  /** The methods that it can call. */
  methods: Array<Scalars['String']['output']>;
  /** The user of Basic authentication. */
  name: Scalars['String']['output'];
  /** Its valid secrets, at most 2. */
  secrets: Array<DesiredConsumerSecret>;
};

/** A secret of a consumer. The secret itself never reaches a host. */
export type DesiredConsumerSecret = {
  /** Expiry; null if it is the current one. */
  expiresAt?: Maybe<Scalars['DateTime']['output']>;
  /** Its id. */
  id: Scalars['ID']['output'];
  /** SHA-256 of the secret, in lower-case hex. */
  sha256: Scalars['String']['output'];
};

/** An endpoint that a gateway serves. */
export type DesiredEndpoint = {
  /** Address to listen on. */
  address: Scalars['String']['output'];
  /** How the network's nodes stand; null if unknown. */
  branches?: Maybe<DesiredEndpointBranches>;
  /** The consumers. */
  consumers: Array<DesiredConsumer>;
  /** The endpoint's id. */
  id: Scalars['ID']['output'];
  /** The nodes that can be reached from this host. */
  members: Array<DesiredEndpointMember>;
  /** Its name. */
  name: Scalars['String']['output'];
  /** The network of its nodes. */
  network: Network;
  /** Port to listen on. */
  port: Scalars['Int']['output'];
  /** Files for TLS; null for plain HTTP. */
  tls?: Maybe<EndpointTls>;
};

/** How the nodes of a network stand, as the control plane compared them. */
export type DesiredEndpointBranches = {
  /** When the verdict was first delivered. */
  asOf: Scalars['DateTime']['output'];
  /** The first blocks of the branches that lose, after their fork. */
  losing: Array<Scalars['String']['output']>;
  /** A block of the branch to answer from while the split is even; null without one. */
  pinned?: Maybe<Scalars['String']['output']>;
  /** The verdict. */
  verdict: ChainVerdict;
};

/** A node of an endpoint, with the gateway's credentials. Its daemon allows this user only the methods of the presets. */
export type DesiredEndpointMember = {
  /** Whether its daemon was started with this user. */
  hasGatewayUser: Scalars['Boolean']['output'];
  /** Its name. */
  name: Scalars['String']['output'];
  /** The node's id. */
  nodeId: Scalars['ID']['output'];
  /** Why it gets no calls, although it may still answer, such as a stop that was requested; null if it does. */
  passedOver?: Maybe<Scalars['String']['output']>;
  /** Its password for this node. */
  password: Scalars['String']['output'];
  /** The `rpcthreads` that its settings override, from which gateways take their share; null for the default of its version. */
  rpcThreads?: Maybe<Scalars['Int']['output']>;
  /** The URL of its JSON-RPC server. */
  url: Scalars['String']['output'];
  /** The user of the gateways. */
  user: Scalars['String']['output'];
};

/** What the gateway of a host serves. */
export type DesiredGateway = {
  /** Identifies it; null if the host serves no endpoint. */
  digest?: Maybe<Scalars['String']['output']>;
  /** The endpoints, at most 50. */
  endpoints: Array<DesiredEndpoint>;
};

/** Desired state of a node. */
export type DesiredNode = {
  /** The client software. */
  client: Client;
  /** The client version. */
  clientVersion: Scalars['String']['output'];
  /**
   * The rendered settings of its daemon, overrides and defaults. The executor adds the data directory, addresses, ports and RPC credentials.
   * `chain` comes first; in a file, the section of that name follows it.
   */
  config: Array<ConfigLine>;
  /** Whether deletion keeps the chain data. */
  dataPolicy: NodeDataPolicy;
  /** The data root for new data; null for the default one. Existing data stays where it is. */
  dataRoot?: Maybe<Scalars['String']['output']>;
  /** Desired state. */
  desiredState: DesiredState;
  /** A second pair that it also accepts during a rotation; null at other times. */
  formerRpcAuth?: Maybe<Scalars['String']['output']>;
  /** Methods for the `rpcwhitelist` of that user, beside those of the presets. */
  gatewayMethods: Array<Scalars['String']['output']>;
  /**
   * A pair for the gateways of the organization's endpoints, to be added at the daemon's next start with an `rpcwhitelist`; it is no reason to
   * restart it.
   */
  gatewayRpcAuth: Scalars['String']['output'];
  /** The node's id. */
  id: Scalars['ID']['output'];
  /** The node's name. */
  name: Scalars['String']['output'];
  /** The chain. */
  network: Network;
  /** Node type: full or pruned history. */
  nodeType: NodeType;
  /** Its operations that have not ended. */
  operations: Array<DesiredOperation>;
  /** Configuration overrides, as entered. */
  overrides: Array<ConfigOverride>;
  /** The wallets that may be deleted with the chain data. An agent that finds any other wallet deletes nothing. */
  removableWallets?: Maybe<Array<Scalars['String']['output']>>;
  /** Resource limits. */
  resources: NodeResources;
  /** Number of restarts requested. */
  restartCounter: Scalars['Int']['output'];
  /** Whether to revert a change that makes a working node fail; null means yes. */
  revertFailedChange?: Maybe<Scalars['Boolean']['output']>;
  /** Number of changes requested for this node. */
  revision: Scalars['Int']['output'];
  /** The platform's RPC credentials as bitcoind's `rpcauth` takes them: `USER:SALT$HASH`. The password itself never leaves the control plane. */
  rpcAuth: Scalars['String']['output'];
  /** The custom signet; null for the public one, and on every other network. */
  signet?: Maybe<CustomSignet>;
  /**
   * The Tor that everything for peers goes through; null for none. `config` has its settings. With one, the P2P port is published on the loopback
   * address of the host only.
   */
  tor?: Maybe<NodeTor>;
  /**
   * The client version that a waiting rollout will change it to; null without one. An executor may fetch what that version needs, so that the node
   * is down only for its stop and start. It changes nothing else of the node.
   */
  upcomingVersion?: Maybe<Scalars['String']['output']>;
};

/** An operation of a node, run once. */
export type DesiredOperation = {
  /** Whether an agent has reported its start. It then only continues. */
  hasStarted: Scalars['Boolean']['output'];
  /** Id of the operation. An operation that has ended is never started again. */
  id: Scalars['ID']['output'];
  /** A NodeOperationKind. Ignore any other kind. */
  kind: Scalars['String']['output'];
  /** Its parameters. */
  params: NodeOperationParams;
};

/** Desired state of a node. */
export type DesiredState =
  /** Deleted. */
  | 'deleted'
  /** Running. */
  | 'running'
  /** Stopped, with its chain data kept. */
  | 'stopped';

/** Conditions on a node's desired state. All given conditions must hold. A comparison with null is refused. */
export type DesiredStateFilter = {
  /** Is this one. */
  equals?: InputMaybe<DesiredState>;
  /** Is one of these. */
  in?: InputMaybe<Array<DesiredState>>;
  /** Must not match this filter. */
  not?: InputMaybe<DesiredStateFilter>;
  /** Is not one of these. */
  notIn?: InputMaybe<Array<DesiredState>>;
};

/** The version that an agent should upgrade to. */
export type DesiredUpgrade = {
  /** The archive for the agent's platform; null for an agent that is installed as a container. */
  artifact?: Maybe<ReleaseArtifact>;
  /** Channel. */
  channel: Scalars['String']['output'];
  /** Deadline. An agent that has not started to switch then drops the upgrade. */
  deadline: Scalars['DateTime']['output'];
  /** The image; null for an agent that is installed from an archive. */
  image?: Maybe<ReleaseImage>;
  /** Id of the request, for the agent's reports. */
  requestId: Scalars['ID']['output'];
  /** Target version. */
  targetVersion: Scalars['String']['output'];
};

/** Forecast of a disk's usage, at the rate of the last three days. */
export type DiskForecast = {
  /** Days until it is full; null if it is not filling up, or with less than six hours of readings. */
  daysUntilFull?: Maybe<Scalars['Float']['output']>;
  /** Decrease of free space in GiB per day; negative if it increases, null with less than six hours of readings. */
  fillsGiBPerDay?: Maybe<Scalars['Float']['output']>;
  /** Time of the oldest reading in the forecast. */
  since: Scalars['DateTime']['output'];
};

/** Result of `drainExecutor`. */
export type DrainExecutorPayload = {
  /** The executor with its drain. */
  executor: Executor;
};

/** Result of `endOtherSessions`. */
export type EndOtherSessionsPayload = {
  /** Number of ended sessions. */
  sessionCount: Scalars['Int']['output'];
};

/** Result of `endSession`. */
export type EndSessionPayload = {
  /** The id of the ended session. */
  sessionId: Scalars['ID']['output'];
};

/** An address at which gateways serve the JSON-RPC of several nodes of one network to consumers. */
export type Endpoint = {
  /** Address that the gateways listen on. */
  address: Scalars['String']['output'];
  /** When it was created. */
  createdAt: Scalars['DateTime']['output'];
  /** The ids of the hosts whose gateways serve it. */
  executorIds: Array<Scalars['ID']['output']>;
  /** Its hosts, with what their gateways report. */
  hosts: Array<EndpointHost>;
  /** Assigned by the control plane. */
  id: Scalars['ID']['output'];
  /** Its nodes, by name, at most 100. */
  members: Array<EndpointMember>;
  /** Name, unique in the organization. */
  name: Scalars['String']['output'];
  /** The network of its nodes. */
  network: Network;
  /** The ids of its nodes; null if `nodeLabels` select them. */
  nodeIds?: Maybe<Array<Scalars['ID']['output']>>;
  /** Labels that its nodes have, all of them; empty with `nodeIds`. A label of the node takes precedence over the same label of its host. */
  nodeLabels: Array<Label>;
  /** A block of the branch to answer from while a split is even; null without one. */
  pinnedBlockHash?: Maybe<Scalars['String']['output']>;
  /** Port that the gateways listen on. */
  port: Scalars['Int']['output'];
  /** The files for TLS on each host; null for plain HTTP. */
  tls?: Maybe<EndpointTls>;
};

/** A call of a consumer that changes something, such as `sendrawtransaction`. */
export type EndpointCallInput = {
  /** Time by the host's clock. */
  at: Scalars['DateTime']['input'];
  /** The consumer's id. */
  consumerId: Scalars['ID']['input'];
  /** The consumer's name, up to 63 characters. The audit log shows it only if the control plane does not know the consumer. */
  consumerName: Scalars['String']['input'];
  /** The endpoint's id. */
  endpointId: Scalars['ID']['input'];
  /** A UUID, generated once by the gateway. */
  id: Scalars['ID']['input'];
  /** The method, up to 64 characters: letters, digits and underscore. */
  method: Scalars['String']['input'];
  /** Outcome, up to 64 characters. */
  outcome: Scalars['String']['input'];
  /** The transaction; null without one. */
  txid?: InputMaybe<Scalars['String']['input']>;
};

/** An endpoint to create. Set exactly one of `nodeIds` and `nodeLabels`. */
export type EndpointCreateInput = {
  /** Address to listen on, of each host. Default: 127.0.0.1. */
  address?: InputMaybe<Scalars['String']['input']>;
  /** The ids of the hosts whose gateways serve it, 1 to 20. */
  executorIds: Array<Scalars['ID']['input']>;
  /** Name, 1 to 63 characters: letters, digits, dot, dash and underscore, starting with a letter or digit. */
  name: Scalars['String']['input'];
  /** The network of its nodes. Nodes of a custom signet are no members. */
  network: Network;
  /** The ids of its nodes, 1 to 100. */
  nodeIds?: InputMaybe<Array<Scalars['ID']['input']>>;
  /** Labels that its nodes have, all of them, 1 to 10. */
  nodeLabels?: InputMaybe<Array<LabelInput>>;
  /** A block of the branch to answer from while a split is even. */
  pinnedBlockHash?: InputMaybe<Scalars['String']['input']>;
  /** Port to listen on, 1024 to 65535. */
  port: Scalars['Int']['input'];
  /** Files for TLS on each host. Required to listen on other addresses than those of the host itself (127.0.0.0/8 and ::1). */
  tls?: InputMaybe<EndpointTlsInput>;
};

/** A host that serves an endpoint. */
export type EndpointHost = {
  /** The id of the executor. */
  executorId: Scalars['ID']['output'];
  /** Its name. */
  executorName: Scalars['String']['output'];
  /** Whether its gateway uses the latest settings of the endpoint and its consumers. */
  isCurrent: Scalars['Boolean']['output'];
  /** What its gateway reports on each node. */
  members: Array<EndpointHostMember>;
  /** Why it does not serve the endpoint, or which change it could not apply, such as a certificate; null without a problem. */
  reason?: Maybe<Scalars['String']['output']>;
  /** When its gateway last reported; null before that. */
  reportedAt?: Maybe<Scalars['DateTime']['output']>;
  /** State of its gateway. */
  state: EndpointHostState;
};

/** A node of an endpoint, as the gateway of a host sees it. */
export type EndpointHostMember = {
  /** Blocks behind the node with the most work; null if unknown. */
  blocksBehind?: Maybe<Scalars['Int']['output']>;
  /** Whether and why it answers calls or does not, for programs: `used`, or a code of the documentation of endpoints. */
  code: Scalars['String']['output'];
  /** Its height; null if unknown. */
  height?: Maybe<Scalars['Int']['output']>;
  /** The node's id. */
  nodeId: Scalars['ID']['output'];
  /** The same, for people. */
  reason: Scalars['String']['output'];
  /** Since when. */
  since: Scalars['DateTime']['output'];
};

/** State of an endpoint on a host. */
export type EndpointHostState =
  /** It cannot serve the endpoint; see `reason`. */
  | 'failed'
  /** It serves the endpoint. */
  | 'serving'
  /** No report of its gateway in the last minute; it may still serve the endpoint. */
  | 'silent';

/** A node of an endpoint. */
export type EndpointMember = {
  /** Whether its daemon was started with the user of the gateways. A node without it joins after its next restart. */
  hasGatewayUser: Scalars['Boolean']['output'];
  /** The node's id. */
  nodeId: Scalars['ID']['output'];
  /** Its name. */
  nodeName: Scalars['String']['output'];
  /** The URL at which gateways reach it; null before its agent has reported one. */
  url?: Maybe<Scalars['String']['output']>;
};

/** What a gateway reports on a node. */
export type EndpointMemberReportInput = {
  /** Blocks behind the node with the most work; null if unknown. */
  blocksBehind?: InputMaybe<Scalars['Int']['input']>;
  /** Whether and why it answers calls or does not, for programs, up to 64 characters. */
  code: Scalars['String']['input'];
  /** Its height; null if unknown. */
  height?: InputMaybe<Scalars['Int']['input']>;
  /** The node's id. */
  nodeId: Scalars['ID']['input'];
  /** The same, for people, up to 1000 characters. */
  reason: Scalars['String']['input'];
  /** Since when. */
  since: Scalars['DateTime']['input'];
};

/** What a gateway reports on an endpoint. */
export type EndpointReportInput = {
  /** Its consumers that have called, at most 100. */
  consumers: Array<ConsumerReportInput>;
  /** The endpoint's id. */
  endpointId: Scalars['ID']['input'];
  /** Whether it listens. */
  isListening: Scalars['Boolean']['input'];
  /** Its nodes, at most 100. */
  members: Array<EndpointMemberReportInput>;
  /** Why it does not listen, or serves an earlier certificate, up to 1000 characters; null without a problem. */
  problem?: InputMaybe<Scalars['String']['input']>;
};

/** Files for TLS, which the operator of each host provides. A gateway loads changed files without closing connections. */
export type EndpointTls = {
  /** Path of the certificate chain in PEM. */
  certFile: Scalars['String']['output'];
  /** Path of the private key in PEM. */
  keyFile: Scalars['String']['output'];
};

/** Files for TLS on each host, which the user of the gateway can read. */
export type EndpointTlsInput = {
  /** Absolute path of the certificate chain in PEM. */
  certFile: Scalars['String']['input'];
  /** Absolute path of the private key in PEM. */
  keyFile: Scalars['String']['input'];
};

/** Changes of an endpoint. Omitted fields are unchanged. */
export type EndpointUpdateInput = {
  /** Address to listen on. */
  address?: InputMaybe<Scalars['String']['input']>;
  /** The ids of the hosts whose gateways serve it. */
  executorIds?: InputMaybe<Array<Scalars['ID']['input']>>;
  /** Name. */
  name?: InputMaybe<Scalars['String']['input']>;
  /** The ids of its nodes, in place of `nodeLabels`. */
  nodeIds?: InputMaybe<Array<Scalars['ID']['input']>>;
  /** Labels that its nodes have, in place of `nodeIds`. */
  nodeLabels?: InputMaybe<Array<LabelInput>>;
  /** A block of the branch to answer from while a split is even; null for none. */
  pinnedBlockHash?: InputMaybe<Scalars['String']['input']>;
  /** Port to listen on. */
  port?: InputMaybe<Scalars['Int']['input']>;
  /** Files for TLS; null for plain HTTP. */
  tls?: InputMaybe<EndpointTlsInput>;
};

/** Selects an endpoint. */
export type EndpointWhereUniqueInput = {
  /** The endpoint's id. */
  id: Scalars['ID']['input'];
};

/** What the gateway of a host reports. */
export type EndpointsReportInput = {
  /** Calls that change something, for the audit log, at most 500, oldest first. */
  calls: Array<EndpointCallInput>;
  /** The digest of the settings in use, as `DesiredGateway.digest`; null if unknown. */
  digest?: InputMaybe<Scalars['String']['input']>;
  /** Its endpoints, at most 50. */
  endpoints: Array<EndpointReportInput>;
  /** Why it refused later settings, for all of its endpoints, up to 1000 characters; null if it did not. */
  problem?: InputMaybe<Scalars['String']['input']>;
  /** When the gateway started: its counts begin there. */
  startedAt: Scalars['DateTime']['input'];
};

/** An agent's enrolment. */
export type EnrolExecutorInput = {
  /** The executor key that the host holds, if it has one. It proves that a host whose nodes are not recovered yet joins again. */
  currentKey?: InputMaybe<Scalars['String']['input']>;
  /** The executor whose nodes are on the host; null if there are none. Required with a recovery token. */
  executorId?: InputMaybe<Scalars['ID']['input']>;
  /** Generated once by the enrolling host. If the answer was lost, the call can be repeated with the same id, which revokes the previous key. */
  instanceId: Scalars['ID']['input'];
  /** The executor's name, as in a heartbeat. */
  name: Scalars['String']['input'];
  /** The enrolment token. */
  token: Scalars['String']['input'];
};

/** Result of `enrolExecutor`. */
export type EnrolExecutorPayload = {
  /** The executor that the key is bound to. */
  executorName: Scalars['String']['output'];
  /** Expiry of the key. */
  expiresAt: Scalars['DateTime']['output'];
  /** The name of its organization. */
  organizationName: Scalars['String']['output'];
  /** The secret to send as `Authorization: Bearer`. */
  secret: Scalars['String']['output'];
};

/** A secret that an agent exchanges once for its own key. */
export type EnrolmentToken = {
  /** Time of creation. */
  createdAt: Scalars['DateTime']['output'];
  /** The executor name that it is limited to; null for any unused name. */
  executorName?: Maybe<Scalars['String']['output']>;
  /** Expiry. */
  expiresAt: Scalars['DateTime']['output'];
  /** Assigned by the control plane. */
  id: Scalars['ID']['output'];
  /** Whether it is for hosts that already have nodes. Such a token works for any number of hosts until it expires. */
  recovers: Scalars['Boolean']['output'];
  /** Status of the token. */
  status: EnrolmentTokenStatus;
  /** Time of use; null if unused. */
  usedAt?: Maybe<Scalars['DateTime']['output']>;
  /** The executor that used it; null if unused. */
  usedBy?: Maybe<Scalars['String']['output']>;
};

/** An enrolment token to create. */
export type EnrolmentTokenCreateInput = {
  /** Limits the token to this executor name. Default: any unused name. */
  executorName?: InputMaybe<Scalars['String']['input']>;
  /** Seconds until it expires, 60 to 604800 (a week). */
  expiresInSeconds?: Scalars['Int']['input'];
  /** Whether the token is for hosts with nodes of another or a lost control plane. Such a token works for any number of them until it expires. */
  recovers?: Scalars['Boolean']['input'];
};

/** Status of an enrolment token. */
export type EnrolmentTokenStatus =
  /** It expired unused. */
  | 'expired'
  /** It can be used. */
  | 'open'
  /** Somebody revoked it. */
  | 'revoked'
  /** An agent has used it. */
  | 'used';

/** Selects an enrolment token. */
export type EnrolmentTokenWhereUniqueInput = {
  /** The token's id. */
  id: Scalars['ID']['input'];
};

/**
 * `extensions` of every error in `errors`. No field returns it: it is here for code generators and clients, which get errors untyped. An
 * absent field is null.
 */
export type ErrorExtensions = {
  /** Code. */
  code: UserErrorCode;
  /** With `invalid_input` for a response that would be too large: a lower bound of its size, in values. */
  cost?: Maybe<Scalars['Int']['output']>;
  /**
   * With `revision_conflict`: the object's values of the fields in the request. An object with the names and forms of the mutation's `data`, so
   * its type is not the same in every mutation.
   */
  current?: Maybe<Scalars['JSON']['output']>;
  /** With `revision_conflict`: the object's revision. */
  currentRevision?: Maybe<Scalars['Int']['output']>;
  /** With `name_taken`: id of the object that has the name. */
  existingId?: Maybe<Scalars['ID']['output']>;
  /** What to do with the command line. */
  hint?: Maybe<Scalars['String']['output']>;
  /** Input errors, at most 50. */
  issues?: Maybe<Array<ErrorIssue>>;
  /** With `cost`: the largest size allowed. */
  limit?: Maybe<Scalars['Int']['output']>;
  /** The page that helps, of the console or else of the documentation, as a path of the control plane. */
  link: Scalars['String']['output'];
  /** How long to wait, where that is known. Such an error is retryable, whatever its code. */
  retryAfterSeconds?: Maybe<Scalars['Int']['output']>;
  /** Whether the same request may succeed later. */
  retryable: Scalars['Boolean']['output'];
};

/** An input error. */
export type ErrorIssue = {
  /** Code of this input error, if those of the error are of several codes. */
  code?: Maybe<UserErrorCode>;
  /** The problem, and what is allowed. */
  message: Scalars['String']['output'];
  /** Path of the argument, which starts with the argument's name, such as `data`, `overrides`, `0`, `key`. The same for literals and variables. */
  path: Array<Scalars['String']['output']>;
};

/** An event of a node or an executor. */
export type Event = {
  /** Time by the clock of the origin. */
  at: Scalars['DateTime']['output'];
  /**
   * Machine-readable details. JSON, because any executor can report an event of any kind, and the control plane stores what it sent: a program
   * must check what it reads. `schema/events` has a JSON Schema for each kind that Satrap records with data.
   */
  data?: Maybe<Scalars['JSON']['output']>;
  /** The executor's name at that time. */
  executorName?: Maybe<Scalars['String']['output']>;
  /** Generated at the origin of the event (UUIDv7). */
  id: Scalars['ID']['output'];
  /** Kind, such as `node.started`. */
  kind: Scalars['String']['output'];
  /** Level. */
  level: EventLevel;
  /** Human-readable message. */
  message: Scalars['String']['output'];
  /** The node's id. */
  nodeId?: Maybe<Scalars['ID']['output']>;
  /** The node's name at that time. */
  nodeName?: Maybe<Scalars['String']['output']>;
};

/** One page of events. */
export type EventConnection = {
  /** The events, each with its cursor. */
  edges: Array<EventEdge>;
  /** The events, in the order of the direction. */
  nodes: Array<Event>;
  /** Position of this page in the list. */
  pageInfo: PageInfo;
};

/** An event on a page. */
export type EventEdge = {
  /** Cursor of the event. */
  cursor: Scalars['String']['output'];
  /** The event. */
  node: Event;
};

/** Filter and page. All conditions must hold. An empty text or list matches nothing; a condition that is null is refused. */
export type EventFilterInput = {
  /** An edge's cursor, after which the page starts. Default: the start of the list in this direction. */
  cursor?: InputMaybe<Scalars['String']['input']>;
  /** Direction. Default: `older`. */
  direction?: InputMaybe<PageDirection>;
  /** Filter by executor name. */
  executorName?: InputMaybe<Scalars['String']['input']>;
  /** Start time, inclusive, by the clock of the origin. With `from` or `to`, events are ordered by that time. */
  from?: InputMaybe<Scalars['DateTime']['input']>;
  /** Filter by kind. Samples are not events; see `nodeMetrics`. */
  kind?: InputMaybe<Scalars['String']['input']>;
  /** Filter by level: one, or several of them in a list. */
  level?: InputMaybe<Array<EventLevel>>;
  /** Filter by node id, regardless of its name. */
  nodeId?: InputMaybe<Scalars['ID']['input']>;
  /** Filter by node name. */
  nodeName?: InputMaybe<Scalars['String']['input']>;
  /** Filter by text: the message, the kind, or the name of the node or executor contains it, regardless of case. */
  search?: InputMaybe<Scalars['String']['input']>;
  /** Page size, 1 to 500. Default: 50. */
  take?: InputMaybe<Scalars['Int']['input']>;
  /** End time, exclusive. */
  to?: InputMaybe<Scalars['DateTime']['input']>;
};

/** Level of an event. */
export type EventLevel =
  /** A failure. */
  | 'error'
  /** Normal operation. */
  | 'info'
  /** Needs attention. */
  | 'warning';

/** A host that runs nodes, managed by one agent. Unique by name in an organization. */
export type Executor = {
  /** The API keys of this executor, current and past, newest first, at most 20. For owners and admins; an empty list for others. */
  apiKeyUsages: Array<ExecutorApiKeyUsage>;
  /** Capabilities of the host. */
  capabilities: ExecutorCapabilities;
  /** Release channel that the agent follows. */
  channel: Scalars['String']['output'];
  /** Its cordon; null if it accepts new nodes. */
  cordon?: Maybe<ExecutorCordon>;
  /** Time of registration. */
  createdAt: Scalars['DateTime']['output'];
  /** Data roots of the host, the default one first; empty if there is only the default one. */
  dataRoots: Array<DataRoot>;
  /** Forecast of the chain data disk; null if its agent cannot read the disk, and before the first reading. */
  diskForecast?: Maybe<DiskForecast>;
  /** Its drain; null if it is not drained. */
  drain?: Maybe<ExecutorDrain>;
  /** Assigned by the control plane; a label on the agent's Docker objects. */
  id: Scalars['ID']['output'];
  /** Why the agent cannot rotate its expiring API key; null without a problem. */
  keyWarning?: Maybe<Scalars['String']['output']>;
  /** Kind of executor, as it reports it: `docker` for Satrap's agent. Informational. */
  kind: Scalars['String']['output'];
  /** Labels, such as `region=eu`, for placement. Sorted by key. */
  labels: Array<Label>;
  /** Time of the last heartbeat. */
  lastSeenAt: Scalars['DateTime']['output'];
  /** Name, set by the operator. */
  name: Scalars['String']['output'];
  /** Its nodes, by name. */
  nodes: Array<Node>;
  /** Containers and chain data without a node in the inventory. The agent does not touch them. */
  orphans: Array<OrphanedNode>;
  /** Not null while nodes on the host await recovery: see `executorOffers`. */
  recovery?: Maybe<RecoveryState>;
  /** Total, used and free resources of the host. */
  resources: ExecutorResources;
  /** Number of changes by `updateExecutor`, plus one. */
  revision: Scalars['Int']['output'];
  /** Resources allocated to its nodes, and available for another node. */
  room: ExecutorRoom;
  /** Whether it sends heartbeats. */
  status: ExecutorStatus;
  /**
   * When its agent was uninstalled; null while an agent is expected to report. Its nodes were left running, and it is offline without an
   * incident.
   */
  uninstalledAt?: Maybe<Scalars['DateTime']['output']>;
  /** Whether the agent can be upgraded remotely, as reported by it; null if unknown. */
  upgradability?: Maybe<ExecutorUpgradability>;
  /** The upgrade in progress; null if none exists. */
  upgrade?: Maybe<ExecutorUpgrade>;
  /** Requested upgrades, newest first, including the one in progress. */
  upgrades: Array<ExecutorUpgrade>;
  /** Version of the agent. */
  version: Scalars['String']['output'];
};


/** A host that runs nodes, managed by one agent. Unique by name in an organization. */
export type ExecutorNodesArgs = {
  skip?: InputMaybe<Scalars['Int']['input']>;
  take?: InputMaybe<Scalars['Int']['input']>;
};


/** A host that runs nodes, managed by one agent. Unique by name in an organization. */
export type ExecutorUpgradesArgs = {
  skip?: InputMaybe<Scalars['Int']['input']>;
  take?: InputMaybe<Scalars['Int']['input']>;
};

/** The executor that uses an API key. The key works for no other one. */
export type ExecutorApiKeyUsage = {
  /** The key. */
  apiKey: ApiKey;
  /** The executor; null while none has this name, for example before the first use of the key. */
  executor?: Maybe<Executor>;
  /** The executor's name. */
  executorName: Scalars['String']['output'];
  /** The key's id. */
  id: Scalars['ID']['output'];
  /** Last use by the executor, updated about once a minute; null before the first use. */
  lastUsedAt?: Maybe<Scalars['DateTime']['output']>;
  /** When the key was bound to the executor. */
  since: Scalars['DateTime']['output'];
};

/** Capabilities of a host, as found by its agent. */
export type ExecutorCapabilities = {
  /** Clients and versions whose image is present or can be pulled. */
  clients: Array<ClientCapability>;
  /** Networks that the operator allows. */
  networks: Array<Network>;
  /** Node types that the operator allows. */
  nodeTypes: Array<NodeType>;
};

/** Capabilities of a host. */
export type ExecutorCapabilitiesInput = {
  /** Clients and versions whose image is present or can be pulled. */
  clients: Array<ClientCapabilityInput>;
  /** Networks that the operator allows. */
  networks: Array<Network>;
  /** Node types that the operator allows. */
  nodeTypes: Array<NodeType>;
};

/** One page of executors. */
export type ExecutorConnection = {
  /** The executors, each with its cursor. */
  edges: Array<ExecutorEdge>;
  /** The executors, in the order of the list. */
  nodes: Array<Executor>;
  /** Position of this page in the list. */
  pageInfo: PageInfo;
};

/** A cordon, which keeps new nodes off an executor. */
export type ExecutorCordon = {
  /** Start time. */
  at: Scalars['DateTime']['output'];
  /** Name of the requester. */
  by: Scalars['String']['output'];
  /** Human-readable reason. */
  reason: Scalars['String']['output'];
};

/** Number of executors. */
export type ExecutorCounts = {
  /** Offline. */
  offline: Scalars['Int']['output'];
  /** Online. */
  online: Scalars['Int']['output'];
  /** Total. */
  total: Scalars['Int']['output'];
};

/** A drain of an executor: none of its nodes runs until it ends. */
export type ExecutorDrain = {
  /** Start time. */
  at: Scalars['DateTime']['output'];
  /** Name of the requester. */
  by: Scalars['String']['output'];
  /** When the last daemon had stopped; null before. */
  completedAt?: Maybe<Scalars['DateTime']['output']>;
  /** Human-readable reason. */
  reason: Scalars['String']['output'];
  /** Number of nodes that have not been reported as stopped. */
  remaining: Scalars['Int']['output'];
};

/** An executor on a page. */
export type ExecutorEdge = {
  /** Cursor of the executor, valid in this order alone. */
  cursor: Scalars['String']['output'];
  /** The executor. */
  node: Executor;
};

/** Aggregated heartbeats of an executor. */
export type ExecutorMetricsBucket = {
  /** Start of the bucket. */
  at: Scalars['DateTime']['output'];
  /** CPU cores. */
  cpuCores: ResourceMetrics;
  /** Disk of the data root in GiB. */
  diskGiB: ResourceMetrics;
  /** Memory in MiB. */
  memoryMiB: ResourceMetrics;
  /** Number of samples; one per minute. */
  samples: Scalars['Int']['output'];
};

/** Resource usage of an executor's host over time. */
export type ExecutorMetricsHistory = {
  /** The buckets with heartbeats, oldest first. Buckets without heartbeats are omitted. */
  buckets: Array<ExecutorMetricsBucket>;
  /** Bucket size in seconds. */
  stepSeconds: Scalars['Int']['output'];
};

/** A change notification. */
export type ExecutorNudge = {
  /** Time of the change. */
  at: Scalars['DateTime']['output'];
};

/** A host that offers nodes. */
export type ExecutorOffer = {
  /** The host. */
  executor: Executor;
  /** The nodes. */
  nodes: Array<OfferedNode>;
  /** Time of the offer. */
  offeredAt: Scalars['DateTime']['output'];
};

/** Order of executors: set exactly one field. Ties are sorted by name. */
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

/** Conditions on the executor of a node. All given conditions must hold. */
export type ExecutorRelationFilter = {
  /** Matches these conditions. */
  is?: InputMaybe<ExecutorWhereInput>;
  /** Does not match these conditions. */
  isNot?: InputMaybe<ExecutorWhereInput>;
};

/** A release of the agent. */
export type ExecutorRelease = {
  /** The archives, one for each platform. */
  artifacts: Array<ReleaseArtifact>;
  /** Channel, such as `stable`. */
  channel: Scalars['String']['output'];
  /** When it was added to the catalog. */
  createdAt: Scalars['DateTime']['output'];
  /** Assigned by the control plane. */
  id: Scalars['ID']['output'];
  /** The container image; null if none exists. */
  image?: Maybe<ReleaseImage>;
  /** The lowest version that can be upgraded to it; null for any. */
  lowestVersion?: Maybe<Scalars['String']['output']>;
  /** Human-readable release notes. */
  notes: Scalars['String']['output'];
  /** Number of changes of it, including its creation. */
  revision: Scalars['Int']['output'];
  /** Semantic version, such as `1.4.0` or `2.0.0-rc.1`. Unique. */
  version: Scalars['String']['output'];
  /** Time of withdrawal, which blocks upgrades to it; null if it is available. */
  withdrawnAt?: Maybe<Scalars['DateTime']['output']>;
  /** Reason for the withdrawal. */
  withdrawnReason?: Maybe<Scalars['String']['output']>;
};

/** A release to add to the catalog: at least one archive, or an image. */
export type ExecutorReleaseCreateInput = {
  /** The archives, one per platform: `linux-x64`, `linux-arm64`. Empty only with an image. */
  artifacts: Array<ReleaseArtifactInput>;
  /** The channel: 1 to 63 characters, letters, digits, dot, dash and underscore, starting with a letter or digit. */
  channel: Scalars['String']['input'];
  /** The container image. */
  image?: InputMaybe<ReleaseImageInput>;
  /** The lowest version that can be upgraded to it. Default: any. */
  lowestVersion?: InputMaybe<Scalars['String']['input']>;
  /** Human-readable release notes, up to 10,000 characters. */
  notes: Scalars['String']['input'];
  /** Semantic version without build metadata, such as `1.4.0` or `2.0.0-rc.1`. */
  version: Scalars['String']['input'];
};

/** Order of releases: set exactly one field. Ties are sorted by version, latest first. */
export type ExecutorReleaseOrderByInput =
  /** By channel. */
  { channel: SortOrder; createdAt?: never; version?: never; }
  |  /** By when they were added to the catalog. */
  { channel?: never; createdAt: SortOrder; version?: never; }
  |  /** By semantic version. */
  { channel?: never; createdAt?: never; version: SortOrder; };

/** Changes of a release. Omitted fields are unchanged. */
export type ExecutorReleaseUpdateInput = {
  /** The channel. */
  channel?: InputMaybe<Scalars['String']['input']>;
  /** The `revision` that the change is based on; refused with `revision_conflict` if the release has another one. Default: any. */
  expectedRevision?: InputMaybe<Scalars['Int']['input']>;
  /** Human-readable release notes, up to 10,000 characters. */
  notes?: InputMaybe<Scalars['String']['input']>;
  /**
   * Withdraws the release for this reason, 1 to 500 characters, or replaces the reason. Withdrawing blocks upgrades to it and cancels those that
   * have not started to switch. Null makes it available again.
   */
  withdrawnReason?: InputMaybe<Scalars['String']['input']>;
};

/** Conditions on releases. All given conditions must hold. */
export type ExecutorReleaseWhereInput = {
  /** All of these must hold. */
  AND?: InputMaybe<Array<ExecutorReleaseWhereInput>>;
  /** None of these may hold. */
  NOT?: InputMaybe<Array<ExecutorReleaseWhereInput>>;
  /** One of these must hold. */
  OR?: InputMaybe<Array<ExecutorReleaseWhereInput>>;
  /** Condition on the channel. */
  channel?: InputMaybe<StringFilter>;
  /** Condition on when it was added to the catalog. */
  createdAt?: InputMaybe<DateTimeFilter>;
  /** Condition on the version as a text. */
  version?: InputMaybe<StringFilter>;
  /** Whether it was withdrawn. */
  withdrawn?: InputMaybe<BooleanFilter>;
};

/** Selects a release: set exactly one field. */
export type ExecutorReleaseWhereUniqueInput =
  /** By its id. */
  { id: Scalars['ID']['input']; version?: never; }
  |  /** By its version. */
  { id?: never; version: Scalars['String']['input']; };

/** The resources of a host. */
export type ExecutorResources = {
  /** CPU cores. */
  cpuCores: ResourceAmount;
  /** Disk of the data root in GiB. */
  diskGiB: ResourceAmount;
  /** Memory in MiB. */
  memoryMiB: ResourceAmount;
};

/** The resources of a host. */
export type ExecutorResourcesInput = {
  /** CPU cores. */
  cpuCores: ResourceAmountInput;
  /** Directories for chain data, including the default one, at most 33; null if there is only the default one. */
  dataRoots?: InputMaybe<Array<DataRootInput>>;
  /** Disk of the data root in GiB. */
  diskGiB: ResourceAmountInput;
  /** Memory in MiB. */
  memoryMiB: ResourceAmountInput;
  /** Overcommit factors. Default: 4 for CPU, 1 for memory and disk. */
  overcommit?: InputMaybe<OvercommitInput>;
};

/**
 * Resources allocated to the nodes of an executor. Every node counts, also a stopped one or one that is being deleted, until it is removed from
 * the host.
 */
export type ExecutorRoom = {
  /** CPU cores. */
  cpuCores: Room;
  /** Disk in GiB. */
  diskGiB: Room;
  /** Memory in MiB. */
  memoryMiB: Room;
  /** Number of nodes with allocated resources. */
  nodes: Scalars['Int']['output'];
};

/** Whether an executor is online. */
export type ExecutorStatus =
  /** Three heartbeats in a row were missed. */
  | 'offline'
  /** It sends heartbeats. */
  | 'online';

/** Conditions on an executor's status. All given conditions must hold. A comparison with null is refused. */
export type ExecutorStatusFilter = {
  /** Is this one. */
  equals?: InputMaybe<ExecutorStatus>;
  /** Is one of these. */
  in?: InputMaybe<Array<ExecutorStatus>>;
  /** Must not match this filter. */
  not?: InputMaybe<ExecutorStatusFilter>;
  /** Is not one of these. */
  notIn?: InputMaybe<Array<ExecutorStatus>>;
};

/** Changes of an executor. Omitted fields are unchanged. */
export type ExecutorUpdateInput = {
  /** The `revision` that the change is based on; refused with `revision_conflict` if the executor has another one. Default: any. */
  expectedRevision?: InputMaybe<Scalars['Int']['input']>;
  /** All labels, replacing the current ones: at most 32, each key once. */
  labels?: InputMaybe<Array<LabelInput>>;
  /** Labels to add or replace, by key; others are unchanged. Excludes `labels`. */
  setLabels?: InputMaybe<Array<LabelInput>>;
  /** Keys of labels to remove. Keys without a label are ignored. Excludes `labels`. */
  unsetLabels?: InputMaybe<Array<Scalars['String']['input']>>;
};

/** Whether an agent can be upgraded remotely. */
export type ExecutorUpgradability = {
  /** Whether it can be upgraded. */
  canUpgrade: Scalars['Boolean']['output'];
  /** How it is installed. */
  packaging: AgentPackaging;
  /** Platform, such as `linux-x64`. */
  platform: Scalars['String']['output'];
  /** Human-readable reason why it cannot; null if it can. */
  reason?: Maybe<Scalars['String']['output']>;
};

/** A requested upgrade of an executor's agent. */
export type ExecutorUpgrade = {
  /** Deadline. */
  deadline: Scalars['DateTime']['output'];
  /** End time; null while it is in progress. */
  endedAt?: Maybe<Scalars['DateTime']['output']>;
  /** Previous version. */
  fromVersion: Scalars['String']['output'];
  /** Assigned by the control plane. */
  id: Scalars['ID']['output'];
  /** Progress of the current step, 0 to 1; null if unknown. */
  progress?: Maybe<Scalars['Float']['output']>;
  /** Human-readable current step or outcome. */
  reason?: Maybe<Scalars['String']['output']>;
  /** Time of the request. */
  requestedAt: Scalars['DateTime']['output'];
  /** Name of the requester. */
  requestedBy: Scalars['String']['output'];
  /** Progress or outcome. */
  state: UpgradeState;
  /** Target version. */
  targetVersion: Scalars['String']['output'];
  /** Time of the last change. */
  updatedAt: Scalars['DateTime']['output'];
};

/** Conditions on executors. All given conditions must hold. */
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
  labels?: InputMaybe<Array<LabelInput>>;
  /** Condition on the time of the last heartbeat. */
  lastSeenAt?: InputMaybe<DateTimeFilter>;
  /** Condition on the name. */
  name?: InputMaybe<StringFilter>;
  /** Conditions on its nodes. */
  nodes?: InputMaybe<NodeListRelationFilter>;
  /** Condition on the status. */
  status?: InputMaybe<ExecutorStatusFilter>;
  /** Condition on the agent's version. */
  version?: InputMaybe<StringFilter>;
};

/** Selects an executor. */
export type ExecutorWhereUniqueInput = {
  /** The executor's id. */
  id: Scalars['ID']['input'];
};

/** One next step of a node. */
export type ExplainedStepInput = {
  /** What the agent will do. */
  action: Scalars['String']['input'];
  /** Reason. */
  why: Scalars['String']['input'];
};

/** An agent's explanation of a node. At most 200 entries of up to 2000 characters in each list. */
export type ExplanationInput = {
  /** Desired state, one fact per line. */
  desired: Array<Scalars['String']['input']>;
  /** Observed state, one fact per line. */
  observed: Array<Scalars['String']['input']>;
  /** Next steps, in order. */
  steps: Array<ExplainedStepInput>;
  /** What the agent waits for; null for nothing. */
  waitingFor?: InputMaybe<Scalars['String']['input']>;
};

/** Conditions on a number. All given conditions must hold. A comparison with null is refused. */
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
  /** Is not one of these numbers. */
  notIn?: InputMaybe<Array<Scalars['Float']['input']>>;
};

/** The lines of a followed log, and how far they were sent. */
export type FollowedLogArgs = {
  /** Start time; null for none. */
  from?: Maybe<Scalars['DateTime']['output']>;
  /** Number of the next chunk. */
  nextChunk: Scalars['Int']['output'];
  /** The agent's cursor after the previous chunk; null before the first one. */
  position?: Maybe<Scalars['String']['output']>;
  /** Number of lines at the start. */
  tail: Scalars['Int']['output'];
};

/** As `MoveParams`. */
export type HeldMoveInput = {
  /** Name of the previous data root. */
  from: Scalars['String']['input'];
  /** Name of the target data root. */
  to: Scalars['String']['input'];
};

/** A node as stored by its agent: the last desired state, and details of its data. */
export type HeldNodeInput = {
  /** The client software. */
  client: Client;
  /** The client version. */
  clientVersion: Scalars['String']['input'];
  /** Whether deletion keeps the chain data. */
  dataPolicy: NodeDataPolicy;
  /** The data root for new data; null for the default one. */
  dataRoot?: InputMaybe<Scalars['String']['input']>;
  /** Desired state. */
  desiredState: DesiredState;
  /** The second pair that it accepts during a rotation; null for none. */
  formerRpcAuth?: InputMaybe<Scalars['String']['input']>;
  /** The last known height; null if unknown. */
  height?: InputMaybe<Scalars['Int']['input']>;
  /** The node's id. */
  id: Scalars['ID']['input'];
  /** The node's name. */
  name: Scalars['String']['input'];
  /** The chain. */
  network: Network;
  /** Node type: full or pruned history. */
  nodeType: NodeType;
  /** Its operations that have not ended. */
  operations: Array<HeldOperationInput>;
  /** Configuration overrides, as entered. */
  overrides: Array<ConfigOverrideInput>;
  /** The wallets that may be deleted with the chain data. */
  removableWallets?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Resource limits. */
  resources: NodeResourcesInput;
  /** Number of restarts requested. */
  restartCounter: Scalars['Int']['input'];
  /** Whether to revert a failed change; null means yes. */
  revertFailedChange?: InputMaybe<Scalars['Boolean']['input']>;
  /** The last revision. */
  revision: Scalars['Int']['input'];
  /** The RPC credentials that its daemon accepts, as bitcoind's `rpcauth` takes them. Only hashes: the passwords are lost. */
  rpcAuth: Scalars['String']['input'];
  /** The custom signet; null for none. */
  signet?: InputMaybe<CustomSignetInput>;
  /** Bytes of its block files; null if unknown. */
  sizeBytes?: InputMaybe<Scalars['ByteCount']['input']>;
  /** The Tor that everything for peers goes through; null for none. */
  tor?: InputMaybe<NodeTorInput>;
};

/** An operation of a node, as stored by its agent. */
export type HeldOperationInput = {
  /** Whether it has started. */
  hasStarted: Scalars['Boolean']['input'];
  /** Id of the operation. */
  id: Scalars['ID']['input'];
  /** A NodeOperationKind. */
  kind: Scalars['String']['input'];
  /** Its parameters, as received. */
  params: HeldOperationParamsInput;
};

/** Parameters of an operation, in the field named after its kind; none for a kind that is missing here. */
export type HeldOperationParamsInput = {
  /** Of a `move`. */
  move?: InputMaybe<HeldMoveInput>;
  /** Of a `rebuild_index`. */
  rebuildIndex?: InputMaybe<HeldRebuildIndexInput>;
  /** Of a `rehearse`. */
  rehearse?: InputMaybe<HeldRehearseInput>;
  /** Of a `reindex`. */
  reindex?: InputMaybe<HeldReindexInput>;
  /** Of a `seed`. */
  seed?: InputMaybe<HeldSeedInput>;
};

/** As `RebuildIndexParams`. */
export type HeldRebuildIndexInput = {
  /** Target height; null if unknown. */
  height?: InputMaybe<Scalars['Int']['input']>;
  /** The index. */
  index: ChainIndex;
  /** Whether the data of the index is deleted and nothing built. */
  remove: Scalars['Boolean']['input'];
};

/** As `RehearseParams`. */
export type HeldRehearseInput = {
  /** The version to try. */
  clientVersion: Scalars['String']['input'];
  /** The node's version at the request. */
  from: Scalars['String']['input'];
};

/** As `ReindexParams`. */
export type HeldReindexInput = {
  /** Whether only the chain state is rebuilt. */
  chainstateOnly: Scalars['Boolean']['input'];
  /** Target height; null if unknown. */
  height?: InputMaybe<Scalars['Int']['input']>;
};

/** As `SeedParams`. */
export type HeldSeedInput = {
  /** Id of the other node. */
  from: Scalars['ID']['input'];
  /** Its name. */
  name: Scalars['String']['input'];
};

/** An agent's state from its previous control plane. */
export type HeldStateInput = {
  /** The executor's id there. It is on the host's containers and volumes, so it stays the id here. */
  executorId: Scalars['ID']['input'];
  /** The last desired state of each node, at most 1000; null unless the last response requested it (`recovery` was `wanted`). */
  nodes?: InputMaybe<Array<HeldNodeInput>>;
};

/** State of one index. */
export type IndexStatus = {
  /** Height that it has reached. */
  bestBlockHeight: Scalars['Int']['output'];
  /** The daemon's name of the index, such as `txindex`. */
  name: Scalars['String']['output'];
  /** Whether it has caught up. */
  synced: Scalars['Boolean']['output'];
};

/** Conditions on a whole number. All given conditions must hold. A comparison with null is refused. */
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
  /** Is not one of these numbers. */
  notIn?: InputMaybe<Array<Scalars['Int']['input']>>;
};

/** An open invitation to an organization. */
export type Invitation = {
  /** Time of creation. */
  createdAt: Scalars['DateTime']['output'];
  /** Email address of the invited person. */
  email: Scalars['String']['output'];
  /** Expiry. */
  expiresAt: Scalars['DateTime']['output'];
  /** Assigned by the control plane. */
  id: Scalars['ID']['output'];
  /** Role of the invited person. */
  role: OrganizationRole;
};

/** A person to invite. */
export type InvitationCreateInput = {
  /** Email address, case-insensitive. */
  email: Scalars['String']['input'];
  /** Seconds until it expires, 86400 (a day) to 2592000 (30 days). Default: 604800 (a week). */
  expiresInSeconds?: InputMaybe<Scalars['Int']['input']>;
  /** Role. Default: `member`. */
  role?: InputMaybe<OrganizationRole>;
};

/** Preview of an invitation for the holder of its link. */
export type InvitationPreview = {
  /** Email address of the invited person. */
  email: Scalars['String']['output'];
  /** Expiry. */
  expiresAt: Scalars['DateTime']['output'];
  /** Name of the organization. */
  organizationName: Scalars['String']['output'];
  /** Role of the invited person. */
  role: OrganizationRole;
};

/** Selects an invitation. */
export type InvitationWhereUniqueInput = {
  /** The invitation's id. */
  id: Scalars['ID']['input'];
};

/** Result of `inviteMember`. */
export type InviteMemberPayload = {
  /** The invitation, without its secret. */
  invitation: Invitation;
  /** URL of the invitation page; null if the control plane does not know its public URL. */
  link?: Maybe<Scalars['String']['output']>;
  /** The secret of the link. */
  token: Scalars['String']['output'];
};

/** What to remove. */
export type KeptDataRemovalInput = {
  /** The executor. */
  executorId: Scalars['ID']['input'];
  /** Node name, exactly as in the executor's orphans. */
  name: Scalars['String']['input'];
  /** Node id, from the executor's orphans. */
  nodeId: Scalars['ID']['input'];
  /** The name of each wallet in it, all of which are deleted. */
  wallets?: Array<Scalars['String']['input']>;
};

/** A label of an executor or a node. */
export type Label = {
  /** The key: 1 to 63 characters, letters, digits, dot, dash, underscore and slash. */
  key: Scalars['String']['output'];
  /** The value: up to 63 characters of the same kind. */
  value: Scalars['String']['output'];
};

/** Changes of labels. Other labels are unchanged. */
export type LabelChangesInput = {
  /** Labels to add or replace, by key. */
  set?: InputMaybe<Array<LabelInput>>;
  /** Keys of labels to remove. Keys without a label are ignored. */
  unset?: InputMaybe<Array<Scalars['String']['input']>>;
};

/** A label of an executor or a node. */
export type LabelInput = {
  /** The key: 1 to 63 characters, letters, digits, dot, dash, underscore and slash, starting with a letter or digit. */
  key: Scalars['String']['input'];
  /** The value: up to 63 characters, letters, digits, dot, dash, underscore and slash. */
  value: Scalars['String']['input'];
};

/** Result of `leaveOrganization`. */
export type LeaveOrganizationPayload = {
  /** The membership that ended. */
  member: Member;
};

/** Selects the invitation or the password reset of a link. */
export type LinkWhereUniqueInput = {
  /** The secret of the link. */
  token: Scalars['String']['input'];
};

/** The lines of a log. */
export type LogArgs = {
  /** Start time; null for none. */
  from?: Maybe<Scalars['DateTime']['output']>;
  /** Number of lines. */
  tail: Scalars['Int']['output'];
  /** End time, exclusive; null for none. */
  to?: Maybe<Scalars['DateTime']['output']>;
};

/** The next lines of a followed log. */
export type LogChunkInput = {
  /** Number of lines dropped before these. */
  dropped?: Scalars['Int']['input'];
  /** The lines, oldest first, at most 2000 and a MiB. */
  lines: Array<Scalars['String']['input']>;
  /** Human-readable notice before these lines. */
  notice?: InputMaybe<Scalars['String']['input']>;
  /** The agent's cursor after these lines, up to 64 characters. */
  position?: InputMaybe<Scalars['String']['input']>;
  /** Chunk number, starting at `nextChunk`. A chunk that was already accepted is not stored again. */
  sequence: Scalars['Int']['input'];
};

/** The lines of a log. */
export type LogRequestInput = {
  /** Start time. Default: none. */
  from?: InputMaybe<Scalars['DateTime']['input']>;
  /** Number of lines, 1 to 2000. */
  tail?: Scalars['Int']['input'];
  /** End time, exclusive; not of a followed log. Default: none. */
  to?: InputMaybe<Scalars['DateTime']['input']>;
};

/**
 * When rollouts take running nodes down. The schedules of a node's labels replace the one of the organization; if several of its labels have one,
 * all of them must be open. A label of the node takes precedence over the same label of its host.
 */
export type MaintenanceSchedule = {
  /** When it opens or closes next; null if it does not within two weeks. */
  changesAt?: Maybe<Scalars['DateTime']['output']>;
  /** Whether it is open now. */
  isOpen: Scalars['Boolean']['output'];
  /** The label of its nodes; null for all nodes without a schedule of a label. */
  label?: Maybe<Label>;
  /** Grows with each change. See `MaintenanceScheduleInput.expectedRevision`. */
  revision: Scalars['Int']['output'];
  /** When nodes are taken down. */
  windows: MaintenanceWindows;
};

/** A maintenance schedule. */
export type MaintenanceScheduleInput = {
  /**
   * The `revision` that the change is based on, 0 for a schedule that does not exist yet; refused with `revision_conflict` if the schedule has
   * another one. Default: any.
   */
  expectedRevision?: InputMaybe<Scalars['Int']['input']>;
  /** The label of its nodes. Default: all nodes without a schedule of a label. */
  label?: InputMaybe<LabelInput>;
  /** When nodes are taken down. */
  windows: MaintenanceWindowsInput;
};

/**
 * A weekly window by the clocks of its time zone. A window that they skip when daylight saving starts does not open on that day, and hours that
 * they repeat when it ends are open twice.
 */
export type MaintenanceWindow = {
  /** The days on which it starts. */
  days: Array<Weekday>;
  /** Start, such as `02:30`. */
  from: Scalars['String']['output'];
  /** End, such as `05:00` or `24:00`. An end before the start is on the next day. */
  to: Scalars['String']['output'];
};

/** A weekly window by the clocks of its time zone. */
export type MaintenanceWindowInput = {
  /** The days on which it starts, each once. */
  days: Array<Weekday>;
  /** Start, such as `02:30`. */
  from: Scalars['String']['input'];
  /** End, such as `05:00` or `24:00`. An end before the start is on the next day; it must not equal the start. */
  to: Scalars['String']['input'];
};

/** Weekly windows in one time zone. */
export type MaintenanceWindows = {
  /** Time zone of the IANA database, such as `Europe/Berlin`. */
  timeZone: Scalars['String']['output'];
  /** The windows, 1 to 20. */
  windows: Array<MaintenanceWindow>;
};

/** Weekly windows in one time zone. */
export type MaintenanceWindowsInput = {
  /** Time zone of the IANA database, such as `Europe/Berlin`. */
  timeZone: Scalars['String']['input'];
  /** The windows, 1 to 20. */
  windows: Array<MaintenanceWindowInput>;
};

/** A member of an organization. */
export type Member = {
  /** When the person joined. */
  createdAt: Scalars['DateTime']['output'];
  /** Id of the membership, assigned by the control plane. */
  id: Scalars['ID']['output'];
  /** The person. */
  person: User;
  /** Role. */
  role: OrganizationRole;
};

/** Selects a membership. */
export type MemberWhereUniqueInput = {
  /** The membership's id. */
  id: Scalars['ID']['input'];
};

/** Aggregated values of one metric in a bucket. */
export type MetricSummary = {
  /** The mean. */
  average: Scalars['Float']['output'];
  /** The newest value. */
  last: Scalars['Float']['output'];
  /** The largest value. */
  max: Scalars['Float']['output'];
  /** The smallest value. */
  min: Scalars['Float']['output'];
};

/** A move of all data. */
export type MoveInput = {
  /** Name of the target data root, from `dataRoots` of the executor. */
  to: Scalars['String']['input'];
};

/** A move of all data. */
export type MoveParams = {
  /** Name of the previous data root. */
  from: Scalars['String']['output'];
  /** Name of the target data root. */
  to: Scalars['String']['output'];
};

/**
 * Mutations. A caller without permission gets an error with `extensions.code` `Forbidden`; a violated domain rule, one with a `UserErrorCode`; a
 * malformed value, `invalid_input` with the path of the field. A failed field is null; the request's other fields are still executed and keep
 * their results.
 */
export type Mutation = {
  /** Joins an organization by an invitation link, as the invited person. */
  acceptInvitation?: Maybe<AcceptInvitationPayload>;
  /** Acknowledges an incident; calling it again replaces the note. For owners and admins. */
  acknowledgeIncident?: Maybe<AcknowledgeIncidentPayload>;
  /**
   * Acknowledges several incidents, each as acknowledgeIncident does. Those that are closed or acknowledged already are left as they are. For
   * owners and admins.
   */
  acknowledgeIncidents?: Maybe<AcknowledgeIncidentsPayload>;
  /**
   * Deactivates or reactivates an organization. When inactive, its keys and sessions do not work, and its nodes keep running. For system
   * administrators.
   */
  adminSetOrganizationActive?: Maybe<AdminSetOrganizationActivePayload>;
  /** Grants or revokes the system administrator role. For system administrators; the last one cannot be revoked. */
  adminSetSystemAdmin?: Maybe<AdminSetSystemAdminPayload>;
  /** Changes a member's role in any organization. For system administrators. */
  adminUpdateOrganizationMemberRole?: Maybe<AdminUpdateOrganizationMemberRolePayload>;
  /**
   * Answers one of `SyncExecutorPayload.requests`: once with a result or an error, or repeatedly with chunks of a log. An answer that does not
   * fit the schema fails the request. Answering a request that has ended, or another executor's, is Forbidden. For executor keys only.
   */
  answerAgentRequest?: Maybe<AnswerAgentRequestPayload>;
  /**
   * Cancels a requested upgrade. The agent discards its download. Not possible once it switches to the new version, which it rolls back
   * automatically if it does not work. For owners and admins. Errors: `upgrade_not_pending`.
   */
  cancelExecutorUpgrade?: Maybe<CancelExecutorUpgradePayload>;
  /** Cancels an operation while it is `cancellable`. Errors: `action_not_possible`. */
  cancelNodeOperation?: Maybe<CancelNodeOperationPayload>;
  /**
   * Cancels a rollout: no further node is changed. A node in progress keeps its change, and changed nodes keep theirs. For owners and admins.
   * Errors: `rollout_not_possible` for a rollout that has ended.
   */
  cancelNodeRollout?: Maybe<CancelNodeRolloutPayload>;
  /**
   * Cancels a rollout. Upgrades in progress finish, and no more are started; cancelExecutorUpgrade cancels a single upgrade. For owners and
   * admins. Errors: `rollout_not_possible` for a rollout that has ended.
   */
  cancelUpgradeRollout?: Maybe<CancelUpgradeRolloutPayload>;
  /**
   * Changes every matching node, at most 500, as requestNodeLifecycleAction, updateNode or deleteNode would. If the change restarts more than one
   * running node, these become members of a rollout, which changes one at a time, waits until it is back, and stops at the first failure; all
   * other nodes are changed at once. Each node is changed and recorded by itself, so a refused one does not stop the others. With an
   * `Idempotency-Key`, a repeat concerns the same nodes and the same rollout: it changes those that are left, tries refused ones again, and
   * returns the first result of the others. Errors: `limit_reached`, `action_not_possible` if the number of matching nodes differs from
   * `expectedCount`.
   */
  changeNodes?: Maybe<ChangeNodesPayload>;
  /** Changes the caller's password and signs out the caller's other sessions. Requires a session. */
  changePassword?: Maybe<ChangePasswordPayload>;
  /** Completes a sign-in at the identity provider, which redirected to `/sign-in/callback`, and sets a session cookie. */
  completeSingleSignOn?: Maybe<CompleteSingleSignOnPayload>;
  /** Confirms the second factor with a code of the authenticator app; sign-ins then require one. Requires a session. */
  confirmSecondFactor?: Maybe<ConfirmSecondFactorPayload>;
  /** Completes a sign-in with the second factor. Within ten minutes after `signIn`, with the cookie that it set. */
  confirmSignIn?: Maybe<ConfirmSignInPayload>;
  /** Keeps new nodes off an executor; existing nodes are unchanged. Calling it again replaces the reason. */
  cordonExecutor?: Maybe<CordonExecutorPayload>;
  /**
   * Creates an API key for the caller's organization. Its secret is returned only here. Owners and admins create keys of both purposes, members
   * personal ones. A key cannot create one that outlives it. A person can have 50 valid personal keys for an organization, which can have
   * 200,000 valid executor keys.
   */
  createApiKey?: Maybe<CreateApiKeyPayload>;
  /**
   * Creates a consumer of an endpoint. Its secret is returned only here. An endpoint can have 100. For owners and admins. Errors:
   * `invalid_input`, `name_taken`, `limit_reached`.
   */
  createConsumer?: Maybe<CreateConsumerPayload>;
  /**
   * Creates an endpoint: the gateways of its hosts serve its nodes at one address, and restart no node. An organization can have 50. For owners
   * and admins. Errors: `invalid_input`, `name_taken`, `limit_reached`.
   */
  createEndpoint?: Maybe<CreateEndpointPayload>;
  /**
   * Creates a token that an agent exchanges for its own key. Its secret is returned only here. For owners and admins.
   * Errors: `limit_reached`.
   */
  createEnrolmentToken?: Maybe<CreateEnrolmentTokenPayload>;
  /** Adds a release to the catalog. For system administrators. Errors: `name_taken` for an existing version, `limit_reached`. */
  createExecutorRelease?: Maybe<CreateExecutorReleasePayload>;
  /**
   * Deploys a node on the given executor, or on the eligible one with the most free capacity. Errors:
   * `chain_not_supported_by_executor`, `executor_offline`, `executor_cordoned`, `invalid_node_config`, `not_enough_resources`,
   * `no_executor_fits`, `name_taken`; with `adoptData` also `chain_data_not_found`,
   * with `seedFrom` also `chain_data_busy`, `node_being_deleted`.
   */
  createNode?: Maybe<CreateNodePayload>;
  /**
   * Creates a notification channel. The secret of a webhook is returned only here. An organization can have 20. For owners and admins. Errors:
   * `invalid_input`, `name_taken`, `limit_reached`, `mail_not_configured`.
   */
  createNotificationChannel?: Maybe<CreateNotificationChannelPayload>;
  /** Creates an organization with the caller as owner. For system administrators; for everybody if sign-up is open. */
  createOrganization?: Maybe<CreateOrganizationPayload>;
  /**
   * Creates a one-time link for a person to set a new password within 24 hours, and revokes earlier ones. For system administrators; for owners
   * and admins only for members with a lower role and no other organization.
   */
  createPasswordResetLink?: Maybe<CreatePasswordResetLinkPayload>;
  /** Revokes an API key as `revokeApiKey` does, and removes it from the list. For owners and admins. */
  deleteApiKey?: Maybe<DeleteApiKeyPayload>;
  /** Deletes an endpoint with its consumers: its gateways stop to listen at once. Its nodes keep running. For owners and admins. */
  deleteEndpoint?: Maybe<DeleteEndpointPayload>;
  /**
   * Deletes an executor. Refused with `executor_has_nodes` while it has nodes; for an offline one, nodes that are being deleted do not count and
   * are deleted with it. An agent that still runs with a valid key registers again.
   */
  deleteExecutor?: Maybe<DeleteExecutorPayload>;
  /**
   * Removes a release from the catalog; past upgrades keep its version. Refused with `upgrade_already_pending` while an executor is being
   * upgraded to it. For system administrators.
   */
  deleteExecutorRelease?: Maybe<DeleteExecutorReleasePayload>;
  /** Deletes a maintenance schedule. Rollouts that wait for it continue. For owners and admins. */
  deleteMaintenanceSchedule?: Maybe<DeleteMaintenanceSchedulePayload>;
  /**
   * Deletes a node. The executor stops it gently and removes its container. The chain data stays on the host unless `removal` has the node's name
   * and the name of each wallet in it. Errors: `invalid_input` for another name, and for a wallet that is not named.
   */
  deleteNode?: Maybe<DeleteNodePayload>;
  /** Deletes a notification channel and drops its pending deliveries. For owners and admins. */
  deleteNotificationChannel?: Maybe<DeleteNotificationChannelPayload>;
  /**
   * Deregisters the executor of the key that the request uses, because its agent is being uninstalled, and revokes
   * the key. Its nodes stay, except `removedNodes`. An agent that reports under the same name takes
   * the executor over. For bound executor keys only.
   */
  deregisterExecutor?: Maybe<DeregisterExecutorPayload>;
  /**
   * Cordons an executor and stops its nodes gently until the drain ends. Desired states are unchanged, so that undrainExecutor starts exactly the
   * nodes that should run. An offline executor is drained when it is back.
   */
  drainExecutor?: Maybe<DrainExecutorPayload>;
  /** Signs out all other sessions of the caller immediately. */
  endOtherSessions?: Maybe<EndOtherSessionsPayload>;
  /** Signs out one of the caller's sessions immediately. */
  endSession?: Maybe<EndSessionPayload>;
  /**
   * Exchanges an enrolment token for an executor key that is bound to this name. The key expires after 90 days; its agent rotates it before.
   * Requires no other credential. An address that sends too many unknown tokens gets HTTP 429.
   * Errors: `name_taken`.
   */
  enrolExecutor?: Maybe<EnrolExecutorPayload>;
  /**
   * Creates a link for a person to join the organization, and revokes an earlier invitation of the same person. For owners and admins; only an
   * owner invites an owner.
   */
  inviteMember?: Maybe<InviteMemberPayload>;
  /** Leaves the organization and revokes the caller's keys for it. The last owner cannot leave. */
  leaveOrganization?: Maybe<LeaveOrganizationPayload>;
  /**
   * Requests something short from a node's agent. Poll the request until it is no longer `pending`; read a followed log with the subscription
   * `nodeLog`. At most 20 requests of a kind can be open for a node, log requests in total, and 50 for an executor, except `log`.
   * Errors: `invalid_input`, `executor_offline`, `limit_reached`.
   */
  openAgentRequest?: Maybe<OpenAgentRequestPayload>;
  /** Pauses a rollout before its next node. A node in progress continues. For owners and admins. Errors: `rollout_not_possible`. */
  pauseNodeRollout?: Maybe<PauseNodeRolloutPayload>;
  /** Pauses a rollout before its next group. Upgrades in progress continue. For owners and admins. Errors: `rollout_not_possible`. */
  pauseUpgradeRollout?: Maybe<PauseUpgradeRolloutPayload>;
  /**
   * Takes over the offered nodes of a host. Each keeps its id, configuration, data and running daemon: nothing restarts. A node with a
   * `problem` stays on its host as an orphan. The RPC passwords of the nodes are unknown here; `rotateRpcCredentials` replaces them. For
   * owners and admins. Errors: `action_not_possible` for a host without an offer, or with a changed one; `name_taken`.
   */
  recoverExecutor?: Maybe<RecoverExecutorPayload>;
  /**
   * Repeats a delivery that succeeded or failed, with the same id and sequence number. For owners and admins. Errors: `channel_disabled`,
   * `limit_reached`.
   */
  redeliverWebhook?: Maybe<RedeliverWebhookPayload>;
  /**
   * Repeats a channel's deliveries created in a time range, with the same ids and sequence numbers, oldest first, at most 1000 at once. For
   * owners and admins. Errors: `channel_disabled`, `limit_reached`.
   */
  redeliverWebhooks?: Maybe<RedeliverWebhooksPayload>;
  /**
   * Permanently deletes an orphan's chain data and container, by handing it to its executor as a node that is being deleted. Errors:
   * `chain_data_not_found`, `invalid_input` for a name or wallets that are not those of the orphan, `executor_offline`.
   */
  removeKeptData?: Maybe<RemoveKeptDataPayload>;
  /** Removes a member and revokes the person's keys for the organization. For owners and admins; only an owner removes an owner. */
  removeMember?: Maybe<RemoveMemberPayload>;
  /** Removes the second factor. Requires a session. */
  removeSecondFactor?: Maybe<RemoveSecondFactorPayload>;
  /** Replaces all recovery codes. Requires a session. */
  renewRecoveryCodes?: Maybe<RenewRecoveryCodesPayload>;
  /**
   * Stores what the gateway of a host reports on its endpoints, and records calls that change something in the audit log. A call with an id that
   * is already stored is not recorded again. For executor keys only.
   */
  reportEndpoints?: Maybe<ReportEndpointsPayload>;
  /**
   * Stores events of an executor. An id that is already stored is acknowledged and not stored again. An invalid event, or one of another
   * executor or its nodes, is listed in `rejected` and does not block the others. At most 1000 events in a call. In a day, an executor can
   * store 64 MiB of events, without samples, and an organization 1 GiB; beyond that the whole call is refused: send it again later. For
   * executor keys only. Errors: `limit_reached`.
   */
  reportRuntimeEvents?: Maybe<ReportRuntimeEventsPayload>;
  /**
   * Requests an upgrade of an executor's agent, within 30 minutes or the operator's deadline. Nodes keep running. For owners and admins. Errors:
   * `release_not_found`, `upgrade_already_pending`, `upgrade_not_possible`, `executor_offline`, `agent_outdated`.
   */
  requestExecutorUpgrade?: Maybe<RequestExecutorUpgradePayload>;
  /**
   * Starts, stops or restarts a node. Repeating a start or stop changes nothing; each restart happens exactly once. Restarting a stopped node
   * starts it. Also accepted while its executor is offline or drained, which then
   * carries it out later: see `Node.waitsFor`. Errors: `node_being_deleted`.
   */
  requestNodeLifecycleAction?: Maybe<RequestNodeLifecycleActionPayload>;
  /** Sets a new password by a link and signs out all sessions of the person. Requires no credential. */
  resetPassword?: Maybe<ResetPasswordPayload>;
  /**
   * Resumes a paused or stopped rollout. Failed members are retried before the next ones. For owners and admins. Errors: `rollout_not_possible`,
   * also if one of the nodes now waits in another rollout.
   */
  resumeNodeRollout?: Maybe<ResumeNodeRolloutPayload>;
  /**
   * Resumes a paused or stopped rollout. Failed members are retried before the next group, or skipped with `skipFailed`. A member whose executor
   * was deleted is always skipped. For owners and admins. Errors: `rollout_not_possible`, also if one of the executors now waits in another
   * rollout.
   */
  resumeUpgradeRollout?: Maybe<ResumeUpgradeRolloutPayload>;
  /**
   * Revokes an API key within two seconds on every replica, and closes its open streams. The key stays in the list. For owners and admins;
   * members can revoke their own personal keys.
   */
  revokeApiKey?: Maybe<RevokeApiKeyPayload>;
  /** Revokes a consumer and deletes it. Its secrets stop working within two seconds on every host that is online. For owners and admins. */
  revokeConsumer?: Maybe<RevokeConsumerPayload>;
  /** Revokes an enrolment token; keys created with it stay valid. For owners and admins. */
  revokeEnrolmentToken?: Maybe<RevokeEnrolmentTokenPayload>;
  /** Revokes an invitation. For owners and admins. */
  revokeInvitation?: Maybe<RevokeInvitationPayload>;
  /**
   * Rotates the secret of a consumer, which is returned only here. The previous secret stays valid for a while; one that was still valid from an
   * earlier rotation ends at once. No node restarts. For owners and admins.
   */
  rotateConsumerSecret?: Maybe<RotateConsumerSecretPayload>;
  /**
   * Creates a successor of the executor key that the request uses, with the same lifetime. The old key works until the new one is first used, so
   * that an agent that dies in between still has a valid key. For bound executor keys only.
   */
  rotateExecutorKey?: Maybe<RotateExecutorKeyPayload>;
  /**
   * Replaces the RPC credentials of all nodes, by two rollouts that restart the running nodes one by one: the first adds the new pair to the old
   * one, and the second, at the end, leaves the new one alone. `nodeRpcCredentials` is valid on every node at any time. Resumes a rotation whose
   * rollout stopped, was paused or was cancelled. Errors: `action_already_pending`, `invalid_input`, `limit_reached`, `rollout_not_possible`.
   */
  rotateRpcCredentials?: Maybe<RotateRpcCredentialsPayload>;
  /**
   * Rotates the secret of a webhook channel, which is returned only here. Each previous secret stays valid for a day after its rotation:
   * deliveries are signed with every valid secret, at most 5. For owners and admins. Errors: `channel_disabled`, `invalid_input`, `limit_reached`.
   */
  rotateWebhookSecret?: Maybe<RotateWebhookSecretPayload>;
  /**
   * Changes the organization's notification settings. Omitted fields are unchanged. For owners and admins. Errors: `limit_reached`,
   * `revision_conflict`.
   */
  saveNotificationSettings?: Maybe<SaveNotificationSettingsPayload>;
  /** Switches the session to an organization. Requires a session. A system administrator can choose any. */
  setActiveOrganization?: Maybe<SetActiveOrganizationPayload>;
  /**
   * Creates or replaces a maintenance schedule: rollouts take a running node down only while it is open. Rollouts that run follow it at once. For
   * owners and admins. Errors: `limit_reached`, `revision_conflict`.
   */
  setMaintenanceSchedule?: Maybe<SetMaintenanceSchedulePayload>;
  /** Starts setting up a second factor, which takes effect after `confirmSecondFactor`. Requires a session. */
  setUpSecondFactor?: Maybe<SetUpSecondFactorPayload>;
  /**
   * Signs in with a password and sets a session cookie, or requires `confirmSignIn`. Too many attempts for an account or from an address get
   * HTTP 429 with `Retry-After`.
   */
  signIn?: Maybe<SignInPayload>;
  /** Signs out the current session and removes its cookie. Does nothing with an API key. */
  signOut?: Maybe<SignOutPayload>;
  /**
   * Signs up a person. Requires an invitation unless sign-up is open. Does not sign in. Too many attempts from an address get
   * HTTP 429 with `Retry-After`.
   */
  signUp?: Maybe<SignUpPayload>;
  /**
   * Skips a member that waits, is in progress or has failed: it keeps what it has, and the rollout no longer waits for it. A rollout that stopped
   * because of this member alone resumes. For owners and admins. Errors: `rollout_not_possible`, also for a node that has not been given the
   * credentials of a rotation, which includes every node that runs.
   */
  skipNodeRolloutMember?: Maybe<SkipNodeRolloutMemberPayload>;
  /**
   * Starts a long-running operation of a node, which runs once and survives restarts of its agent. Also accepted while the executor is offline or
   * drained, which then runs it later. Errors: `node_being_deleted`, `action_not_possible`,
   * `action_already_pending`, `chain_data_busy`, `not_enough_resources`, `invalid_input`.
   */
  startNodeOperation?: Maybe<StartNodeOperationPayload>;
  /**
   * Changes several nodes one after another: the control plane changes the next one once the previous one answers and is no further behind than
   * before its change, and stops at the first failure; nobody needs to watch. changeNodes starts one by itself. For owners and admins. Errors:
   * `limit_reached`, and `rollout_not_possible` if one of the changes would be refused or a node waits in another rollout:
   * `extensions.issues` lists each of these nodes with the reason, and no rollout starts.
   */
  startNodeRollout?: Maybe<StartNodeRolloutPayload>;
  /** Starts a sign-in at the identity provider and sets a cookie for it. Works once, for five minutes. */
  startSingleSignOn?: Maybe<StartSingleSignOnPayload>;
  /**
   * Upgrades the agents of many executors, group by group. The control plane starts a group once every agent of the previous one runs the version,
   * and stops at the first failure; nobody needs to watch. For owners and admins. Errors: `release_not_found`, `limit_reached`, and
   * `rollout_not_possible` if one of the executors cannot be upgraded (see requestExecutorUpgrade) or waits in another rollout:
   * `extensions.issues` lists each of these executors with the reason, and no rollout starts.
   */
  startUpgradeRollout?: Maybe<StartUpgradeRolloutPayload>;
  /**
   * An executor's heartbeat, which returns the desired state. Creates or updates the executor with this name in the key's organization, which
   * can have up to 1000. The first heartbeat with a key binds the key to this name. For executor keys only. Errors:
   * `executor_key_bound`, `executor_name_in_use`, `limit_reached`, `observation_unknown`.
   */
  syncExecutor?: Maybe<SyncExecutorPayload>;
  /**
   * Sends a test delivery to a channel; `webhookDelivery` shows its outcome. Tests and redeliveries share a limit of 20 at once and then one
   * every 30 seconds. For owners and admins. Errors: `channel_disabled`, `limit_reached`.
   */
  testNotificationWebhook?: Maybe<TestNotificationWebhookPayload>;
  /** Allows new nodes on an executor again. Errors: `executor_draining`. */
  uncordonExecutor?: Maybe<UncordonExecutorPayload>;
  /**
   * Puts the settings back that a rollout changed, by a new rollout in the reverse order. A rollout that has not ended is
   * cancelled first. A node that cannot go back is skipped with the reason, such as chain data that the previous version cannot read, or a setting
   * that was changed again since. Later changes of other settings stay. For owners and admins. Errors: `limit_reached`, and
   * `rollout_not_possible` if no node can go back.
   */
  undoNodeRollout?: Maybe<UndoNodeRolloutPayload>;
  /** Ends a drain: starts the nodes that should run, and removes the cordon unless the executor was cordoned before the drain. */
  undrainExecutor?: Maybe<UndrainExecutorPayload>;
  /** Changes a consumer. Omitted fields are unchanged. No node restarts. For owners and admins. Errors: `invalid_input`, `name_taken`. */
  updateConsumer?: Maybe<UpdateConsumerPayload>;
  /**
   * Changes an endpoint. Omitted fields are unchanged. Connections to an unchanged address stay open. For owners and admins. Errors:
   * `invalid_input`, `name_taken`.
   */
  updateEndpoint?: Maybe<UpdateEndpointPayload>;
  /** Changes an executor's labels. Omitted fields are unchanged. */
  updateExecutor?: Maybe<UpdateExecutorPayload>;
  /**
   * Changes or withdraws a release. What agents verify (files, image, lowest version) cannot be changed: create another release. For system
   * administrators.
   */
  updateExecutorRelease?: Maybe<UpdateExecutorReleasePayload>;
  /** Changes a member's role. For owners and admins; only an owner adds or changes an owner. The last owner cannot be changed. */
  updateMemberRole?: Maybe<UpdateMemberRolePayload>;
  /**
   * Changes a node's configuration or desired state. Omitted fields are unchanged. Also accepted while its executor is offline or drained, which
   * then applies the change later: see `Node.waitsFor`. Errors: `invalid_node_config`, `chain_not_supported_by_executor`,
   * `not_enough_resources`, `name_taken`, `node_being_deleted`.
   */
  updateNode?: Maybe<UpdateNodePayload>;
  /**
   * Changes a notification channel. Omitted fields are unchanged. Pending deliveries go to the new target; disabling the channel drops them, and
   * enabling it clears its failure. For owners and admins. Errors: `invalid_input`, `name_taken`, `mail_not_configured`.
   */
  updateNotificationChannel?: Maybe<UpdateNotificationChannelPayload>;
};


/**
 * Mutations. A caller without permission gets an error with `extensions.code` `Forbidden`; a violated domain rule, one with a `UserErrorCode`; a
 * malformed value, `invalid_input` with the path of the field. A failed field is null; the request's other fields are still executed and keep
 * their results.
 */
export type MutationAcceptInvitationArgs = {
  where: LinkWhereUniqueInput;
};


/**
 * Mutations. A caller without permission gets an error with `extensions.code` `Forbidden`; a violated domain rule, one with a `UserErrorCode`; a
 * malformed value, `invalid_input` with the path of the field. A failed field is null; the request's other fields are still executed and keep
 * their results.
 */
export type MutationAcknowledgeIncidentArgs = {
  note?: InputMaybe<Scalars['String']['input']>;
  where: AlertIncidentWhereUniqueInput;
};


/**
 * Mutations. A caller without permission gets an error with `extensions.code` `Forbidden`; a violated domain rule, one with a `UserErrorCode`; a
 * malformed value, `invalid_input` with the path of the field. A failed field is null; the request's other fields are still executed and keep
 * their results.
 */
export type MutationAcknowledgeIncidentsArgs = {
  ids: Array<Scalars['ID']['input']>;
  note?: InputMaybe<Scalars['String']['input']>;
};


/**
 * Mutations. A caller without permission gets an error with `extensions.code` `Forbidden`; a violated domain rule, one with a `UserErrorCode`; a
 * malformed value, `invalid_input` with the path of the field. A failed field is null; the request's other fields are still executed and keep
 * their results.
 */
export type MutationAdminSetOrganizationActiveArgs = {
  isActive: Scalars['Boolean']['input'];
  where: OrganizationWhereUniqueInput;
};


/**
 * Mutations. A caller without permission gets an error with `extensions.code` `Forbidden`; a violated domain rule, one with a `UserErrorCode`; a
 * malformed value, `invalid_input` with the path of the field. A failed field is null; the request's other fields are still executed and keep
 * their results.
 */
export type MutationAdminSetSystemAdminArgs = {
  isSystemAdmin: Scalars['Boolean']['input'];
  where: UserWhereUniqueInput;
};


/**
 * Mutations. A caller without permission gets an error with `extensions.code` `Forbidden`; a violated domain rule, one with a `UserErrorCode`; a
 * malformed value, `invalid_input` with the path of the field. A failed field is null; the request's other fields are still executed and keep
 * their results.
 */
export type MutationAdminUpdateOrganizationMemberRoleArgs = {
  role: OrganizationRole;
  where: OrganizationMemberWhereUniqueInput;
};


/**
 * Mutations. A caller without permission gets an error with `extensions.code` `Forbidden`; a violated domain rule, one with a `UserErrorCode`; a
 * malformed value, `invalid_input` with the path of the field. A failed field is null; the request's other fields are still executed and keep
 * their results.
 */
export type MutationAnswerAgentRequestArgs = {
  data: AgentAnswerInput;
};


/**
 * Mutations. A caller without permission gets an error with `extensions.code` `Forbidden`; a violated domain rule, one with a `UserErrorCode`; a
 * malformed value, `invalid_input` with the path of the field. A failed field is null; the request's other fields are still executed and keep
 * their results.
 */
export type MutationCancelExecutorUpgradeArgs = {
  where: ExecutorWhereUniqueInput;
};


/**
 * Mutations. A caller without permission gets an error with `extensions.code` `Forbidden`; a violated domain rule, one with a `UserErrorCode`; a
 * malformed value, `invalid_input` with the path of the field. A failed field is null; the request's other fields are still executed and keep
 * their results.
 */
export type MutationCancelNodeOperationArgs = {
  where: NodeOperationWhereUniqueInput;
};


/**
 * Mutations. A caller without permission gets an error with `extensions.code` `Forbidden`; a violated domain rule, one with a `UserErrorCode`; a
 * malformed value, `invalid_input` with the path of the field. A failed field is null; the request's other fields are still executed and keep
 * their results.
 */
export type MutationCancelNodeRolloutArgs = {
  where: NodeRolloutWhereUniqueInput;
};


/**
 * Mutations. A caller without permission gets an error with `extensions.code` `Forbidden`; a violated domain rule, one with a `UserErrorCode`; a
 * malformed value, `invalid_input` with the path of the field. A failed field is null; the request's other fields are still executed and keep
 * their results.
 */
export type MutationCancelUpgradeRolloutArgs = {
  where: UpgradeRolloutWhereUniqueInput;
};


/**
 * Mutations. A caller without permission gets an error with `extensions.code` `Forbidden`; a violated domain rule, one with a `UserErrorCode`; a
 * malformed value, `invalid_input` with the path of the field. A failed field is null; the request's other fields are still executed and keep
 * their results.
 */
export type MutationChangeNodesArgs = {
  atOnce?: InputMaybe<Scalars['Boolean']['input']>;
  data: NodesChangeInput;
  expectedCount: Scalars['Int']['input'];
  parallel?: InputMaybe<Scalars['Int']['input']>;
  policy?: InputMaybe<NodeRolloutPolicyInput>;
  where: NodeWhereInput;
};


/**
 * Mutations. A caller without permission gets an error with `extensions.code` `Forbidden`; a violated domain rule, one with a `UserErrorCode`; a
 * malformed value, `invalid_input` with the path of the field. A failed field is null; the request's other fields are still executed and keep
 * their results.
 */
export type MutationChangePasswordArgs = {
  data: PasswordChangeInput;
};


/**
 * Mutations. A caller without permission gets an error with `extensions.code` `Forbidden`; a violated domain rule, one with a `UserErrorCode`; a
 * malformed value, `invalid_input` with the path of the field. A failed field is null; the request's other fields are still executed and keep
 * their results.
 */
export type MutationCompleteSingleSignOnArgs = {
  data: CompleteSingleSignOnInput;
};


/**
 * Mutations. A caller without permission gets an error with `extensions.code` `Forbidden`; a violated domain rule, one with a `UserErrorCode`; a
 * malformed value, `invalid_input` with the path of the field. A failed field is null; the request's other fields are still executed and keep
 * their results.
 */
export type MutationConfirmSecondFactorArgs = {
  code: Scalars['String']['input'];
};


/**
 * Mutations. A caller without permission gets an error with `extensions.code` `Forbidden`; a violated domain rule, one with a `UserErrorCode`; a
 * malformed value, `invalid_input` with the path of the field. A failed field is null; the request's other fields are still executed and keep
 * their results.
 */
export type MutationConfirmSignInArgs = {
  data: SecondFactorInput;
};


/**
 * Mutations. A caller without permission gets an error with `extensions.code` `Forbidden`; a violated domain rule, one with a `UserErrorCode`; a
 * malformed value, `invalid_input` with the path of the field. A failed field is null; the request's other fields are still executed and keep
 * their results.
 */
export type MutationCordonExecutorArgs = {
  reason: Scalars['String']['input'];
  where: ExecutorWhereUniqueInput;
};


/**
 * Mutations. A caller without permission gets an error with `extensions.code` `Forbidden`; a violated domain rule, one with a `UserErrorCode`; a
 * malformed value, `invalid_input` with the path of the field. A failed field is null; the request's other fields are still executed and keep
 * their results.
 */
export type MutationCreateApiKeyArgs = {
  data: ApiKeyCreateInput;
};


/**
 * Mutations. A caller without permission gets an error with `extensions.code` `Forbidden`; a violated domain rule, one with a `UserErrorCode`; a
 * malformed value, `invalid_input` with the path of the field. A failed field is null; the request's other fields are still executed and keep
 * their results.
 */
export type MutationCreateConsumerArgs = {
  data: ConsumerCreateInput;
};


/**
 * Mutations. A caller without permission gets an error with `extensions.code` `Forbidden`; a violated domain rule, one with a `UserErrorCode`; a
 * malformed value, `invalid_input` with the path of the field. A failed field is null; the request's other fields are still executed and keep
 * their results.
 */
export type MutationCreateEndpointArgs = {
  data: EndpointCreateInput;
};


/**
 * Mutations. A caller without permission gets an error with `extensions.code` `Forbidden`; a violated domain rule, one with a `UserErrorCode`; a
 * malformed value, `invalid_input` with the path of the field. A failed field is null; the request's other fields are still executed and keep
 * their results.
 */
export type MutationCreateEnrolmentTokenArgs = {
  data: EnrolmentTokenCreateInput;
};


/**
 * Mutations. A caller without permission gets an error with `extensions.code` `Forbidden`; a violated domain rule, one with a `UserErrorCode`; a
 * malformed value, `invalid_input` with the path of the field. A failed field is null; the request's other fields are still executed and keep
 * their results.
 */
export type MutationCreateExecutorReleaseArgs = {
  data: ExecutorReleaseCreateInput;
};


/**
 * Mutations. A caller without permission gets an error with `extensions.code` `Forbidden`; a violated domain rule, one with a `UserErrorCode`; a
 * malformed value, `invalid_input` with the path of the field. A failed field is null; the request's other fields are still executed and keep
 * their results.
 */
export type MutationCreateNodeArgs = {
  data: NodeCreateInput;
};


/**
 * Mutations. A caller without permission gets an error with `extensions.code` `Forbidden`; a violated domain rule, one with a `UserErrorCode`; a
 * malformed value, `invalid_input` with the path of the field. A failed field is null; the request's other fields are still executed and keep
 * their results.
 */
export type MutationCreateNotificationChannelArgs = {
  data: NotificationChannelCreateInput;
};


/**
 * Mutations. A caller without permission gets an error with `extensions.code` `Forbidden`; a violated domain rule, one with a `UserErrorCode`; a
 * malformed value, `invalid_input` with the path of the field. A failed field is null; the request's other fields are still executed and keep
 * their results.
 */
export type MutationCreateOrganizationArgs = {
  data: OrganizationCreateInput;
};


/**
 * Mutations. A caller without permission gets an error with `extensions.code` `Forbidden`; a violated domain rule, one with a `UserErrorCode`; a
 * malformed value, `invalid_input` with the path of the field. A failed field is null; the request's other fields are still executed and keep
 * their results.
 */
export type MutationCreatePasswordResetLinkArgs = {
  where: UserWhereUniqueInput;
};


/**
 * Mutations. A caller without permission gets an error with `extensions.code` `Forbidden`; a violated domain rule, one with a `UserErrorCode`; a
 * malformed value, `invalid_input` with the path of the field. A failed field is null; the request's other fields are still executed and keep
 * their results.
 */
export type MutationDeleteApiKeyArgs = {
  where: ApiKeyWhereUniqueInput;
};


/**
 * Mutations. A caller without permission gets an error with `extensions.code` `Forbidden`; a violated domain rule, one with a `UserErrorCode`; a
 * malformed value, `invalid_input` with the path of the field. A failed field is null; the request's other fields are still executed and keep
 * their results.
 */
export type MutationDeleteEndpointArgs = {
  where: EndpointWhereUniqueInput;
};


/**
 * Mutations. A caller without permission gets an error with `extensions.code` `Forbidden`; a violated domain rule, one with a `UserErrorCode`; a
 * malformed value, `invalid_input` with the path of the field. A failed field is null; the request's other fields are still executed and keep
 * their results.
 */
export type MutationDeleteExecutorArgs = {
  where: ExecutorWhereUniqueInput;
};


/**
 * Mutations. A caller without permission gets an error with `extensions.code` `Forbidden`; a violated domain rule, one with a `UserErrorCode`; a
 * malformed value, `invalid_input` with the path of the field. A failed field is null; the request's other fields are still executed and keep
 * their results.
 */
export type MutationDeleteExecutorReleaseArgs = {
  where: ExecutorReleaseWhereUniqueInput;
};


/**
 * Mutations. A caller without permission gets an error with `extensions.code` `Forbidden`; a violated domain rule, one with a `UserErrorCode`; a
 * malformed value, `invalid_input` with the path of the field. A failed field is null; the request's other fields are still executed and keep
 * their results.
 */
export type MutationDeleteMaintenanceScheduleArgs = {
  label?: InputMaybe<LabelInput>;
};


/**
 * Mutations. A caller without permission gets an error with `extensions.code` `Forbidden`; a violated domain rule, one with a `UserErrorCode`; a
 * malformed value, `invalid_input` with the path of the field. A failed field is null; the request's other fields are still executed and keep
 * their results.
 */
export type MutationDeleteNodeArgs = {
  dataPolicy?: InputMaybe<NodeDataPolicy>;
  removal?: InputMaybe<NodeDataRemovalInput>;
  where: NodeWhereUniqueInput;
};


/**
 * Mutations. A caller without permission gets an error with `extensions.code` `Forbidden`; a violated domain rule, one with a `UserErrorCode`; a
 * malformed value, `invalid_input` with the path of the field. A failed field is null; the request's other fields are still executed and keep
 * their results.
 */
export type MutationDeleteNotificationChannelArgs = {
  where: NotificationChannelWhereUniqueInput;
};


/**
 * Mutations. A caller without permission gets an error with `extensions.code` `Forbidden`; a violated domain rule, one with a `UserErrorCode`; a
 * malformed value, `invalid_input` with the path of the field. A failed field is null; the request's other fields are still executed and keep
 * their results.
 */
export type MutationDeregisterExecutorArgs = {
  removedNodes?: InputMaybe<Array<Scalars['ID']['input']>>;
};


/**
 * Mutations. A caller without permission gets an error with `extensions.code` `Forbidden`; a violated domain rule, one with a `UserErrorCode`; a
 * malformed value, `invalid_input` with the path of the field. A failed field is null; the request's other fields are still executed and keep
 * their results.
 */
export type MutationDrainExecutorArgs = {
  reason: Scalars['String']['input'];
  where: ExecutorWhereUniqueInput;
};


/**
 * Mutations. A caller without permission gets an error with `extensions.code` `Forbidden`; a violated domain rule, one with a `UserErrorCode`; a
 * malformed value, `invalid_input` with the path of the field. A failed field is null; the request's other fields are still executed and keep
 * their results.
 */
export type MutationEndSessionArgs = {
  where: SessionWhereUniqueInput;
};


/**
 * Mutations. A caller without permission gets an error with `extensions.code` `Forbidden`; a violated domain rule, one with a `UserErrorCode`; a
 * malformed value, `invalid_input` with the path of the field. A failed field is null; the request's other fields are still executed and keep
 * their results.
 */
export type MutationEnrolExecutorArgs = {
  data: EnrolExecutorInput;
};


/**
 * Mutations. A caller without permission gets an error with `extensions.code` `Forbidden`; a violated domain rule, one with a `UserErrorCode`; a
 * malformed value, `invalid_input` with the path of the field. A failed field is null; the request's other fields are still executed and keep
 * their results.
 */
export type MutationInviteMemberArgs = {
  data: InvitationCreateInput;
};


/**
 * Mutations. A caller without permission gets an error with `extensions.code` `Forbidden`; a violated domain rule, one with a `UserErrorCode`; a
 * malformed value, `invalid_input` with the path of the field. A failed field is null; the request's other fields are still executed and keep
 * their results.
 */
export type MutationOpenAgentRequestArgs = {
  data: AgentRequestInput;
  where: NodeWhereUniqueInput;
};


/**
 * Mutations. A caller without permission gets an error with `extensions.code` `Forbidden`; a violated domain rule, one with a `UserErrorCode`; a
 * malformed value, `invalid_input` with the path of the field. A failed field is null; the request's other fields are still executed and keep
 * their results.
 */
export type MutationPauseNodeRolloutArgs = {
  where: NodeRolloutWhereUniqueInput;
};


/**
 * Mutations. A caller without permission gets an error with `extensions.code` `Forbidden`; a violated domain rule, one with a `UserErrorCode`; a
 * malformed value, `invalid_input` with the path of the field. A failed field is null; the request's other fields are still executed and keep
 * their results.
 */
export type MutationPauseUpgradeRolloutArgs = {
  where: UpgradeRolloutWhereUniqueInput;
};


/**
 * Mutations. A caller without permission gets an error with `extensions.code` `Forbidden`; a violated domain rule, one with a `UserErrorCode`; a
 * malformed value, `invalid_input` with the path of the field. A failed field is null; the request's other fields are still executed and keep
 * their results.
 */
export type MutationRecoverExecutorArgs = {
  offeredAt: Scalars['DateTime']['input'];
  where: ExecutorWhereUniqueInput;
};


/**
 * Mutations. A caller without permission gets an error with `extensions.code` `Forbidden`; a violated domain rule, one with a `UserErrorCode`; a
 * malformed value, `invalid_input` with the path of the field. A failed field is null; the request's other fields are still executed and keep
 * their results.
 */
export type MutationRedeliverWebhookArgs = {
  where: WebhookDeliveryWhereUniqueInput;
};


/**
 * Mutations. A caller without permission gets an error with `extensions.code` `Forbidden`; a violated domain rule, one with a `UserErrorCode`; a
 * malformed value, `invalid_input` with the path of the field. A failed field is null; the request's other fields are still executed and keep
 * their results.
 */
export type MutationRedeliverWebhooksArgs = {
  from: Scalars['DateTime']['input'];
  to: Scalars['DateTime']['input'];
  where: NotificationChannelWhereUniqueInput;
};


/**
 * Mutations. A caller without permission gets an error with `extensions.code` `Forbidden`; a violated domain rule, one with a `UserErrorCode`; a
 * malformed value, `invalid_input` with the path of the field. A failed field is null; the request's other fields are still executed and keep
 * their results.
 */
export type MutationRemoveKeptDataArgs = {
  data: KeptDataRemovalInput;
};


/**
 * Mutations. A caller without permission gets an error with `extensions.code` `Forbidden`; a violated domain rule, one with a `UserErrorCode`; a
 * malformed value, `invalid_input` with the path of the field. A failed field is null; the request's other fields are still executed and keep
 * their results.
 */
export type MutationRemoveMemberArgs = {
  where: MemberWhereUniqueInput;
};


/**
 * Mutations. A caller without permission gets an error with `extensions.code` `Forbidden`; a violated domain rule, one with a `UserErrorCode`; a
 * malformed value, `invalid_input` with the path of the field. A failed field is null; the request's other fields are still executed and keep
 * their results.
 */
export type MutationRemoveSecondFactorArgs = {
  password: Scalars['String']['input'];
};


/**
 * Mutations. A caller without permission gets an error with `extensions.code` `Forbidden`; a violated domain rule, one with a `UserErrorCode`; a
 * malformed value, `invalid_input` with the path of the field. A failed field is null; the request's other fields are still executed and keep
 * their results.
 */
export type MutationRenewRecoveryCodesArgs = {
  password: Scalars['String']['input'];
};


/**
 * Mutations. A caller without permission gets an error with `extensions.code` `Forbidden`; a violated domain rule, one with a `UserErrorCode`; a
 * malformed value, `invalid_input` with the path of the field. A failed field is null; the request's other fields are still executed and keep
 * their results.
 */
export type MutationReportEndpointsArgs = {
  data: EndpointsReportInput;
};


/**
 * Mutations. A caller without permission gets an error with `extensions.code` `Forbidden`; a violated domain rule, one with a `UserErrorCode`; a
 * malformed value, `invalid_input` with the path of the field. A failed field is null; the request's other fields are still executed and keep
 * their results.
 */
export type MutationReportRuntimeEventsArgs = {
  input: Array<RuntimeEventInput>;
};


/**
 * Mutations. A caller without permission gets an error with `extensions.code` `Forbidden`; a violated domain rule, one with a `UserErrorCode`; a
 * malformed value, `invalid_input` with the path of the field. A failed field is null; the request's other fields are still executed and keep
 * their results.
 */
export type MutationRequestExecutorUpgradeArgs = {
  executorId: Scalars['ID']['input'];
  targetVersion: Scalars['String']['input'];
};


/**
 * Mutations. A caller without permission gets an error with `extensions.code` `Forbidden`; a violated domain rule, one with a `UserErrorCode`; a
 * malformed value, `invalid_input` with the path of the field. A failed field is null; the request's other fields are still executed and keep
 * their results.
 */
export type MutationRequestNodeLifecycleActionArgs = {
  action: NodeLifecycleAction;
  id: Scalars['ID']['input'];
};


/**
 * Mutations. A caller without permission gets an error with `extensions.code` `Forbidden`; a violated domain rule, one with a `UserErrorCode`; a
 * malformed value, `invalid_input` with the path of the field. A failed field is null; the request's other fields are still executed and keep
 * their results.
 */
export type MutationResetPasswordArgs = {
  data: PasswordResetInput;
};


/**
 * Mutations. A caller without permission gets an error with `extensions.code` `Forbidden`; a violated domain rule, one with a `UserErrorCode`; a
 * malformed value, `invalid_input` with the path of the field. A failed field is null; the request's other fields are still executed and keep
 * their results.
 */
export type MutationResumeNodeRolloutArgs = {
  where: NodeRolloutWhereUniqueInput;
};


/**
 * Mutations. A caller without permission gets an error with `extensions.code` `Forbidden`; a violated domain rule, one with a `UserErrorCode`; a
 * malformed value, `invalid_input` with the path of the field. A failed field is null; the request's other fields are still executed and keep
 * their results.
 */
export type MutationResumeUpgradeRolloutArgs = {
  skipFailed?: InputMaybe<Scalars['Boolean']['input']>;
  where: UpgradeRolloutWhereUniqueInput;
};


/**
 * Mutations. A caller without permission gets an error with `extensions.code` `Forbidden`; a violated domain rule, one with a `UserErrorCode`; a
 * malformed value, `invalid_input` with the path of the field. A failed field is null; the request's other fields are still executed and keep
 * their results.
 */
export type MutationRevokeApiKeyArgs = {
  where: ApiKeyWhereUniqueInput;
};


/**
 * Mutations. A caller without permission gets an error with `extensions.code` `Forbidden`; a violated domain rule, one with a `UserErrorCode`; a
 * malformed value, `invalid_input` with the path of the field. A failed field is null; the request's other fields are still executed and keep
 * their results.
 */
export type MutationRevokeConsumerArgs = {
  where: ConsumerWhereUniqueInput;
};


/**
 * Mutations. A caller without permission gets an error with `extensions.code` `Forbidden`; a violated domain rule, one with a `UserErrorCode`; a
 * malformed value, `invalid_input` with the path of the field. A failed field is null; the request's other fields are still executed and keep
 * their results.
 */
export type MutationRevokeEnrolmentTokenArgs = {
  where: EnrolmentTokenWhereUniqueInput;
};


/**
 * Mutations. A caller without permission gets an error with `extensions.code` `Forbidden`; a violated domain rule, one with a `UserErrorCode`; a
 * malformed value, `invalid_input` with the path of the field. A failed field is null; the request's other fields are still executed and keep
 * their results.
 */
export type MutationRevokeInvitationArgs = {
  where: InvitationWhereUniqueInput;
};


/**
 * Mutations. A caller without permission gets an error with `extensions.code` `Forbidden`; a violated domain rule, one with a `UserErrorCode`; a
 * malformed value, `invalid_input` with the path of the field. A failed field is null; the request's other fields are still executed and keep
 * their results.
 */
export type MutationRotateConsumerSecretArgs = {
  previousExpiresInSeconds?: InputMaybe<Scalars['Int']['input']>;
  where: ConsumerWhereUniqueInput;
};


/**
 * Mutations. A caller without permission gets an error with `extensions.code` `Forbidden`; a violated domain rule, one with a `UserErrorCode`; a
 * malformed value, `invalid_input` with the path of the field. A failed field is null; the request's other fields are still executed and keep
 * their results.
 */
export type MutationRotateRpcCredentialsArgs = {
  formerExpiresInSeconds?: InputMaybe<Scalars['Int']['input']>;
  policy?: InputMaybe<NodeRolloutPolicyInput>;
};


/**
 * Mutations. A caller without permission gets an error with `extensions.code` `Forbidden`; a violated domain rule, one with a `UserErrorCode`; a
 * malformed value, `invalid_input` with the path of the field. A failed field is null; the request's other fields are still executed and keep
 * their results.
 */
export type MutationRotateWebhookSecretArgs = {
  where: NotificationChannelWhereUniqueInput;
};


/**
 * Mutations. A caller without permission gets an error with `extensions.code` `Forbidden`; a violated domain rule, one with a `UserErrorCode`; a
 * malformed value, `invalid_input` with the path of the field. A failed field is null; the request's other fields are still executed and keep
 * their results.
 */
export type MutationSaveNotificationSettingsArgs = {
  input: NotificationSettingsInput;
};


/**
 * Mutations. A caller without permission gets an error with `extensions.code` `Forbidden`; a violated domain rule, one with a `UserErrorCode`; a
 * malformed value, `invalid_input` with the path of the field. A failed field is null; the request's other fields are still executed and keep
 * their results.
 */
export type MutationSetActiveOrganizationArgs = {
  where: OrganizationWhereUniqueInput;
};


/**
 * Mutations. A caller without permission gets an error with `extensions.code` `Forbidden`; a violated domain rule, one with a `UserErrorCode`; a
 * malformed value, `invalid_input` with the path of the field. A failed field is null; the request's other fields are still executed and keep
 * their results.
 */
export type MutationSetMaintenanceScheduleArgs = {
  data: MaintenanceScheduleInput;
};


/**
 * Mutations. A caller without permission gets an error with `extensions.code` `Forbidden`; a violated domain rule, one with a `UserErrorCode`; a
 * malformed value, `invalid_input` with the path of the field. A failed field is null; the request's other fields are still executed and keep
 * their results.
 */
export type MutationSetUpSecondFactorArgs = {
  password: Scalars['String']['input'];
};


/**
 * Mutations. A caller without permission gets an error with `extensions.code` `Forbidden`; a violated domain rule, one with a `UserErrorCode`; a
 * malformed value, `invalid_input` with the path of the field. A failed field is null; the request's other fields are still executed and keep
 * their results.
 */
export type MutationSignInArgs = {
  data: SignInInput;
};


/**
 * Mutations. A caller without permission gets an error with `extensions.code` `Forbidden`; a violated domain rule, one with a `UserErrorCode`; a
 * malformed value, `invalid_input` with the path of the field. A failed field is null; the request's other fields are still executed and keep
 * their results.
 */
export type MutationSignUpArgs = {
  data: SignUpInput;
};


/**
 * Mutations. A caller without permission gets an error with `extensions.code` `Forbidden`; a violated domain rule, one with a `UserErrorCode`; a
 * malformed value, `invalid_input` with the path of the field. A failed field is null; the request's other fields are still executed and keep
 * their results.
 */
export type MutationSkipNodeRolloutMemberArgs = {
  nodeId: Scalars['ID']['input'];
  where: NodeRolloutWhereUniqueInput;
};


/**
 * Mutations. A caller without permission gets an error with `extensions.code` `Forbidden`; a violated domain rule, one with a `UserErrorCode`; a
 * malformed value, `invalid_input` with the path of the field. A failed field is null; the request's other fields are still executed and keep
 * their results.
 */
export type MutationStartNodeOperationArgs = {
  data: NodeOperationInput;
  where: NodeWhereUniqueInput;
};


/**
 * Mutations. A caller without permission gets an error with `extensions.code` `Forbidden`; a violated domain rule, one with a `UserErrorCode`; a
 * malformed value, `invalid_input` with the path of the field. A failed field is null; the request's other fields are still executed and keep
 * their results.
 */
export type MutationStartNodeRolloutArgs = {
  data: NodeRolloutStartInput;
};


/**
 * Mutations. A caller without permission gets an error with `extensions.code` `Forbidden`; a violated domain rule, one with a `UserErrorCode`; a
 * malformed value, `invalid_input` with the path of the field. A failed field is null; the request's other fields are still executed and keep
 * their results.
 */
export type MutationStartUpgradeRolloutArgs = {
  data: UpgradeRolloutStartInput;
};


/**
 * Mutations. A caller without permission gets an error with `extensions.code` `Forbidden`; a violated domain rule, one with a `UserErrorCode`; a
 * malformed value, `invalid_input` with the path of the field. A failed field is null; the request's other fields are still executed and keep
 * their results.
 */
export type MutationSyncExecutorArgs = {
  input: SyncExecutorInput;
};


/**
 * Mutations. A caller without permission gets an error with `extensions.code` `Forbidden`; a violated domain rule, one with a `UserErrorCode`; a
 * malformed value, `invalid_input` with the path of the field. A failed field is null; the request's other fields are still executed and keep
 * their results.
 */
export type MutationTestNotificationWebhookArgs = {
  where?: InputMaybe<NotificationChannelWhereUniqueInput>;
};


/**
 * Mutations. A caller without permission gets an error with `extensions.code` `Forbidden`; a violated domain rule, one with a `UserErrorCode`; a
 * malformed value, `invalid_input` with the path of the field. A failed field is null; the request's other fields are still executed and keep
 * their results.
 */
export type MutationUncordonExecutorArgs = {
  where: ExecutorWhereUniqueInput;
};


/**
 * Mutations. A caller without permission gets an error with `extensions.code` `Forbidden`; a violated domain rule, one with a `UserErrorCode`; a
 * malformed value, `invalid_input` with the path of the field. A failed field is null; the request's other fields are still executed and keep
 * their results.
 */
export type MutationUndoNodeRolloutArgs = {
  outsideWindows?: InputMaybe<Scalars['Boolean']['input']>;
  parallel?: InputMaybe<Scalars['Int']['input']>;
  where: NodeRolloutWhereUniqueInput;
};


/**
 * Mutations. A caller without permission gets an error with `extensions.code` `Forbidden`; a violated domain rule, one with a `UserErrorCode`; a
 * malformed value, `invalid_input` with the path of the field. A failed field is null; the request's other fields are still executed and keep
 * their results.
 */
export type MutationUndrainExecutorArgs = {
  where: ExecutorWhereUniqueInput;
};


/**
 * Mutations. A caller without permission gets an error with `extensions.code` `Forbidden`; a violated domain rule, one with a `UserErrorCode`; a
 * malformed value, `invalid_input` with the path of the field. A failed field is null; the request's other fields are still executed and keep
 * their results.
 */
export type MutationUpdateConsumerArgs = {
  data: ConsumerUpdateInput;
  where: ConsumerWhereUniqueInput;
};


/**
 * Mutations. A caller without permission gets an error with `extensions.code` `Forbidden`; a violated domain rule, one with a `UserErrorCode`; a
 * malformed value, `invalid_input` with the path of the field. A failed field is null; the request's other fields are still executed and keep
 * their results.
 */
export type MutationUpdateEndpointArgs = {
  data: EndpointUpdateInput;
  where: EndpointWhereUniqueInput;
};


/**
 * Mutations. A caller without permission gets an error with `extensions.code` `Forbidden`; a violated domain rule, one with a `UserErrorCode`; a
 * malformed value, `invalid_input` with the path of the field. A failed field is null; the request's other fields are still executed and keep
 * their results.
 */
export type MutationUpdateExecutorArgs = {
  data: ExecutorUpdateInput;
  where: ExecutorWhereUniqueInput;
};


/**
 * Mutations. A caller without permission gets an error with `extensions.code` `Forbidden`; a violated domain rule, one with a `UserErrorCode`; a
 * malformed value, `invalid_input` with the path of the field. A failed field is null; the request's other fields are still executed and keep
 * their results.
 */
export type MutationUpdateExecutorReleaseArgs = {
  data: ExecutorReleaseUpdateInput;
  where: ExecutorReleaseWhereUniqueInput;
};


/**
 * Mutations. A caller without permission gets an error with `extensions.code` `Forbidden`; a violated domain rule, one with a `UserErrorCode`; a
 * malformed value, `invalid_input` with the path of the field. A failed field is null; the request's other fields are still executed and keep
 * their results.
 */
export type MutationUpdateMemberRoleArgs = {
  role: OrganizationRole;
  where: MemberWhereUniqueInput;
};


/**
 * Mutations. A caller without permission gets an error with `extensions.code` `Forbidden`; a violated domain rule, one with a `UserErrorCode`; a
 * malformed value, `invalid_input` with the path of the field. A failed field is null; the request's other fields are still executed and keep
 * their results.
 */
export type MutationUpdateNodeArgs = {
  data: NodeUpdateInput;
  where: NodeWhereUniqueInput;
};


/**
 * Mutations. A caller without permission gets an error with `extensions.code` `Forbidden`; a violated domain rule, one with a `UserErrorCode`; a
 * malformed value, `invalid_input` with the path of the field. A failed field is null; the request's other fields are still executed and keep
 * their results.
 */
export type MutationUpdateNotificationChannelArgs = {
  data: NotificationChannelUpdateInput;
  where: NotificationChannelWhereUniqueInput;
};

/** Bitcoin network of a node. */
export type Network =
  /** Bitcoin. */
  | 'mainnet'
  /** A private chain for testing; offered only if the operator allows it. */
  | 'regtest'
  /** The signed test network. */
  | 'signet'
  /** The fourth test network, from version 28; offered only if the operator allows it. */
  | 'testnet4';

/** Number of nodes on a network. */
export type NetworkCount = {
  /** The network. */
  network: Network;
  /** The number of nodes. */
  nodes: Scalars['Int']['output'];
};

/** Conditions on a network. All given conditions must hold. A comparison with null is refused. */
export type NetworkFilter = {
  /** Is this one. */
  equals?: InputMaybe<Network>;
  /** Is one of these. */
  in?: InputMaybe<Array<Network>>;
  /** Must not match this filter. */
  not?: InputMaybe<NetworkFilter>;
  /** Is not one of these. */
  notIn?: InputMaybe<Array<Network>>;
};

/** A Bitcoin node: one daemon in one container on one executor. */
export type Node = {
  /** Client software. */
  client: Client;
  /** Life cycle of that version. */
  clientLifecycle: ClientLifecycle;
  /** The client version. */
  clientVersion: Scalars['String']['output'];
  /** Whether the daemon runs with the settings of `effectiveConfig`. */
  configState: ConfigState;
  /** Time of creation. */
  createdAt: Scalars['DateTime']['output'];
  /** Who created it: a person, or the API key of one; null for a node that was recovered from another control plane. */
  createdBy?: Maybe<AuditActor>;
  /** Whether deletion keeps the chain data. */
  dataPolicy: NodeDataPolicy;
  /** The data root of its data; null before it has any. */
  dataRoot?: Maybe<Scalars['String']['output']>;
  /** Desired state. */
  desiredState: DesiredState;
  /** All rendered settings of this node, with their origin and, if needed, an explanation. `configState` tells whether the daemon runs with them. */
  effectiveConfig: Array<ConfigSetting>;
  /** Events of the node, newest first by default. */
  events: EventConnection;
  /** Its executor. */
  executor: Executor;
  /** The control plane's judgement of the node, from its status, its problems, its latest sample and the branches of its network. */
  health: NodeHealth;
  /** Assigned by the control plane. */
  id: Scalars['ID']['output'];
  /** Labels, such as `team=payments`, to find nodes by. They do not affect the daemon. Sorted by key. */
  labels: Array<Label>;
  /** Who last changed it, as the audit log records it; null without such an action. Changes of a rollout are those of the person who started it. */
  lastChangedBy?: Maybe<AuditActor>;
  /** The latest sample; null before the first one. */
  metrics?: Maybe<NodeMetrics>;
  /** Name, unique in the organization. */
  name: Scalars['String']['output'];
  /** Network. */
  network: Network;
  /** Name of its chain, as in `networks`: of a custom signet, `signet:` and its challenge. */
  networkName: Scalars['String']['output'];
  /** Node type: full or pruned history. */
  nodeType: NodeType;
  /** Its operations, newest first. */
  operations: Array<NodeOperation>;
  /** Configuration overrides of the user, as entered. */
  overrides: Array<ConfigOverride>;
  /** Placement decision; null for a node created before these were recorded. */
  placement?: Maybe<NodePlacement>;
  /** Problems of the node, oldest first; empty without known problems, or if its executor is offline. */
  problems: Array<NodeProblem>;
  /** Resource limits. */
  resources: NodeResources;
  /** Whether its agent reverts a change that makes the working node fail: once, to the last working configuration. */
  revertFailedChange: Scalars['Boolean']['output'];
  /** The change that was reverted because the node failed; null without one. */
  reverted?: Maybe<RevertedChange>;
  /** Number of changes requested for this node. */
  revision: Scalars['Int']['output'];
  /** The custom signet; null for the public one, and on every other network. */
  signet?: Maybe<CustomSignet>;
  /** Status reported by its executor. */
  status: NodeStatus;
  /** The Tor that everything for peers goes through; null for none. */
  tor?: Maybe<NodeTor>;
  /** Time of the last requested change. */
  updatedAt: Scalars['DateTime']['output'];
  /** Human-readable reason why its executor cannot apply its desired state now: offline or drained. Null if it can. */
  waitsFor?: Maybe<Scalars['String']['output']>;
};


/** A Bitcoin node: one daemon in one container on one executor. */
export type NodeEventsArgs = {
  filter?: InputMaybe<EventFilterInput>;
};


/** A Bitcoin node: one daemon in one container on one executor. */
export type NodeOperationsArgs = {
  skip?: InputMaybe<Scalars['Int']['input']>;
  take?: InputMaybe<Scalars['Int']['input']>;
};

/** A change of a node. */
export type NodeChange = {
  /** Consequences; at least `nothing`. */
  consequences: Array<NodeConsequence>;
  /** The field, such as `resources.memoryMiB`, `overrides.dbcache` or `labels.team`. */
  field: Scalars['String']['output'];
  /** Current value; null if unset or secret. */
  from?: Maybe<Scalars['String']['output']>;
  /** New value; null if unset or secret. */
  to?: Maybe<Scalars['String']['output']>;
};

/** One page of nodes. */
export type NodeConnection = {
  /** The nodes, each with its cursor. */
  edges: Array<NodeEdge>;
  /** The nodes, in the order of the list. */
  nodes: Array<Node>;
  /** Position of this page in the list. */
  pageInfo: PageInfo;
};

/** A consequence of a change. */
export type NodeConsequence = {
  /** Duration, if it can be estimated. */
  hours?: Maybe<ConsequenceHours>;
  /** Kind of consequence. */
  kind: ConsequenceKind;
  /** Human-readable description. */
  message: Scalars['String']['output'];
};

/** Number of nodes. */
export type NodeCounts = {
  /** By health, the most urgent first, judged without samples: `stale` and `behind` count as `in_sync`. */
  byHealth: Array<NodeHealthCount>;
  /** By network, largest first. */
  byNetwork: Array<NetworkCount>;
  /** By phase, largest first. */
  byPhase: Array<NodePhaseCount>;
  /** Total. */
  total: Scalars['Int']['output'];
};

/** A node to deploy. */
export type NodeCreateInput = {
  /**
   * Reuses the chain data of an orphan: the node id, from `orphans` of an executor. The node gets that id and runs on that executor. Network and
   * version must be able to use the data.
   */
  adoptData?: InputMaybe<Scalars['ID']['input']>;
  /** The client software. */
  client?: Client;
  /**
   * The client version. Default: of the maintained versions without a high-severity vulnerability that the executor offers, the newest. If it offers
   * none, the newest that was not withdrawn.
   */
  clientVersion?: InputMaybe<Scalars['String']['input']>;
  /** Data root, from the executor's `dataRoots`. Default: the executor's default one. Excludes `adoptData`. */
  dataRoot?: InputMaybe<Scalars['String']['input']>;
  /** `running` or `stopped`. */
  desiredState?: DesiredState;
  /** Executor. Default: the one with the most free capacity that is online, not cordoned, and can take it. */
  executorId?: InputMaybe<Scalars['ID']['input']>;
  /** Only on an executor with all of these labels, at most 32. */
  executorLabels?: InputMaybe<Array<LabelInput>>;
  /** Labels: at most 32, each key once. */
  labels?: InputMaybe<Array<LabelInput>>;
  /** 1 to 63 characters: letters, digits, dot, dash and underscore, starting with a letter or digit. */
  name: Scalars['String']['input'];
  /** The chain. */
  network: Network;
  /** Node type: full or pruned history. */
  nodeType?: NodeType;
  /** Configuration overrides. */
  overrides?: Array<ConfigOverrideInput>;
  /** Resource limits. Default, also for omitted fields: the network's defaults. */
  resources?: InputMaybe<NodeResourcesInput>;
  /** Whether to revert a change that makes the node fail. Default: true. */
  revertFailedChange?: InputMaybe<Scalars['Boolean']['input']>;
  /**
   * Copies the chain data of a node of the organization, by id, on the same executor. That node is stopped gently during the copy and then runs
   * again. Its wallets, peers and settings are not copied. Its verdicts on blocks are, also to another client family. Excludes `adoptData`.
   */
  seedFrom?: InputMaybe<Scalars['ID']['input']>;
  /** A signet other than the public one; only with the network `signet`. It cannot be changed later. */
  signet?: InputMaybe<CustomSignetInput>;
  /** Sends everything for peers through a Tor. Default: none. */
  tor?: InputMaybe<NodeTorInput>;
};

/** Handling of a deleted node's chain data. */
export type NodeDataPolicy =
  /** Keep it on the executor's disk. */
  | 'keep'
  /** Delete it from the executor's disk. */
  | 'remove';

/** What to delete with a node. */
export type NodeDataRemovalInput = {
  /** The node's name. */
  name: Scalars['String']['input'];
  /** The name of each wallet in its data, all of which are permanently deleted. The default wallet's name is empty. */
  wallets?: Array<Scalars['String']['input']>;
};

/** Default resources of a node. */
export type NodeDefaults = {
  /** The network. */
  network: Network;
  /** The node type. */
  nodeType: NodeType;
  /** The resources. */
  resources: NodeResources;
};

/** Preview of the deletion of a node. */
export type NodeDeletionPreview = {
  /** Whether the request would be accepted now. */
  accepted: Scalars['Boolean']['output'];
  /** What happens to the chain data. The agent searches it for wallets first, and asks for those that are not named. */
  dataPolicy: NodeDataPolicy;
  /** Reasons for a refusal. */
  issues: Array<NodeIssue>;
  /** Bytes of blocks and chainstate in the latest sample; null without one. */
  sizeBytes?: Maybe<Scalars['ByteCount']['output']>;
  /** Names of the wallets in the data, loaded or not; the default wallet's name is empty. Null if unknown. */
  wallets?: Maybe<Array<Scalars['String']['output']>>;
};

/** A node on a page. */
export type NodeEdge = {
  /** Cursor of the node, valid in this order alone. */
  cursor: Scalars['String']['output'];
  /** The node. */
  node: Node;
};

/** A node's endpoint. */
export type NodeEndpoint = {
  /** Host name or address. */
  host: Scalars['String']['output'];
  /** Port of the peer-to-peer protocol. */
  p2pPort: Scalars['Int']['output'];
  /** Port of the JSON-RPC server. */
  rpcPort: Scalars['Int']['output'];
  /** ZeroMQ endpoints: one for each override such as `zmqpubrawblock=1`, once its container has it. */
  zmq: Array<ZmqEndpoint>;
};

/** A node's endpoint. */
export type NodeEndpointInput = {
  /** Host name or address. */
  host: Scalars['String']['input'];
  /** Port of the peer-to-peer protocol. */
  p2pPort: Scalars['Int']['input'];
  /** Port of the JSON-RPC server. */
  rpcPort: Scalars['Int']['input'];
  /** ZeroMQ endpoints, at most 16; null for none. */
  zmq?: InputMaybe<Array<ZmqEndpointInput>>;
};

/** A human-readable explanation of a node: desired state, observed state, next steps. */
export type NodeExplanation = {
  /** Desired state, as known to the agent. Secrets are omitted. */
  desired: Array<Scalars['String']['output']>;
  /** Time of the agent's answer. */
  explainedAt: Scalars['DateTime']['output'];
  /** The node's id. */
  id: Scalars['ID']['output'];
  /** Whether this is a fresh answer. Otherwise it is the agent's last one. */
  isCurrent: Scalars['Boolean']['output'];
  /** Observed state. */
  observed: Array<Scalars['String']['output']>;
  /** Human-readable reason why there is no fresh answer; null if there is one. */
  staleReason?: Maybe<Scalars['String']['output']>;
  /** Next steps, in order. */
  steps: Array<NodeStep>;
  /** What the agent is waiting for; null if nothing. */
  waitingFor?: Maybe<Scalars['String']['output']>;
};

/** Whether a node does what it is there for. The console, the command line and the counts show this judgement. */
export type NodeHealth = {
  /** The open incident of its network's split, if the node is on another branch. */
  incidentId?: Maybe<Scalars['ID']['output']>;
  /** How urgent it is. */
  level: NodeHealthLevel;
  /** The judgement. The first state that applies, in the order of the enum. */
  state: NodeHealthState;
  /** Human-readable state in a few words, such as `In sync with the network`. */
  summary: Scalars['String']['output'];
};

/** Number of nodes with a state of health. */
export type NodeHealthCount = {
  /** The number of nodes. */
  nodes: Scalars['Int']['output'];
  /** The state. */
  state: NodeHealthState;
};

/** Conditions on a node's health. All given conditions must hold. A comparison with null is refused. */
export type NodeHealthFilter = {
  /** Is this one. */
  equals?: InputMaybe<NodeHealthState>;
  /** Is one of these. */
  in?: InputMaybe<Array<NodeHealthState>>;
  /** Must not match this filter. */
  not?: InputMaybe<NodeHealthFilter>;
  /** Is not one of these. */
  notIn?: InputMaybe<Array<NodeHealthState>>;
};

/** Urgency of a node's health. */
export type NodeHealthLevel =
  /** Act now. */
  | 'bad'
  /** In progress. */
  | 'busy'
  /** All is well. */
  | 'good'
  /** Not running, as desired. */
  | 'idle'
  /** Look at it. */
  | 'warning';

/** Health of a node, the most urgent first. */
export type NodeHealthState =
  /** It answers and is more than two blocks behind its network. */
  | 'behind'
  /** It cannot run, although it should. */
  | 'failing'
  /** It answers and has the latest block, or misses at most two. */
  | 'in_sync'
  /** It does not answer yet or any more: it is being created, started, stopped or deleted. */
  | 'not_answering'
  /** It follows another branch than the leading one in an open split of its network, or neither branch leads. */
  | 'other_branch'
  /** It answers, and has a problem. */
  | 'problem'
  /** It answers, but has no sample of the last five minutes. */
  | 'stale'
  /** It is stopped, as desired. */
  | 'stopped'
  /** It downloads or verifies blocks. */
  | 'syncing'
  /** Its host is offline, so its state is unknown. */
  | 'unknown';

/** Conditions on the rules of a node's open incidents. All given conditions must hold. */
export type NodeIncidentListFilter = {
  /** Has an incident of this rule. */
  has?: InputMaybe<AlertCode>;
  /** Has an incident of one of these rules. */
  hasSome?: InputMaybe<Array<AlertCode>>;
};

/** A reason why a request for a node would be refused. */
export type NodeIssue = {
  /** Error code. */
  code: UserErrorCode;
  /** The problem, and what is allowed. */
  message: Scalars['String']['output'];
  /** Path of the invalid argument, such as `data`, `overrides`, `0`, `key`, as in `extensions.issues`; empty if no argument is at fault. */
  path: Array<Scalars['String']['output']>;
};

/** A one-time request. */
export type NodeLifecycleAction =
  /** Restart the node once. */
  | 'restart'
  /** Start the node. */
  | 'start'
  /** Stop the node. */
  | 'stop';

/** Conditions on the nodes of an executor. All given conditions must hold. */
export type NodeListRelationFilter = {
  /** Every node matches, or there are none. */
  every?: InputMaybe<NodeWhereInput>;
  /** No node matches. */
  none?: InputMaybe<NodeWhereInput>;
  /** At least one node matches. */
  some?: InputMaybe<NodeWhereInput>;
};

/** The next lines of a log. */
export type NodeLogChunk = {
  /** Number of lines dropped before these because the reader was too slow. */
  dropped: Scalars['Int']['output'];
  /** The lines, oldest first. */
  lines: Array<Scalars['String']['output']>;
  /** Human-readable notice before these lines, such as that the node stopped. */
  notice?: Maybe<Scalars['String']['output']>;
  /** Chunk number, from 0; a missing number was lost in transit. Null for a notice of the control plane. */
  sequence?: Maybe<Scalars['Int']['output']>;
};

/** The latest sample of a node. */
export type NodeMetrics = {
  /** Time of the sample. */
  at: Scalars['DateTime']['output'];
  /** Header time of that block; null if the daemon does not report it (before Bitcoin Core 23). */
  bestBlockAt?: Maybe<Scalars['DateTime']['output']>;
  /** Hash of the last validated block. */
  bestBlockHash: Scalars['String']['output'];
  /**
   * Ends of branches that the daemon does not follow and that matter: invalid ones, and those with more work than its own (more blocks, where
   * their work is unknown); at most 4.
   */
  branches?: Maybe<Array<DaemonBranch>>;
  /** Bytes received from peers since the daemon started. */
  bytesReceived?: Maybe<Scalars['ByteCount']['output']>;
  /** Bytes sent to peers since the daemon started. */
  bytesSent?: Maybe<Scalars['ByteCount']['output']>;
  /** The ends of all branches that the daemon knows, by status. */
  chainTips?: Maybe<Array<ChainTipCount>>;
  /** Total work of the chain up to that block, in hexadecimal. Of two branches, the one with more work leads. Null if not reported. */
  chainWork?: Maybe<Scalars['String']['output']>;
  /** Container CPU in percent of one core; null if the engine gave none. */
  cpuPercent?: Maybe<Scalars['Float']['output']>;
  /** Growth of these files in bytes per day, at the rate of the last hour; null with less than ten minutes of readings. */
  growthBytesPerDay?: Maybe<Scalars['Float']['output']>;
  /** Headers known. */
  headers: Scalars['Int']['output'];
  /** Blocks in the validated chain. */
  height: Scalars['Int']['output'];
  /** State of the optional indexes. */
  indexes: Array<IndexStatus>;
  /** Whether the daemon is in initial block download. */
  initialBlockDownload: Scalars['Boolean']['output'];
  /** Container memory in MiB; null if the engine gave none. */
  memoryMiB?: Maybe<Scalars['Float']['output']>;
  /** Limit of that memory in bytes: the setting `maxmempool`, in units of 1,000,000 bytes. Null if not reported. */
  mempoolLimitBytes?: Maybe<Scalars['ByteCount']['output']>;
  /** Lowest fee rate that the mempool accepts, in satoshis per virtual byte. */
  mempoolMinFee?: Maybe<Scalars['Float']['output']>;
  /** Transactions in the mempool. */
  mempoolTransactions: Scalars['Int']['output'];
  /** Memory of the mempool in bytes, which `mempoolLimitBytes` limits; several times its virtual size. Null if not reported. */
  mempoolUsageBytes?: Maybe<Scalars['ByteCount']['output']>;
  /** Sum of the virtual sizes (BIP 141) of the transactions in the mempool, in virtual bytes. */
  mempoolVirtualBytes: Scalars['ByteCount']['output'];
  /** Inbound connections. */
  peersInbound: Scalars['Int']['output'];
  /** Outbound connections. */
  peersOutbound: Scalars['Int']['output'];
  /** Bytes received a second, between the last two samples. */
  receivedBytesPerSecond?: Maybe<Scalars['Float']['output']>;
  /** Open connections of clients to its RPC port, without those of its agent; null where the agent cannot see them. Counted with every tenth sample. */
  rpcConnections?: Maybe<Scalars['Int']['output']>;
  /** Bytes sent a second, between the last two samples. */
  sentBytesPerSecond?: Maybe<Scalars['Float']['output']>;
  /** Bytes of block and undo files. */
  sizeOnDiskBytes: Scalars['ByteCount']['output'];
  /** User agent of the daemon. */
  subversion: Scalars['String']['output'];
  /** Transactions of the mempool that no peer has requested yet; null before version 0.21. */
  unbroadcastTransactions?: Maybe<Scalars['Int']['output']>;
  /** Seconds since the daemon started. */
  uptimeSeconds: Scalars['Int']['output'];
  /** Estimated verification progress, 0 to 1. */
  verificationProgress: Scalars['Float']['output'];
  /** Warnings of the daemon. */
  warnings: Array<Scalars['String']['output']>;
  /** Bytes written to disk since the container started; null where the engine does not measure it. */
  writtenBytes?: Maybe<Scalars['ByteCount']['output']>;
  /** Bytes written to disk a day, at the rate of the last hour; null while less than ten minutes are known. */
  writtenBytesPerDay?: Maybe<Scalars['Float']['output']>;
};

/** Aggregated samples of a node. */
export type NodeMetricsBucket = {
  /** Start of the bucket. */
  at: Scalars['DateTime']['output'];
  /** Container CPU in percent of one core; null if the engine gave none. */
  cpuPercent?: Maybe<MetricSummary>;
  /** Headers known. */
  headers?: Maybe<MetricSummary>;
  /** Branches with missing blocks. */
  headersOnlyTips?: Maybe<MetricSummary>;
  /** Blocks in the validated chain. */
  height?: Maybe<MetricSummary>;
  /** How much of the chain the slowest index holds, 0 to 1; null without indexes. */
  indexProgress?: Maybe<MetricSummary>;
  /** Branches with an invalid block. */
  invalidTips?: Maybe<MetricSummary>;
  /** Container memory in MiB; null if the engine gave none. */
  memoryMiB?: Maybe<MetricSummary>;
  /** Lowest fee rate that the mempool accepts, in satoshis per virtual byte. */
  mempoolMinFee?: Maybe<MetricSummary>;
  /** Transactions in the mempool. */
  mempoolTransactions?: Maybe<MetricSummary>;
  /** Memory of the mempool in bytes. */
  mempoolUsageBytes?: Maybe<MetricSummary>;
  /** Sum of the virtual sizes of the transactions in the mempool, in virtual bytes. */
  mempoolVirtualBytes?: Maybe<MetricSummary>;
  /** Inbound connections. */
  peersInbound?: Maybe<MetricSummary>;
  /** Outbound connections. */
  peersOutbound?: Maybe<MetricSummary>;
  /** Bytes received from peers a second. */
  receivedBytesPerSecond?: Maybe<MetricSummary>;
  /** Number of samples. */
  samples: Scalars['Int']['output'];
  /** Bytes sent to peers a second. */
  sentBytesPerSecond?: Maybe<MetricSummary>;
  /** Bytes of block and undo files. */
  sizeOnDiskBytes?: Maybe<MetricSummary>;
  /** Transactions of the mempool that no peer has requested yet. */
  unbroadcastTransactions?: Maybe<MetricSummary>;
  /** Validated branches that the daemon does not follow. */
  validForkTips?: Maybe<MetricSummary>;
  /** Branches whose blocks were never validated. */
  validHeadersTips?: Maybe<MetricSummary>;
  /** Estimated verification progress, 0 to 1. */
  verificationProgress?: Maybe<MetricSummary>;
  /** Number of warnings of the daemon. */
  warningCount?: Maybe<MetricSummary>;
  /** Bytes written to disk a day; null where the engine does not measure it. */
  writtenBytesPerDay?: Maybe<MetricSummary>;
};

/** A node's metrics over time. */
export type NodeMetricsHistory = {
  /** The buckets with samples, oldest first. Buckets without samples are omitted. */
  buckets: Array<NodeMetricsBucket>;
  /** Bucket size in seconds. */
  stepSeconds: Scalars['Int']['output'];
};

/** A long-running operation of a node, which runs once. */
export type NodeOperation = {
  /** Whether `cancelNodeOperation` can still cancel it. */
  cancellable: Scalars['Boolean']['output'];
  /** End time; null before. */
  endedAt?: Maybe<Scalars['DateTime']['output']>;
  /** Estimated end; null if unknown. */
  estimatedEndAt?: Maybe<Scalars['DateTime']['output']>;
  /** Id of the operation. */
  id: Scalars['ID']['output'];
  /** Kind of operation. */
  kind: NodeOperationKind;
  /** The node. */
  node: Node;
  /** Its parameters. */
  params: NodeOperationParams;
  /** Progress, 0 to 1; null if unknown. */
  progress?: Maybe<Scalars['Float']['output']>;
  /** Human-readable reason of a failure, rollback or retry. */
  reason?: Maybe<Scalars['String']['output']>;
  /** Time of the request. */
  requestedAt: Scalars['DateTime']['output'];
  /** Requester. */
  requestedBy: Scalars['String']['output'];
  /** What it found, in the field named after its kind; null before its end, and for kinds that find nothing. */
  result?: Maybe<NodeOperationResult>;
  /** Start time; null before. */
  startedAt?: Maybe<Scalars['DateTime']['output']>;
  /** Progress. */
  state: NodeOperationState;
  /** Human-readable current step; null if the state says it all. */
  step?: Maybe<Scalars['String']['output']>;
  /** Human-readable title, such as `move the data to big`. */
  title: Scalars['String']['output'];
};

/** An operation to start: set exactly one field, named after its kind. */
export type NodeOperationInput =
  /** See `NodeOperationKind.move`. */
  { move: MoveInput; rebuildIndex?: never; rehearse?: never; reindex?: never; }
  |  /** See `NodeOperationKind.rebuild_index`. */
  { move?: never; rebuildIndex: RebuildIndexInput; rehearse?: never; reindex?: never; }
  |  /** See `NodeOperationKind.rehearse`. */
  { move?: never; rebuildIndex?: never; rehearse: RehearseInput; reindex?: never; }
  |  /** See `NodeOperationKind.reindex`. */
  { move?: never; rebuildIndex?: never; rehearse?: never; reindex: ReindexInput; };

/** Kind of operation. */
export type NodeOperationKind =
  /** Continues with the chain data of a deleted node. Starts with `createNode`. */
  | 'adopt'
  /**
   * Moves all data to another data root of the host. The daemon is down while the data is copied and compared. The old copy is deleted once the
   * daemon runs with the new one; otherwise the node rolls back.
   */
  | 'move'
  /**
   * Rebuilds one index from the blocks, which stay, as the chain state does: the daemon stops, its folder is deleted, and the daemon builds the
   * index again while it runs. Takes hours on mainnet.
   */
  | 'rebuild_index'
  /**
   * Tries another version on a copy of the node's data that shares its blocks on disk, beside the running node, without network, ports and
   * wallets. Changes nothing of the node, which is frozen for some seconds at most. Its `result` has the verdict. The copy is deleted afterwards.
   */
  | 'rehearse'
  /**
   * Rebuilds the block index and the chain state from the block files. Takes days on mainnet, and helps only if the data is damaged, not after a
   * full disk or a version change.
   */
  | 'reindex'
  /** Restarts the node to accept other RPC credentials. Starts with `rotateRpcCredentials`. */
  | 'rotate_rpc_credentials'
  /** Copies the chain data of another node to a new one. That node is stopped gently while it is copied. Starts with `createNode`. */
  | 'seed';

/** Parameters of an operation, in the field named after its kind; the other fields are null. */
export type NodeOperationParams = {
  /** Of an `adopt`. */
  adopt?: Maybe<AdoptParams>;
  /** Of a `move`. */
  move?: Maybe<MoveParams>;
  /** Of a `rebuild_index`. */
  rebuildIndex?: Maybe<RebuildIndexParams>;
  /** Of a `rehearse`. */
  rehearse?: Maybe<RehearseParams>;
  /** Of a `reindex`. */
  reindex?: Maybe<ReindexParams>;
  /** Of a `rotate_rpc_credentials`. */
  rotateRpcCredentials?: Maybe<RotateRpcCredentialsParams>;
  /** Of a `seed`. */
  seed?: Maybe<SeedParams>;
};

/** What an operation found, in the field named after its kind. */
export type NodeOperationResult = {
  /** Of a `rehearse`. */
  rehearse?: Maybe<RehearsalResult>;
};

/** State of an operation. */
export type NodeOperationState =
  /** Cancelled. */
  | 'cancelled'
  /** Failed; see the reason. */
  | 'failed'
  /** Not started. */
  | 'requested'
  /** In progress. */
  | 'running'
  /** Succeeded. */
  | 'succeeded';

/** Selects an operation. */
export type NodeOperationWhereUniqueInput = {
  /** The operation's id. */
  id: Scalars['ID']['input'];
  /** The node's id. */
  nodeId: Scalars['ID']['input'];
};

/** Options for a new node. */
export type NodeOptions = {
  /** A note if the requested version is newer than this control plane knows; otherwise null. */
  catalogNote?: Maybe<Scalars['String']['output']>;
  /**
   * The version of these options. It differs from the requested version if both have the same options, or if the requested one is newer than
   * this control plane knows.
   */
  catalogVersion: Scalars['String']['output'];
  /** Offered clients and versions, newest first. */
  clients: Array<ClientOption>;
  /** Configuration options by key, including those managed by the platform. */
  configOptions: Array<ConfigOption>;
  /** Default resources for each offered network and node type. */
  defaults: Array<NodeDefaults>;
  /** The requested executor with its capacity; null without one. */
  executor?: Maybe<Executor>;
  /** Offered networks. */
  networks: Array<Network>;
  /** Offered node types. */
  nodeTypes: Array<NodeType>;
  /** Bounds of a node's resources. */
  resourceBounds: ResourceBounds;
};


/** Options for a new node. */
export type NodeOptionsConfigOptionsArgs = {
  search?: InputMaybe<Scalars['String']['input']>;
};

/** Order of nodes: set exactly one field. Ties are sorted by name. */
export type NodeOrderByInput =
  /** By client version. */
  { clientVersion: SortOrder; cpuCores?: never; createdAt?: never; desiredState?: never; diskGiB?: never; executorName?: never; health?: never; height?: never; id?: never; memoryMiB?: never; name?: never; network?: never; nodeType?: never; phase?: never; revision?: never; updatedAt?: never; }
  |  /** By CPU cores. */
  { clientVersion?: never; cpuCores: SortOrder; createdAt?: never; desiredState?: never; diskGiB?: never; executorName?: never; health?: never; height?: never; id?: never; memoryMiB?: never; name?: never; network?: never; nodeType?: never; phase?: never; revision?: never; updatedAt?: never; }
  |  /** By creation. */
  { clientVersion?: never; cpuCores?: never; createdAt: SortOrder; desiredState?: never; diskGiB?: never; executorName?: never; health?: never; height?: never; id?: never; memoryMiB?: never; name?: never; network?: never; nodeType?: never; phase?: never; revision?: never; updatedAt?: never; }
  |  /** By desired state. */
  { clientVersion?: never; cpuCores?: never; createdAt?: never; desiredState: SortOrder; diskGiB?: never; executorName?: never; health?: never; height?: never; id?: never; memoryMiB?: never; name?: never; network?: never; nodeType?: never; phase?: never; revision?: never; updatedAt?: never; }
  |  /** By disk. */
  { clientVersion?: never; cpuCores?: never; createdAt?: never; desiredState?: never; diskGiB: SortOrder; executorName?: never; health?: never; height?: never; id?: never; memoryMiB?: never; name?: never; network?: never; nodeType?: never; phase?: never; revision?: never; updatedAt?: never; }
  |  /** By the executor's name. */
  { clientVersion?: never; cpuCores?: never; createdAt?: never; desiredState?: never; diskGiB?: never; executorName: SortOrder; health?: never; height?: never; id?: never; memoryMiB?: never; name?: never; network?: never; nodeType?: never; phase?: never; revision?: never; updatedAt?: never; }
  |  /** By health, the most urgent first. */
  { clientVersion?: never; cpuCores?: never; createdAt?: never; desiredState?: never; diskGiB?: never; executorName?: never; health: SortOrder; height?: never; id?: never; memoryMiB?: never; name?: never; network?: never; nodeType?: never; phase?: never; revision?: never; updatedAt?: never; }
  |  /** By height in the latest sample. */
  { clientVersion?: never; cpuCores?: never; createdAt?: never; desiredState?: never; diskGiB?: never; executorName?: never; health?: never; height: NullableSortInput; id?: never; memoryMiB?: never; name?: never; network?: never; nodeType?: never; phase?: never; revision?: never; updatedAt?: never; }
  |  /** By id. */
  { clientVersion?: never; cpuCores?: never; createdAt?: never; desiredState?: never; diskGiB?: never; executorName?: never; health?: never; height?: never; id: SortOrder; memoryMiB?: never; name?: never; network?: never; nodeType?: never; phase?: never; revision?: never; updatedAt?: never; }
  |  /** By memory. */
  { clientVersion?: never; cpuCores?: never; createdAt?: never; desiredState?: never; diskGiB?: never; executorName?: never; health?: never; height?: never; id?: never; memoryMiB: SortOrder; name?: never; network?: never; nodeType?: never; phase?: never; revision?: never; updatedAt?: never; }
  |  /** By name. */
  { clientVersion?: never; cpuCores?: never; createdAt?: never; desiredState?: never; diskGiB?: never; executorName?: never; health?: never; height?: never; id?: never; memoryMiB?: never; name: SortOrder; network?: never; nodeType?: never; phase?: never; revision?: never; updatedAt?: never; }
  |  /** By network. */
  { clientVersion?: never; cpuCores?: never; createdAt?: never; desiredState?: never; diskGiB?: never; executorName?: never; health?: never; height?: never; id?: never; memoryMiB?: never; name?: never; network: SortOrder; nodeType?: never; phase?: never; revision?: never; updatedAt?: never; }
  |  /** By type. */
  { clientVersion?: never; cpuCores?: never; createdAt?: never; desiredState?: never; diskGiB?: never; executorName?: never; health?: never; height?: never; id?: never; memoryMiB?: never; name?: never; network?: never; nodeType: SortOrder; phase?: never; revision?: never; updatedAt?: never; }
  |  /** By phase, as shown in the status, those that need attention first: `failing`, `unknown`, then those that change, `running` and `stopped`. */
  { clientVersion?: never; cpuCores?: never; createdAt?: never; desiredState?: never; diskGiB?: never; executorName?: never; health?: never; height?: never; id?: never; memoryMiB?: never; name?: never; network?: never; nodeType?: never; phase: SortOrder; revision?: never; updatedAt?: never; }
  |  /** By revision. */
  { clientVersion?: never; cpuCores?: never; createdAt?: never; desiredState?: never; diskGiB?: never; executorName?: never; health?: never; height?: never; id?: never; memoryMiB?: never; name?: never; network?: never; nodeType?: never; phase?: never; revision: SortOrder; updatedAt?: never; }
  |  /** By last change. */
  { clientVersion?: never; cpuCores?: never; createdAt?: never; desiredState?: never; diskGiB?: never; executorName?: never; health?: never; height?: never; id?: never; memoryMiB?: never; name?: never; network?: never; nodeType?: never; phase?: never; revision?: never; updatedAt: SortOrder; };

/** Phase of a node. */
export type NodePhase =
  /** Deleted. */
  | 'deleted'
  /** Removing the container and data. */
  | 'deleting'
  /** Cannot run; see the reason. The agent retries. */
  | 'failing'
  /** Accepted, but not started. */
  | 'pending'
  /** Pulling the image. */
  | 'pulling'
  /** The daemon answers and follows the chain's tip. */
  | 'running'
  /** Creating the container, or waiting for the daemon to answer. */
  | 'starting'
  /** Stopped, as desired. */
  | 'stopped'
  /** The daemon is shutting down. */
  | 'stopping'
  /** The daemon answers but is not at the chain's tip: it is catching up, or has a problem, which the reason names. */
  | 'syncing'
  /** The executor is offline; its last report may be outdated. */
  | 'unknown';

/** Number of nodes in a phase. */
export type NodePhaseCount = {
  /** The number of nodes. */
  nodes: Scalars['Int']['output'];
  /** The phase. */
  phase: NodePhase;
};

/** Conditions on a node's phase. All given conditions must hold. A comparison with null is refused. */
export type NodePhaseFilter = {
  /** Is this one. */
  equals?: InputMaybe<NodePhase>;
  /** Is one of these. */
  in?: InputMaybe<Array<NodePhase>>;
  /** Must not match this filter. */
  not?: InputMaybe<NodePhaseFilter>;
  /** Is not one of these. */
  notIn?: InputMaybe<Array<NodePhase>>;
};

/** The placement decision of a node. */
export type NodePlacement = {
  /** Who chose the executor. */
  chosenBy: PlacementChooser;
  /** Human-readable reason. */
  reason: Scalars['String']['output'];
};

/** Preview of a request for a node. */
export type NodePreview = {
  /** Whether the request would be accepted now. */
  accepted: Scalars['Boolean']['output'];
  /** Changes of an existing node, each with its consequences. */
  changes: Array<NodeChange>;
  /** Changes of the effective configuration; for a new node, all of it. */
  configChanges: Array<ConfigChange>;
  /** Executor of the node; null if no executor can take it. */
  executor?: Maybe<Executor>;
  /** Reasons for a refusal, at most 500. */
  issues: Array<NodeIssue>;
  /** The node as it would be, with all defaults; null if no executor offers a version. */
  node?: Maybe<PreviewedNode>;
  /** What to know about the consensus rules of a new node; empty for most. */
  notes: Array<Scalars['String']['output']>;
  /** Placement decision; null for an existing node. */
  placement?: Maybe<NodePlacement>;
  /** Whether the request restarts a node that runs; see startNodeRollout for several such changes. */
  restarts: Scalars['Boolean']['output'];
};

/** A problem of a node that has lasted long enough to matter. */
export type NodeProblem = {
  /** Advice in one line. */
  advice: Scalars['String']['output'];
  /** Machine-readable code. */
  code: NodeProblemCode;
  /** Human-readable reason. */
  reason: Scalars['String']['output'];
  /** When it was first seen. */
  since: Scalars['DateTime']['output'];
};

/** Problems of a node. With one marked *, the node is `syncing` instead of `running`. */
export type NodeProblemCode =
  /** Its host's agent is too old for its configuration, and leaves the node as it is. */
  | 'agent_outdated'
  /** * It is several blocks behind the organization's other nodes of its network. */
  | 'behind_network'
  /** The last change made it fail and was reverted: it runs with the previous configuration. */
  | 'change_reverted'
  /** Its host's clock differs by minutes from those of its peers, or from the control plane's. */
  | 'clock_off'
  /** Its daemon reports a warning. */
  | 'daemon_warning'
  /** Its agent keeps the daemon stopped until the disk has free space. */
  | 'disk_full_stopped'
  /** * It has the headers of missing blocks and makes no progress. */
  | 'download_stalled'
  /** * It has the headers of several blocks that it is still downloading. */
  | 'headers_ahead'
  /** Its daemon's RPC answers are too large or malformed, so the agent discards them. */
  | 'invalid_answers'
  /** It is near its memory limit. */
  | 'memory_near_limit'
  /** * It has no peers. */
  | 'no_peers'
  /** A problem that this control plane does not know; see the reason. */
  | 'other'
  /** It follows another branch than the leading one in an open split of its network, or neither branch leads. */
  | 'other_branch'
  /** Its daemon crashed several times within an hour. */
  | 'restarts_often'
  /** Its daemon runs, and refuses or delays RPC calls. */
  | 'rpc_busy'
  /** * Its last block is improbably old. Not shown while an incident of the network says that its nodes share the gap. */
  | 'tip_stale'
  /** It runs on a UTXO snapshot (`loadtxoutset`) whose history its daemon still validates: no source for copies until then. */
  | 'validating_snapshot';

/** A problem of a node. */
export type NodeProblemInput = {
  /** A NodeProblemCode. Unknown codes are shown as `other`. */
  code: Scalars['String']['input'];
  /** Human-readable reason, up to 1000 characters. */
  reason: Scalars['String']['input'];
  /** When it was first seen. */
  since: Scalars['DateTime']['input'];
};

/** Conditions on the problems of a node. All given conditions must hold. */
export type NodeProblemListFilter = {
  /** Has this problem. */
  has?: InputMaybe<NodeProblemCode>;
  /** Has one of these problems. */
  hasSome?: InputMaybe<Array<NodeProblemCode>>;
  /** Has no problem (true), or any (false). */
  isEmpty?: InputMaybe<Scalars['Boolean']['input']>;
};

/** Resource limits of a node. */
export type NodeResources = {
  /** CPU cores. */
  cpuCores: Scalars['Float']['output'];
  /** Disk in GiB; for planning, not enforced by the engine. */
  diskGiB: Scalars['Int']['output'];
  /** Memory in MiB. */
  memoryMiB: Scalars['Int']['output'];
};

/** Resource limits of a node. */
export type NodeResourcesInput = {
  /** CPU cores, at least 0.1. */
  cpuCores?: InputMaybe<Scalars['Float']['input']>;
  /** Disk in GiB, at least 1. */
  diskGiB?: InputMaybe<Scalars['Int']['input']>;
  /** Memory in MiB, at least 256. */
  memoryMiB?: InputMaybe<Scalars['Int']['input']>;
};

/** A change of several nodes, a few at a time. */
export type NodeRollout = {
  /** Number of members by state. */
  counts: NodeRolloutCounts;
  /** When it finished or was cancelled; null before that. */
  endedAt?: Maybe<Scalars['DateTime']['output']>;
  /** Assigned by the control plane. */
  id: Scalars['ID']['output'];
  /** The nodes, in the order of their change. */
  members: Array<NodeRolloutMember>;
  /** Nodes that are changed at a time. */
  parallel: Scalars['Int']['output'];
  /** What holds back its next node. */
  policy: NodeRolloutPolicy;
  /** The failed node and the reason; null unless the rollout is stopped. */
  reason?: Maybe<Scalars['String']['output']>;
  /** Start time. */
  requestedAt: Scalars['DateTime']['output'];
  /** Name of the person who started it. */
  requestedBy: Scalars['String']['output'];
  /** State. */
  state: NodeRolloutState;
  /** What it does, such as `Restart` or `Change to 31.1`. */
  summary: Scalars['String']['output'];
  /** The id of the rollout that it undoes; null if it undoes none. */
  undoes?: Maybe<Scalars['ID']['output']>;
  /** When its state, or that of a member, last changed. */
  updatedAt: Scalars['DateTime']['output'];
  /** The members that the rollout waits for, at most 100, each with its `wait`; empty if it does not wait. */
  waitsFor: Array<NodeRolloutMember>;
};


/** A change of several nodes, a few at a time. */
export type NodeRolloutMembersArgs = {
  skip?: InputMaybe<Scalars['Int']['input']>;
  take?: InputMaybe<Scalars['Int']['input']>;
};

/** How many nodes must stay available during a rollout. */
export type NodeRolloutBudget = {
  /** Nodes that must stay available. */
  keepAvailable: Scalars['Int']['output'];
  /** Keys of the labels whose values the nodes share that are counted; empty for all nodes of the network. */
  per: Array<Scalars['String']['output']>;
};

/**
 * How many nodes must stay available. A node counts if it runs the same network, is in sync, has applied its latest change, and is not being
 * changed by a rollout, whether or not it is a member: one that is down for another reason does not count.
 */
export type NodeRolloutBudgetInput = {
  /** Nodes that must stay available, 1 to 500. */
  keepAvailable: Scalars['Int']['input'];
  /**
   * Keys of labels, at most 5: only nodes with the same values as the member count. A label of the node takes precedence over the same label of
   * its host. Default: all nodes of the network.
   */
  per?: InputMaybe<Array<Scalars['String']['input']>>;
};

/** The nodes of a rollout that go first. */
export type NodeRolloutCanary = {
  /** Number of canaries. */
  count: Scalars['Int']['output'];
  /** Seconds that each must stand as before its change. */
  soakSeconds: Scalars['Int']['output'];
};

/**
 * The nodes of a rollout that go first. The rest waits until each canary has stood as before its change for the soak time: it answers, is no
 * further behind, and has no new problem or incident. A canary that fails meanwhile stops the rollout.
 */
export type NodeRolloutCanaryInput = {
  /** Number of canaries, 1 to 100: the first nodes in the order of their change. */
  count: Scalars['Int']['input'];
  /** Soak time in seconds, at most 2592000 (30 days), from when the last canary is back. Default: 3600. */
  soakSeconds?: InputMaybe<Scalars['Int']['input']>;
};

/** A field that a rollout changes. */
export type NodeRolloutChange = {
  /** The field's name, such as `clientVersion`, `overrides.dbcache` or `rpcCredentials`. */
  field: Scalars['String']['output'];
  /** Previous value; null if unset or secret. */
  from?: Maybe<Scalars['String']['output']>;
  /** New value; null if unset or secret. */
  to?: Maybe<Scalars['String']['output']>;
};

/** Number of members of a node rollout by state. */
export type NodeRolloutCounts = {
  /** Changed. */
  changed: Scalars['Int']['output'];
  /** Failed or refused. */
  failed: Scalars['Int']['output'];
  /** Members whose settings it has changed, whatever their state: undoNodeRollout puts them back. */
  restorable: Scalars['Int']['output'];
  /** Skipped. */
  skipped: Scalars['Int']['output'];
  /** Total. */
  total: Scalars['Int']['output'];
  /** In progress. */
  underWay: Scalars['Int']['output'];
  /** Waiting for their turn. */
  waiting: Scalars['Int']['output'];
};

/** What a node must meet to be back. */
export type NodeRolloutGate = {
  /** Blocks that it may be behind the median height of its network's nodes; null without a limit. */
  maxBlocksBehind?: Maybe<Scalars['Int']['output']>;
  /** The percentage of its memory limit that it may use; null without a limit. */
  maxMemoryPercent?: Maybe<Scalars['Int']['output']>;
  /** Peers that it must have; null without a minimum. */
  minPeers?: Maybe<Scalars['Int']['output']>;
};

/** What a node must meet to be back. A node that does not meet it after 60 minutes has failed. */
export type NodeRolloutGateInput = {
  /** Blocks that it may be behind the median height of its network's nodes, 0 to 100000, however far behind it was before its change. */
  maxBlocksBehind?: InputMaybe<Scalars['Int']['input']>;
  /** The percentage of its memory limit that it may use, 1 to 100. A node whose engine does not measure it is not limited. */
  maxMemoryPercent?: InputMaybe<Scalars['Int']['input']>;
  /** Peers that it must have, 1 to 1000. */
  minPeers?: InputMaybe<Scalars['Int']['input']>;
};

/** The block heights of a node's network that a rollout waits for or avoids. */
export type NodeRolloutHeight = {
  /** The height that the network must have reached; null without one. */
  at?: Maybe<Scalars['Int']['output']>;
  /** The height that the rollout avoids; null without one. */
  avoid?: Maybe<Scalars['Int']['output']>;
  /** Blocks before and after the avoided height at which no node is taken down. */
  within: Scalars['Int']['output'];
};

/**
 * Block heights at which a running node is taken down. The height of a network is the median of the organization's nodes on it that answer; where
 * the two in the middle of an even number differ, both must allow it. While it is unknown, no running node of the network is taken down.
 */
export type NodeRolloutHeightInput = {
  /** Waits until the network has reached this height. */
  at?: InputMaybe<Scalars['Int']['input']>;
  /** Takes no node down while the network is within `within` blocks of this height. */
  avoid?: InputMaybe<Scalars['Int']['input']>;
  /** Blocks before and after the avoided height, 0 to 100000. Default: 144, about a day. */
  within?: InputMaybe<Scalars['Int']['input']>;
};

/** A member of a node rollout. */
export type NodeRolloutMember = {
  /** Blocks that it was behind before its change; null before that, or if unknown. */
  blocksBehindBefore?: Maybe<Scalars['Int']['output']>;
  /** What changes, at most 100 fields, as planned at the start of the rollout; empty for a restart. */
  changes: Array<NodeRolloutChange>;
  /** When its outcome was known; null before that. */
  endedAt?: Maybe<Scalars['DateTime']['output']>;
  /** The number of its group, from 1: the nodes of a group are changed at the same time. */
  group: Scalars['Int']['output'];
  /** The id of the rollout and the place in its order. */
  id: Scalars['ID']['output'];
  /** Whether it is restarted without a change. */
  isRestart: Scalars['Boolean']['output'];
  /** The node; null if it was deleted. */
  node?: Maybe<Node>;
  /** The node's id. */
  nodeId: Scalars['ID']['output'];
  /** The node's name at the start of the rollout. */
  nodeName: Scalars['String']['output'];
  /** Human-readable reason of the outcome; null without one. */
  reason?: Maybe<Scalars['String']['output']>;
  /** When it was changed; null before that. */
  startedAt?: Maybe<Scalars['DateTime']['output']>;
  /** Progress or outcome. */
  state: NodeRolloutMemberState;
  /** When its state last changed. */
  updatedAt: Scalars['DateTime']['output'];
  /** Why the rollout waits for it; null if it does not. */
  wait?: Maybe<NodeRolloutWait>;
};

/** A node of a rollout, and its change: set exactly one of `restart` and `data`. */
export type NodeRolloutMemberInput = {
  /** The change, as of updateNode. `expectedRevision` is checked at the start of the rollout. */
  data?: InputMaybe<NodeUpdateInput>;
  /** The node's id. */
  nodeId: Scalars['ID']['input'];
  /** Restart it. Default: false. */
  restart?: InputMaybe<Scalars['Boolean']['input']>;
};

/** State of a member of a node rollout. */
export type NodeRolloutMemberState =
  /** It was changed; if it ran, it answers and is no further behind than before. */
  | 'changed'
  /** It was changed and did not come back. */
  | 'failed'
  /** Its change was not possible at its turn. */
  | 'refused'
  /** Skipped: by a person, because it was stopped or deleted, or because the rollout was cancelled. */
  | 'skipped'
  /** It was changed, and is not back yet. */
  | 'under_way'
  /** Waiting for its turn. */
  | 'waiting';

/** What holds back the next node of a rollout. */
export type NodeRolloutPolicy = {
  /** How many nodes must stay available; null without a limit. */
  budget?: Maybe<NodeRolloutBudget>;
  /** The nodes that go first, and how long the rest waits for them; null without canaries. */
  canary?: Maybe<NodeRolloutCanary>;
  /** What a node must meet to be back, besides what it met before its change; null without more. */
  gate?: Maybe<NodeRolloutGate>;
  /** The block heights that it waits for or avoids; null without one. */
  height?: Maybe<NodeRolloutHeight>;
  /** Whether nodes are changed outside of their maintenance windows too. */
  outsideWindows: Scalars['Boolean']['output'];
  /** Whether another version is rehearsed on each running node's data before its change. */
  rehearse: Scalars['Boolean']['output'];
  /** The windows of this rollout alone; null for the maintenance schedules of its nodes. */
  windows?: Maybe<MaintenanceWindows>;
};

/** What holds back the next node of a rollout. */
export type NodeRolloutPolicyInput = {
  /** Takes a running node down only while enough other nodes are available. Default: no limit. */
  budget?: InputMaybe<NodeRolloutBudgetInput>;
  /** Lets the first nodes go ahead as canaries. Default: none. An undo has none. */
  canary?: InputMaybe<NodeRolloutCanaryInput>;
  /** What a node must meet to be back, besides what it met before its change. Default: nothing more. */
  gate?: InputMaybe<NodeRolloutGateInput>;
  /** Takes a running node down only at some heights of its network. Default: at any. */
  height?: InputMaybe<NodeRolloutHeightInput>;
  /**
   * Takes running nodes down outside of their maintenance windows too, at any hour. Default: false: a running node is taken down only while the
   * windows of its schedules are open.
   */
  outsideWindows?: InputMaybe<Scalars['Boolean']['input']>;
  /**
   * Rehearses another version on a copy of each running node's data before its change (see `NodeOperationKind.rehearse`). A node whose rehearsal
   * fails is refused, which stops the rollout while the node runs on. A node whose host cannot rehearse is changed without. Default: false.
   */
  rehearse?: InputMaybe<Scalars['Boolean']['input']>;
  /** Windows of this rollout alone, in place of the maintenance schedules of its nodes. */
  windows?: InputMaybe<MaintenanceWindowsInput>;
};

/** A node rollout to start. */
export type NodeRolloutStartInput = {
  /** The nodes, in the order of their change: 1 to 500, each once. */
  members: Array<NodeRolloutMemberInput>;
  /** Nodes to change at a time, 1 to 100: so many may be down at once. Default: 1. */
  parallel?: InputMaybe<Scalars['Int']['input']>;
  /** What holds back the next node, besides the previous one. */
  policy?: InputMaybe<NodeRolloutPolicyInput>;
};

/** State of a node rollout. */
export type NodeRolloutState =
  /** Cancelled. */
  | 'cancelled'
  /** Every member was changed or skipped. */
  | 'finished'
  /** Paused. */
  | 'paused'
  /** Running. */
  | 'running'
  /** Stopped because a member failed. Resume it, skip the member, or cancel it. */
  | 'stopped';

/** Conditions on the state of a node rollout. All given conditions must hold. A comparison with null is refused. */
export type NodeRolloutStateFilter = {
  /** Is this one. */
  equals?: InputMaybe<NodeRolloutState>;
  /** Is one of these. */
  in?: InputMaybe<Array<NodeRolloutState>>;
  /** Must not match this filter. */
  not?: InputMaybe<NodeRolloutStateFilter>;
  /** Is not one of these. */
  notIn?: InputMaybe<Array<NodeRolloutState>>;
};

/** Why a rollout waits for a node. */
export type NodeRolloutWait = {
  /** The reason, for programs. */
  code: NodeRolloutWaitCode;
  /** The reason, for people. */
  message: Scalars['String']['output'];
};

/** Why a rollout waits for a node. */
export type NodeRolloutWaitCode =
  /** It is further behind than before its change. */
  | 'behind'
  /** Too few other nodes would stay available; see `NodeRolloutBudget`. */
  | 'budget'
  /** The network has not reached the requested height, or is near the avoided one. */
  | 'height'
  /** Its host is drained. */
  | 'host_drained'
  /** Its host is offline. */
  | 'host_offline'
  /** An incident of the node opened since its change. */
  | 'incident'
  /** It uses more of its memory limit than requested; see `NodeRolloutGate`. */
  | 'memory'
  /** It does not answer yet. */
  | 'not_answering'
  /** Its agent has not applied the change yet. */
  | 'not_applied'
  /** It answers and was not measured since its restart. */
  | 'not_measured'
  /** It has fewer peers than requested; see `NodeRolloutGate`. */
  | 'peers'
  /** It has a problem that it did not have before its change. */
  | 'problem'
  /** The version is rehearsed on a copy of its data. */
  | 'rehearsal'
  /** The canaries have not soaked long enough, or one of them does not stand as before its change. */
  | 'soak'
  /** Its maintenance window is closed. */
  | 'window';

/** Conditions on node rollouts. All given conditions must hold. */
export type NodeRolloutWhereInput = {
  /** All of these must hold. */
  AND?: InputMaybe<Array<NodeRolloutWhereInput>>;
  /** None of these may hold. */
  NOT?: InputMaybe<Array<NodeRolloutWhereInput>>;
  /** One of these must hold. */
  OR?: InputMaybe<Array<NodeRolloutWhereInput>>;
  /** Has a member whose node's id meets this. */
  nodeId?: InputMaybe<StringFilter>;
  /** Condition on when it was started. */
  requestedAt?: InputMaybe<DateTimeFilter>;
  /** Condition on the state. */
  state?: InputMaybe<NodeRolloutStateFilter>;
};

/** Selects a node rollout. */
export type NodeRolloutWhereUniqueInput = {
  /** The rollout's id. */
  id: Scalars['ID']['input'];
};

/** Credentials of every node's RPC endpoint. */
export type NodeRpcCredentials = {
  /** RPC password. */
  password: Scalars['String']['output'];
  /** Number of nodes that refuse this pair: they were recovered from another control plane and not yet restarted by a rotation. */
  refusingNodes: Scalars['Int']['output'];
  /** RPC user. */
  user: Scalars['String']['output'];
};

/** Status of a node, as reported by its executor. */
export type NodeStatus = {
  /** The revision that the executor has applied. */
  appliedRevision?: Maybe<Scalars['Int']['output']>;
  /** Its container. */
  containerId?: Maybe<Scalars['String']['output']>;
  /** The node's endpoint; null before ports are chosen. */
  endpoint?: Maybe<NodeEndpoint>;
  /** Digest or id of the running image. */
  imageDigest?: Maybe<Scalars['String']['output']>;
  /** Names of the loaded wallets, which the next start loads again. Null if unknown. */
  loadedWallets?: Maybe<Array<Scalars['String']['output']>>;
  /** Phase of the node. */
  phase: NodePhase;
  /** Human-readable reason. */
  reason?: Maybe<Scalars['String']['output']>;
  /** Time of the first heartbeat with this status. `executor.lastSeenAt` is the time of the latest heartbeat. */
  reportedAt?: Maybe<Scalars['DateTime']['output']>;
  /** Start of the phase, at the latest the time of the report. */
  since?: Maybe<Scalars['DateTime']['output']>;
  /** Names of the wallets in its data, loaded or not; the default wallet's name is empty. Null if unknown. */
  wallets?: Maybe<Array<Scalars['String']['output']>>;
};

/** A step towards the desired state. */
export type NodeStep = {
  /** The action. */
  action: Scalars['String']['output'];
  /** Reason. */
  why: Scalars['String']['output'];
};

/** The Tor of a node. */
export type NodeTor = {
  /** Whose Tor it is. */
  mode: NodeTorMode;
  /** The onion service that forwards to the node's P2P port; null for none. */
  onionAddress?: Maybe<Scalars['String']['output']>;
  /** Its SOCKS proxy, as `IP:PORT`; null with the mode `off`. */
  proxy?: Maybe<Scalars['String']['output']>;
};

/** The Tor of a node. */
export type NodeTorInput = {
  /** Whose Tor it is. */
  mode: NodeTorMode;
  /**
   * The onion service that forwards to the P2P port of the node's endpoint, which is published on the loopback address of the host. The node
   * announces it to peers.
   */
  onionAddress?: InputMaybe<Scalars['String']['input']>;
  /** Its SOCKS proxy, as `IP:PORT` that the node's container reaches; required with the mode `own`. */
  proxy?: InputMaybe<Scalars['String']['input']>;
};

/** Whose Tor a node uses. */
export type NodeTorMode =
  /** No Tor: the node connects to its peers directly. */
  | 'off'
  /** A Tor that the operator runs. */
  | 'own';

/** Node type. */
export type NodeType =
  /** The complete block history, with a transaction index. */
  | 'full'
  /** Only recent blocks, without a transaction index. */
  | 'pruned';

/** Conditions on a node's type. All given conditions must hold. A comparison with null is refused. */
export type NodeTypeFilter = {
  /** Is this one. */
  equals?: InputMaybe<NodeType>;
  /** Is one of these. */
  in?: InputMaybe<Array<NodeType>>;
  /** Must not match this filter. */
  not?: InputMaybe<NodeTypeFilter>;
  /** Is not one of these. */
  notIn?: InputMaybe<Array<NodeType>>;
};

/** Changes of a node. Omitted fields are unchanged. */
export type NodeUpdateInput = {
  /** The node's current client. Another one is refused, because chain data depends on the client's consensus rules. */
  client?: InputMaybe<Client>;
  /** Another version of the client. */
  clientVersion?: InputMaybe<Scalars['String']['input']>;
  /** `running` or `stopped`; to delete a node use deleteNode. */
  desiredState?: InputMaybe<DesiredState>;
  /** The node's `revision` that the change is based on; refused with `revision_conflict` if the node has another one. Default: any. */
  expectedRevision?: InputMaybe<Scalars['Int']['input']>;
  /** All labels, replacing the current ones: at most 32, each key once. */
  labels?: InputMaybe<Array<LabelInput>>;
  /** A new name. */
  name?: InputMaybe<Scalars['String']['input']>;
  /** `pruned` for a full node. The reverse is refused, because a pruned node lacks old blocks. */
  nodeType?: InputMaybe<NodeType>;
  /** All overrides, replacing the current ones. */
  overrides?: InputMaybe<Array<ConfigOverrideInput>>;
  /** Resource limits. Omitted fields are unchanged. */
  resources?: InputMaybe<NodeResourcesInput>;
  /** Whether to revert a change that makes the node fail. */
  revertFailedChange?: InputMaybe<Scalars['Boolean']['input']>;
  /** Labels to add or replace, by key; others are unchanged. Excludes `labels`. */
  setLabels?: InputMaybe<Array<LabelInput>>;
  /** Overrides to add or replace, by key; others are unchanged. Excludes `overrides`. */
  setOverrides?: InputMaybe<Array<ConfigOverrideInput>>;
  /** Another Tor, or none with the mode `off`. */
  tor?: InputMaybe<NodeTorInput>;
  /** Keys of labels to remove. Keys without a label are ignored. Excludes `labels`. */
  unsetLabels?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Keys of overrides to remove. Keys without an override are ignored. Excludes `overrides`. */
  unsetOverrides?: InputMaybe<Array<Scalars['String']['input']>>;
};

/** Conditions on nodes. All given conditions must hold. */
export type NodeWhereInput = {
  /** All of these must hold. */
  AND?: InputMaybe<Array<NodeWhereInput>>;
  /** None of these may hold. */
  NOT?: InputMaybe<Array<NodeWhereInput>>;
  /** One of these must hold. */
  OR?: InputMaybe<Array<NodeWhereInput>>;
  /** Condition on the client version. */
  clientVersion?: InputMaybe<StringFilter>;
  /** Condition on its CPU cores. */
  cpuCores?: InputMaybe<FloatFilter>;
  /** Condition on the time of creation. */
  createdAt?: InputMaybe<DateTimeFilter>;
  /** Condition on the desired state. */
  desiredState?: InputMaybe<DesiredStateFilter>;
  /** Condition on its disk in GiB. */
  diskGiB?: InputMaybe<IntFilter>;
  /** Condition on its executor. */
  executor?: InputMaybe<ExecutorRelationFilter>;
  /** Condition on the executor's id. */
  executorId?: InputMaybe<StringFilter>;
  /** Condition on the executor's name. */
  executorName?: InputMaybe<StringFilter>;
  /** Condition on the health, judged without samples: `stale` and `behind` count as `in_sync`. */
  health?: InputMaybe<NodeHealthFilter>;
  /** Condition on the latest sample's height. A node without samples matches neither a condition nor its negation. */
  height?: InputMaybe<IntFilter>;
  /** Condition on the id. */
  id?: InputMaybe<StringFilter>;
  /** Condition on the rules of its open incidents. */
  incidents?: InputMaybe<NodeIncidentListFilter>;
  /** Condition on initial block download in the latest sample. A node without samples matches neither a condition nor its negation. */
  initialBlockDownload?: InputMaybe<BooleanFilter>;
  /** Has all of these labels. */
  labels?: InputMaybe<Array<LabelInput>>;
  /** Condition on its memory in MiB. */
  memoryMiB?: InputMaybe<IntFilter>;
  /** Condition on the name. */
  name?: InputMaybe<StringFilter>;
  /** Condition on the network. */
  network?: InputMaybe<NetworkFilter>;
  /** Condition on the name of its chain, which tells custom signets apart. */
  networkName?: InputMaybe<StringFilter>;
  /** Condition on the type. */
  nodeType?: InputMaybe<NodeTypeFilter>;
  /** Condition on the phase, as the status shows it. */
  phase?: InputMaybe<NodePhaseFilter>;
  /** Condition on its problems. */
  problems?: InputMaybe<NodeProblemListFilter>;
  /** Condition on the revision. */
  revision?: InputMaybe<IntFilter>;
  /** Condition on the time of the last change. */
  updatedAt?: InputMaybe<DateTimeFilter>;
};

/** Selects a node. */
export type NodeWhereUniqueInput = {
  /** The node's id. */
  id: Scalars['ID']['input'];
};

/** What can be done with several nodes at once. */
export type NodesAction =
  /**
   * Delete them. Never requests the deletion of chain data, which deleteNode does for one node, by its name. A node that is already being deleted
   * keeps its earlier choice.
   */
  | 'delete'
  /** Restart each of them once. A stopped node is started. */
  | 'restart'
  /** Start them. */
  | 'start'
  /** Stop them. */
  | 'stop';

/** A change of several nodes: set exactly one field. */
export type NodesChangeInput =
  /** What to do with the nodes. */
  { action: NodesAction; clientVersion?: never; labels?: never; settings?: never; }
  |  /** The client version to change to. */
  { action?: never; clientVersion: Scalars['String']['input']; labels?: never; settings?: never; }
  |  /** Labels to set and remove. */
  { action?: never; clientVersion?: never; labels: LabelChangesInput; settings?: never; }
  |  /** Options and resources to change. */
  { action?: never; clientVersion?: never; labels?: never; settings: NodesSettingsInput; };

/** What becomes of one of several nodes. */
export type NodesChangeOutcome =
  /** It is changed. */
  | 'changed'
  /** It is a member of the rollout, which changes it at its turn. Not in a preview. */
  | 'in_rollout'
  /** The change is refused; see `issues`. */
  | 'refused'
  /** Nothing changes: it already is as requested. */
  | 'unchanged';

/** Preview of a change of several nodes. */
export type NodesChangePreview = {
  /** Number of matching nodes. */
  count: Scalars['Int']['output'];
  /** Number of running nodes that the change restarts. */
  restarts: Scalars['Int']['output'];
  /** The result for each node, by name. */
  results: Array<NodesChangeResult>;
};

/** The result for one of several nodes, or its preview. */
export type NodesChangeResult = {
  /** In a preview: what would change of its settings, at most 100 fields, without the values of secrets. */
  changes: Array<NodeRolloutChange>;
  /** The node's id. */
  id: Scalars['ID']['output'];
  /** Reasons for a refusal; empty without one. */
  issues: Array<NodeIssue>;
  /** The node's name. */
  name: Scalars['String']['output'];
  /** The node after the change; in a preview and for a member of the rollout, before it. Null if its change was refused. */
  node?: Maybe<Node>;
  /** What becomes of the node. */
  outcome: NodesChangeOutcome;
};

/** Settings to change of several nodes, at least one. Omitted ones are unchanged. */
export type NodesSettingsInput = {
  /** Resource limits. Omitted fields are unchanged. */
  resources?: InputMaybe<NodeResourcesInput>;
  /** Overrides to add or replace, by key; others are unchanged. */
  setOverrides?: InputMaybe<Array<ConfigOverrideInput>>;
  /** Keys of overrides to remove. Keys without an override are ignored. */
  unsetOverrides?: InputMaybe<Array<Scalars['String']['input']>>;
};

/** What needs attention now. */
export type NotificationCenter = {
  /** The latest 10 incidents, open or closed, newest first. */
  latest: Array<AlertIncident>;
  /** Number of open incidents. */
  open: Scalars['Int']['output'];
  /** Number of open critical incidents. */
  openCritical: Scalars['Int']['output'];
  /** Number of open informational incidents. */
  openInfo: Scalars['Int']['output'];
  /** Number of open warnings. */
  openWarning: Scalars['Int']['output'];
};

/** Where incidents are sent to. */
export type NotificationChannel = {
  /** When it was created. */
  createdAt: Scalars['DateTime']['output'];
  /** Whether incidents are sent. */
  enabled: Scalars['Boolean']['output'];
  /** When deliveries started failing; null if the latest one succeeded. */
  failingSince?: Maybe<Scalars['DateTime']['output']>;
  /** When the receiver refused permanently, which disabled the channel. */
  goneAt?: Maybe<Scalars['DateTime']['output']>;
  /** Id, included in the messages to a webhook as `endpointId`. */
  id: Scalars['ID']['output'];
  /** Kind. */
  kind: NotificationChannelKind;
  /** When the last delivery succeeded; null before the first. */
  lastDeliveredAt?: Maybe<Scalars['DateTime']['output']>;
  /** The last error; null if the latest delivery succeeded. */
  lastFailure?: Maybe<Scalars['String']['output']>;
  /** Sequence number of the latest delivery; 0 before the first. */
  lastSequence: Scalars['Int']['output'];
  /** Lowest severity to send. */
  lowestSeverity: AlertSeverity;
  /** Name, unique in the organization. */
  name: Scalars['String']['output'];
  /** Until when each previous secret of a webhook stays valid, soonest first. */
  previousSecretsUntil: Array<Scalars['DateTime']['output']>;
  /** Where it sends to, without secrets: the server of a URL, the addresses, or the chat. */
  target: Scalars['String']['output'];
};

/**
 * A notification channel. `url` is for a webhook, Slack (its incoming webhook) and ntfy (server and topic, such as https://ntfy.sh/my-topic).
 * URLs are https, up to 2000 characters; http only for addresses that the control plane's operator allows.
 */
export type NotificationChannelCreateInput = {
  /** Email addresses, 1 to 10. */
  addresses?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Telegram chat, such as -1001234567890 or @channel. */
  chatId?: InputMaybe<Scalars['String']['input']>;
  /** Whether incidents are sent. */
  enabled?: Scalars['Boolean']['input'];
  /** Kind. */
  kind: NotificationChannelKind;
  /** Lowest severity to send. Default: `warning`. */
  lowestSeverity?: AlertSeverity;
  /** Name, 1 to 63 characters. */
  name: Scalars['String']['input'];
  /** Telegram bot token, or ntfy access token. */
  token?: InputMaybe<Scalars['String']['input']>;
  /** URL. For Telegram, the Bot API server, by default https://api.telegram.org. */
  url?: InputMaybe<Scalars['String']['input']>;
};

/** Kind of a notification channel. */
export type NotificationChannelKind =
  /** Email addresses. */
  | 'email'
  /** An ntfy topic. */
  | 'ntfy'
  /** A Slack channel. */
  | 'slack'
  /** A Telegram chat. */
  | 'telegram'
  /** A server that receives signed JSON. */
  | 'webhook';

/** Changes of a notification channel. Omitted and null fields are unchanged. */
export type NotificationChannelUpdateInput = {
  /** Email addresses, 1 to 10. */
  addresses?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Telegram chat. */
  chatId?: InputMaybe<Scalars['String']['input']>;
  /** Whether incidents are sent. */
  enabled?: InputMaybe<Scalars['Boolean']['input']>;
  /** Lowest severity to send. */
  lowestSeverity?: InputMaybe<AlertSeverity>;
  /** Name, 1 to 63 characters. */
  name?: InputMaybe<Scalars['String']['input']>;
  /**
   * Telegram bot token, or ntfy access token; an empty text removes it. A stored token is required again with another server, or another
   * Telegram chat.
   */
  token?: InputMaybe<Scalars['String']['input']>;
  /** URL. */
  url?: InputMaybe<Scalars['String']['input']>;
};

/** Selects a notification channel. */
export type NotificationChannelWhereUniqueInput = {
  /** The channel's id. */
  id: Scalars['ID']['input'];
};

/** Settings of one node that override the organization's. */
export type NotificationNodeOverride = {
  /** Whether its incidents are muted now. They are still listed. */
  muted: Scalars['Boolean']['output'];
  /** End of the mute; null if it does not end. */
  mutedUntil?: Maybe<Scalars['DateTime']['output']>;
  /** The node. */
  nodeId: Scalars['ID']['output'];
  /** The node's name. */
  nodeName: Scalars['String']['output'];
  /** The node's own thresholds; null for those of the organization. */
  thresholds: NotificationNodeThresholds;
};

/** Settings of one node, replacing its previous ones. Without a mute and thresholds, they are removed. */
export type NotificationNodeOverrideInput = {
  /** Whether to mute its incidents. They are still listed. */
  muted?: Scalars['Boolean']['input'];
  /** End of the mute. Default: never. */
  mutedUntil?: InputMaybe<Scalars['DateTime']['input']>;
  /** The node. */
  nodeId: Scalars['ID']['input'];
  /** The node's own thresholds. */
  thresholds?: InputMaybe<NotificationNodeThresholdsInput>;
};

/** A node's own thresholds; null for those of the organization. */
export type NotificationNodeThresholds = {
  /** Number of blocks that it may be behind the others. */
  blocksBehind?: Maybe<Scalars['Int']['output']>;
  /** Number of unexpected exits of its daemon in an hour that are a crash loop. */
  crashLoopExits?: Maybe<Scalars['Int']['output']>;
  /** Percent of its memory from which it is near its limit. */
  memoryPercent?: Maybe<Scalars['Int']['output']>;
  /** Minutes without peers before an incident opens. */
  noPeersMinutes?: Maybe<Scalars['Int']['output']>;
  /** Seconds for which it cannot run before an incident opens. */
  nodeFailingSeconds?: Maybe<Scalars['Int']['output']>;
  /** Minutes without progress after which its sync is stalled. */
  syncStalledMinutes?: Maybe<Scalars['Int']['output']>;
  /** Its tip is stale when a gap of its age has at most this probability. */
  tipProbability?: Maybe<Scalars['Float']['output']>;
};

/** Thresholds of one node, with the same bounds as the organization's. Null for the organization's. */
export type NotificationNodeThresholdsInput = {
  /** Number of blocks that it may be behind the others. */
  blocksBehind?: InputMaybe<Scalars['Int']['input']>;
  /** Number of unexpected exits of its daemon in an hour that are a crash loop. */
  crashLoopExits?: InputMaybe<Scalars['Int']['input']>;
  /** Percent of its memory from which it is near its limit. */
  memoryPercent?: InputMaybe<Scalars['Int']['input']>;
  /** Minutes without peers before an incident opens. */
  noPeersMinutes?: InputMaybe<Scalars['Int']['input']>;
  /** Seconds for which it cannot run before an incident opens. */
  nodeFailingSeconds?: InputMaybe<Scalars['Int']['input']>;
  /** Minutes without progress after which its sync is stalled. */
  syncStalledMinutes?: InputMaybe<Scalars['Int']['input']>;
  /** Its tip is stale when a gap of its age has at most this probability. */
  tipProbability?: InputMaybe<Scalars['Float']['input']>;
};

/** Notification settings of an organization. */
export type NotificationSettings = {
  /** Nodes with their own settings, by name. */
  nodeOverrides: Array<NotificationNodeOverride>;
  /** Number of changes of these settings. */
  revision: Scalars['Int']['output'];
  /** The thresholds of the organization's rules. */
  thresholds: NotificationThresholds;
};


/** Notification settings of an organization. */
export type NotificationSettingsNodeOverridesArgs = {
  skip?: InputMaybe<Scalars['Int']['input']>;
  take?: InputMaybe<Scalars['Int']['input']>;
  where?: InputMaybe<NodeWhereUniqueInput>;
};

/** Changes of the notification settings. Omitted and null fields are unchanged unless noted. */
export type NotificationSettingsInput = {
  /** The `revision` that the change is based on; refused with `revision_conflict` if the settings have another one. Default: any. */
  expectedRevision?: InputMaybe<Scalars['Int']['input']>;
  /** Settings of single nodes, each replacing the node's previous ones. Up to 500 at once; an organization can have 10,000. */
  nodeOverrides?: InputMaybe<Array<NotificationNodeOverrideInput>>;
  /** Thresholds. Null resets one to its default. */
  thresholds?: InputMaybe<NotificationThresholdsInput>;
};

/** Effective thresholds of an organization. */
export type NotificationThresholds = {
  /** Number of blocks that a node may be behind the others. */
  blocksBehind: Scalars['Int']['output'];
  /** Minutes for which deliveries fail before an incident opens. */
  channelFailingMinutes: Scalars['Int']['output'];
  /** Number of unexpected exits of a daemon in an hour that are a crash loop. */
  crashLoopExits: Scalars['Int']['output'];
  /** Percent of free disk below which it is low. */
  diskFreePercent: Scalars['Int']['output'];
  /** Days until a disk is full at the current rate, below which an incident opens. */
  diskFullDays: Scalars['Int']['output'];
  /** Seconds for which an executor is offline before an incident opens. */
  executorOfflineSeconds: Scalars['Int']['output'];
  /** Days before a key's expiry from which an incident opens; at most the last quarter of its lifetime. */
  keyEndsDays: Scalars['Int']['output'];
  /** Percent of a node's memory limit from which an incident opens. */
  memoryPercent: Scalars['Int']['output'];
  /** Minutes without peers before an incident opens. */
  noPeersMinutes: Scalars['Int']['output'];
  /** Seconds for which a node cannot run before an incident opens. */
  nodeFailingSeconds: Scalars['Int']['output'];
  /** Minutes without progress after which a sync is stalled. */
  syncStalledMinutes: Scalars['Int']['output'];
  /** A tip is stale when a gap of its age has at most this probability; 0.0000019 is 132 minutes, once in ten years. */
  tipProbability: Scalars['Float']['output'];
};

/** Thresholds of an organization. Omitted fields are unchanged; null resets to the default. */
export type NotificationThresholdsInput = {
  /** Number of blocks that a node may be behind the others, 1 to 1000. Default: 3. */
  blocksBehind?: InputMaybe<Scalars['Int']['input']>;
  /** Minutes for which deliveries fail before an incident opens, 1 to 1440. Default: 15. */
  channelFailingMinutes?: InputMaybe<Scalars['Int']['input']>;
  /** Number of unexpected exits of a daemon in an hour that are a crash loop, 2 to 100. Default: 3. */
  crashLoopExits?: InputMaybe<Scalars['Int']['input']>;
  /** Percent of free disk below which it is low, 1 to 50. Default: 10. */
  diskFreePercent?: InputMaybe<Scalars['Int']['input']>;
  /** Days until a disk is full at the current rate, below which an incident opens, 1 to 90. Default: 7. */
  diskFullDays?: InputMaybe<Scalars['Int']['input']>;
  /** Seconds for which an executor is offline before an incident opens, 30 to 86400. Default: 120. */
  executorOfflineSeconds?: InputMaybe<Scalars['Int']['input']>;
  /** Days before the end of a key from which an incident opens, 1 to 90. Default: 14. */
  keyEndsDays?: InputMaybe<Scalars['Int']['input']>;
  /** Percent of a node's memory from which it is near its limit, 50 to 100. Default: 95. */
  memoryPercent?: InputMaybe<Scalars['Int']['input']>;
  /** Minutes without peers before an incident opens, 1 to 1440. Default: 10. */
  noPeersMinutes?: InputMaybe<Scalars['Int']['input']>;
  /** Seconds for which a node cannot run before an incident opens, 30 to 86400. Default: 120. */
  nodeFailingSeconds?: InputMaybe<Scalars['Int']['input']>;
  /** Minutes without progress after which a sync is stalled, 5 to 1440. Default: 30. */
  syncStalledMinutes?: InputMaybe<Scalars['Int']['input']>;
  /** A tip is stale when a gap of its age has at most this probability, 1e-12 to 0.05. Default: 0.0000019, that is 132 minutes. */
  tipProbability?: InputMaybe<Scalars['Float']['input']>;
};

/** Order by a nullable value. */
export type NullableSortInput = {
  /** Position of nulls. Default: last when ascending, first when descending. */
  nulls?: InputMaybe<NullsOrder>;
  /** The direction. */
  sort: SortOrder;
};

/** Position of nulls in an order. */
export type NullsOrder =
  /** First. */
  | 'first'
  /** Last. */
  | 'last';

/** The smallest and the largest value. */
export type NumberBounds = {
  /** The largest value. */
  max: Scalars['Float']['output'];
  /** The smallest value. */
  min: Scalars['Float']['output'];
};

/** Observed state of a node. */
export type ObservedNodeInput = {
  /** The node's revision that the agent has applied. */
  appliedRevision?: InputMaybe<Scalars['Int']['input']>;
  /**
   * Hash of the configuration that the daemon was last started with: the SHA-256, in lower-case hex, of the applied lines of
   * `DesiredNode.config`, in order, each as `key=value` and a line feed, in UTF-8. Null if unknown or if another configuration was applied.
   */
  configHash?: InputMaybe<Scalars['String']['input']>;
  /** Its container, up to 128 characters. If omitted, the last reported value stays. */
  containerId?: InputMaybe<Scalars['String']['input']>;
  /** The data root of its data; null for the default one. If omitted together with `containerId`, the last reported value stays. */
  dataRoot?: InputMaybe<Scalars['String']['input']>;
  /** The node's endpoint. */
  endpoint?: InputMaybe<NodeEndpointInput>;
  /** Whether its daemon was last started with `DesiredNode.gatewayRpcAuth`. Default: false. */
  hasGatewayUser?: InputMaybe<Scalars['Boolean']['input']>;
  /** The node's id. */
  id: Scalars['ID']['input'];
  /** Digest or id of the running image, up to 512 characters. */
  imageDigest?: InputMaybe<Scalars['String']['input']>;
  /** Those of the legacy (Berkeley DB) format, the first 100; null if unknown. */
  legacyWallets?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Those that the daemon had loaded when it was last asked, the first 100; null if unknown. */
  loadedWallets?: InputMaybe<Array<Scalars['String']['input']>>;
  /** What its daemon lowered `maxconnections` to, because it may open too few files; null if it did not. */
  loweredConnections?: InputMaybe<Scalars['Int']['input']>;
  /** Progress of its operations, at most 32: desired ones and those that roll back. */
  operations?: InputMaybe<Array<OperationReportInput>>;
  /** Phase of the node. */
  phase: NodePhase;
  /** Problems of the node, at most 32. */
  problems?: InputMaybe<Array<NodeProblemInput>>;
  /** Human-readable reason. */
  reason?: InputMaybe<Scalars['String']['input']>;
  /** The change that was reverted because the node failed; null without one. */
  reverted?: InputMaybe<RevertedChangeInput>;
  /** Start time. */
  since: Scalars['DateTime']['input'];
  /** Names of the wallets in its data, loaded or not, the first 100; null if unknown. */
  wallets?: InputMaybe<Array<Scalars['String']['input']>>;
};

/** A node that a host offers. */
export type OfferedNode = {
  /** The client software. */
  client: Client;
  /** Life cycle of that version. */
  clientLifecycle: ClientLifecycle;
  /** The client version. */
  clientVersion: Scalars['String']['output'];
  /** Desired state. */
  desiredState: DesiredState;
  /** The last known height; null if unknown. */
  height?: Maybe<Scalars['Int']['output']>;
  /** The node's id, which does not change. */
  id: Scalars['ID']['output'];
  /** The name on its host. */
  name: Scalars['String']['output'];
  /** The chain. */
  network: Network;
  /** The name after recovery, which differs if the organization already has a node of that name. */
  newName: Scalars['String']['output'];
  /** Node type: full or pruned history. */
  nodeType: NodeType;
  /** Configuration overrides, as entered. */
  overrides: Array<ConfigOverride>;
  /** Why it cannot be recovered; null if it can. */
  problem?: Maybe<Scalars['String']['output']>;
  /** Resource limits. */
  resources: NodeResources;
  /** The custom signet; null for none. */
  signet?: Maybe<CustomSignet>;
  /** Bytes of its block files; null if unknown. */
  sizeBytes?: Maybe<Scalars['ByteCount']['output']>;
  /** The Tor that everything for peers goes through; null for none. */
  tor?: Maybe<NodeTor>;
};

/** Result of `openAgentRequest`. */
export type OpenAgentRequestPayload = {
  /** The request, usually still `pending`. */
  request: AgentRequest;
};

/** An agent's report on a node's operation. */
export type OperationReportInput = {
  /** Whether it can still be cancelled. */
  cancellable: Scalars['Boolean']['input'];
  /** Id of the operation. */
  id: Scalars['ID']['input'];
  /** Fraction that is done; null if unknown. */
  progress?: InputMaybe<Scalars['Float']['input']>;
  /** Human-readable reason of a failure, rollback or retry, up to 1000 characters. */
  reason?: InputMaybe<Scalars['String']['input']>;
  /** What it found, in the field named after its kind; null before its end, and for kinds that find nothing. */
  result?: InputMaybe<OperationResultInput>;
  /** Start time by the agent's clock; null if it has not started, or if unknown. */
  startedAt?: InputMaybe<Scalars['DateTime']['input']>;
  /** Progress. */
  state: NodeOperationState;
  /** Human-readable current step, up to 256 characters. */
  step?: InputMaybe<Scalars['String']['input']>;
};

/** What an operation found, in the field named after its kind. */
export type OperationResultInput = {
  /** Of a `rehearse`. */
  rehearse?: InputMaybe<RehearsalResultInput>;
};

/** The owner of executors and nodes. */
export type Organization = {
  /** Time of creation. */
  createdAt: Scalars['DateTime']['output'];
  /** Assigned by the control plane. */
  id: Scalars['ID']['output'];
  /** Whether its keys and sessions work. Its nodes run in any case. */
  isActive: Scalars['Boolean']['output'];
  /** Its name. */
  name: Scalars['String']['output'];
  /** Its part of the console's addresses, such as `acme` in `/o/acme/nodes`: unique, and never changed. */
  slug: Scalars['String']['output'];
};

/** An organization to create. */
export type OrganizationCreateInput = {
  /** 1 to 63 characters. */
  name: Scalars['String']['input'];
};

/** Selects a membership of any organization. */
export type OrganizationMemberWhereUniqueInput = {
  /** The membership's id. */
  memberId: Scalars['ID']['input'];
  /** The organization's id. */
  organizationId: Scalars['ID']['input'];
};

/** A person's membership in an organization. */
export type OrganizationMembership = {
  /** The organization. */
  organization: Organization;
  /** The person's role in it. */
  role: OrganizationRole;
};

/** A person's role in an organization. */
export type OrganizationRole =
  /** Can change everything in the organization, except its owners. */
  | 'admin'
  /** Can read everything in the organization. */
  | 'member'
  /** Can do everything. */
  | 'owner';

/** Selects an organization. */
export type OrganizationWhereUniqueInput = {
  /** The organization's id. */
  id: Scalars['ID']['input'];
};

/** A container or chain data of this executor whose node is not desired here. */
export type OrphanedNode = {
  /** Its container; null if only chain data is left. */
  containerId?: Maybe<Scalars['String']['output']>;
  /** Details of its chain data; null if its agent has not read it. */
  data?: Maybe<ChainData>;
  /** The ids of the executor and of the node, since a node's data can be on several executors. */
  id: Scalars['ID']['output'];
  /** Whether the deletion of its node kept the chain data on purpose. */
  kept: Scalars['Boolean']['output'];
  /** The node's name, from the label on its container. */
  name: Scalars['String']['output'];
  /** The node's id, from the label on its container. */
  nodeId: Scalars['ID']['output'];
};

/** A container or chain data of this executor whose node is not desired here. */
export type OrphanedNodeInput = {
  /** Its container; null if only chain data is left. */
  containerId?: InputMaybe<Scalars['String']['input']>;
  /** Details of its chain data; null if unreadable. */
  data?: InputMaybe<ChainDataInput>;
  /** Whether the deletion of its node kept the chain data on purpose. */
  kept?: InputMaybe<Scalars['Boolean']['input']>;
  /** The node's name, from its label. */
  name: Scalars['String']['input'];
  /** The node's id, from its label. */
  nodeId: Scalars['ID']['input'];
};

/** Overcommit factors of a host, each from 0.1 to 100. */
export type OvercommitInput = {
  /** CPU cores. */
  cpu: Scalars['Float']['input'];
  /** Disk. */
  disk: Scalars['Float']['input'];
  /** Memory. */
  memory: Scalars['Float']['input'];
};

/** Direction of a page. */
export type PageDirection =
  /** From the oldest to the newest. */
  | 'newer'
  /** From the newest to the oldest. */
  | 'older';

/** Position of a page in a list with cursors. */
export type PageInfo = {
  /** Cursor of the last entry, where the next page starts; null on an empty page. */
  endCursor?: Maybe<Scalars['String']['output']>;
  /** Whether there are more entries in this direction. */
  hasNextPage: Scalars['Boolean']['output'];
  /** Whether the page was requested with a cursor, so that entries precede it. */
  hasPreviousPage: Scalars['Boolean']['output'];
  /** Cursor of the first entry; null on an empty page. */
  startCursor?: Maybe<Scalars['String']['output']>;
};

/** A new password. */
export type PasswordChangeInput = {
  /** The current password. */
  currentPassword: Scalars['String']['input'];
  /** 12 to 128 characters. */
  newPassword: Scalars['String']['input'];
  /**
   * Whether to also revoke the person's API keys in every organization. Default: false, so that scripts keep working. Use true if somebody else
   * may know the password or have created a key with it.
   */
  revokePersonalKeys?: InputMaybe<Scalars['Boolean']['input']>;
};

/** A new password, by a link. */
export type PasswordResetInput = {
  /** 12 to 128 characters. */
  newPassword: Scalars['String']['input'];
  /**
   * Whether to also revoke the person's API keys in every organization. Default: false, so that scripts keep working. Use true if somebody else
   * may know the password or have created a key with it.
   */
  revokePersonalKeys?: InputMaybe<Scalars['Boolean']['input']>;
  /** The secret of the link. */
  token: Scalars['String']['input'];
};

/** Preview of a password link for its holder. */
export type PasswordResetPreview = {
  /** Email address of the person. */
  email: Scalars['String']['output'];
};

/** Result of `pauseNodeRollout`. */
export type PauseNodeRolloutPayload = {
  /** The paused rollout. */
  rollout: NodeRollout;
};

/** Result of `pauseUpgradeRollout`. */
export type PauseUpgradeRolloutPayload = {
  /** The paused rollout. */
  rollout: UpgradeRollout;
};

/** Who can use an operation. */
export type Permission =
  /** Owners and admins of the organization. */
  | 'admin'
  /** Everyone, also without a credential. */
  | 'anyone'
  /** An executor's agent. */
  | 'executor'
  /** Every person of the organization. */
  | 'member'
  /** Every person, with or without an active organization. */
  | 'person'
  /** System administrators, who also count as admins of every organization. */
  | 'system_admin';

/** Who chose the executor of a node. */
export type PlacementChooser =
  /** The control plane chose it by capacity. */
  | 'control_plane'
  /** The requester chose it. */
  | 'user';

/** A node as it would be, with all defaults. */
export type PreviewedNode = {
  /** The client software. */
  client: Client;
  /** Life cycle of that version. */
  clientLifecycle: ClientLifecycle;
  /** The client version. */
  clientVersion: Scalars['String']['output'];
  /** Node type: full or pruned history. */
  nodeType: NodeType;
  /** Resource limits. */
  resources: NodeResources;
};

/**
 * Queries. Objects outside the caller's organization are null or an empty list, never an error. A failed field is null and has an error; the
 * request's other fields keep their results.
 */
export type Query = {
  /**
   * The actions in any organization, for system administrators; others get an empty page. Without an organization: actions that concern none,
   * such as setting a password by a link.
   */
  adminAuditActions?: Maybe<AuditActionConnection>;
  /** The same in any organization, for system administrators; others get null. Without an organization: the actions that concern none. */
  adminAuditVerification?: Maybe<AuditVerification>;
  /** A request of this organization to an agent, or null. Requests expire after ten minutes; a followed log, after 30 seconds without a reader and after twelve hours. */
  agentRequest?: Maybe<AgentRequest>;
  /** The organization's API keys, newest first, without their secrets. For owners and admins; an empty list for others. */
  apiKeys?: Maybe<Array<ApiKey>>;
  /**
   * Actions and refused attempts in the caller's organization, by people, API keys, administrators and the command line, newest first by
   * default. For every person of the organization.
   */
  auditActions?: Maybe<AuditActionConnection>;
  /**
   * Verifies a page of the organization's audit log, oldest first: the numbers have no gaps, and each action has the hash of its values and of
   * the hash before it. Continue with `last` of the answer as `previous`. For every person of the organization.
   */
  auditVerification?: Maybe<AuditVerification>;
  /** The consumers of the caller's organization, by endpoint and name. */
  consumers?: Maybe<Array<Consumer>>;
  /** One endpoint; null if the caller's organization has none with this id. */
  endpoint?: Maybe<Endpoint>;
  /** The endpoints of the caller's organization, by name, at most 50. */
  endpoints?: Maybe<Array<Endpoint>>;
  /** The organization's enrolment tokens, newest first, without their secrets. For owners and admins; an empty list for others. */
  enrolmentTokens?: Maybe<Array<EnrolmentToken>>;
  /** The events of the caller's organization, newest first by default. */
  events?: Maybe<EventConnection>;
  /** One executor; null if the caller has none with this id. */
  executor?: Maybe<Executor>;
  /** Number of executors in the caller's organization, also by status. */
  executorCounts?: Maybe<ExecutorCounts>;
  /**
   * The resource usage of an executor's host over time, in buckets; null if the caller has no such executor. Minute and hour aggregates are kept
   * for 90 days.
   */
  executorMetrics?: Maybe<ExecutorMetricsHistory>;
  /**
   * Hosts with nodes of another or a lost control plane, by name, and the nodes that recovery would add here. For owners and admins; an empty
   * list for others.
   */
  executorOffers?: Maybe<Array<ExecutorOffer>>;
  /**
   * The catalog of agent releases, shared by all organizations, for every person. An executor's key gets an empty list: its agent receives its
   * target in the response to its heartbeat.
   */
  executorReleases?: Maybe<Array<ExecutorRelease>>;
  /** The executors of the caller's organization. */
  executors?: Maybe<Array<Executor>>;
  /**
   * The same executors, page by page. Executors that are registered or deleted between two pages neither repeat nor skip others; one whose
   * place in the order changes can.
   */
  executorsConnection?: Maybe<ExecutorConnection>;
  /**
   * Explains a node: desired state, observed state and next steps, from its agent, which answers within two seconds; otherwise the last answer
   * with its age. Null for an unknown node. Errors, without any answer yet: `executor_offline`, `executor_not_answering`.
   */
  explainNode?: Maybe<NodeExplanation>;
  /** Preview of an invitation link; null for an invalid one. Requires no credential. */
  invitation?: Maybe<InvitationPreview>;
  /** The organization's open invitations, newest first, for owners and admins; an empty list for others. */
  invitations?: Maybe<Array<Invitation>>;
  /** The maintenance schedules of the caller's organization: that of all nodes first, then those of labels, at most 20. */
  maintenanceSchedules?: Maybe<Array<MaintenanceSchedule>>;
  /** The organization's members, oldest first. */
  members?: Maybe<Array<Member>>;
  /** One of these networks; null where no node follows it. */
  network?: Maybe<ChainNetwork>;
  /**
   * What is usual on a node's network: each value is the median of up to 25 synced other nodes of the organization. Null if the caller has no such
   * node.
   */
  networkMetrics?: Maybe<NodeMetricsHistory>;
  /** The networks that the organization's nodes follow, each with the branches that they stand on. */
  networks?: Maybe<Array<ChainNetwork>>;
  /** One node; null if the caller has none with this id. */
  node?: Maybe<Node>;
  /** Number of nodes in the caller's organization, also by phase and network. */
  nodeCounts?: Maybe<NodeCounts>;
  /**
   * A node's metrics over time, in buckets; null if the caller has no such node. Raw samples are kept for a day, and minute and hour aggregates
   * for 90 days. A sample that arrives up to 7 days late (or as configured by the operator) counts in the bucket of its time.
   */
  nodeMetrics?: Maybe<NodeMetricsHistory>;
  /**
   * Options for a new node: networks, versions, node types, default resources, and all configuration options. Null
   * if the caller has no executor with this id.
   */
  nodeOptions?: Maybe<NodeOptions>;
  /** One node rollout; null if the caller's organization has none with this id. */
  nodeRollout?: Maybe<NodeRollout>;
  /** The node rollouts of the caller's organization: active ones, and the last 100 ended ones, newest first. */
  nodeRollouts?: Maybe<Array<NodeRollout>>;
  /** The credentials of every node's RPC endpoint, for owners and admins; null for others. */
  nodeRpcCredentials?: Maybe<NodeRpcCredentials>;
  /** The nodes of the caller's organization. A deleted node is removed once its executor has confirmed the deletion. */
  nodes?: Maybe<Array<Node>>;
  /**
   * The same nodes, page by page. Nodes that are created or deleted between two pages neither repeat nor skip others; one whose place in the
   * order changes can.
   */
  nodesConnection?: Maybe<NodeConnection>;
  /** Number of open incidents by severity, and the latest 10 incidents. */
  notificationCenter?: Maybe<NotificationCenter>;
  /** The notification channels of the caller's organization, by name. */
  notificationChannels?: Maybe<Array<NotificationChannel>>;
  /** One incident; null if the caller's organization has none with this id. */
  notificationIncident?: Maybe<AlertIncident>;
  /** The incidents of the caller's organization, newest first. With `status: open`, pages in the direction `older` list critical incidents first, then warnings and infos, each newest first. */
  notificationIncidents?: Maybe<AlertIncidentConnection>;
  /** Notification settings of the caller's organization, with the effective thresholds. */
  notificationSettings?: Maybe<NotificationSettings>;
  /** All organizations, by name, for system administrators; an empty list for others. For your own, see `viewer.organizations`. */
  organizations?: Maybe<Array<Organization>>;
  /** Preview of a password link; null for an invalid one. Requires no credential. */
  passwordReset?: Maybe<PasswordResetPreview>;
  /** Previews removeKeptData with this data. Null if the caller has no executor with this id. Changes nothing. */
  previewKeptDataRemoval?: Maybe<NodeDeletionPreview>;
  /**
   * Previews createNode with this data: all input errors, the chosen executor, and the effective configuration.
   * Changes nothing and reserves nothing.
   */
  previewNodeCreation?: Maybe<NodePreview>;
  /**
   * Previews deleteNode with these arguments: all input errors, and what happens to the chain data. Null if the caller has no node with this id.
   * Changes nothing.
   */
  previewNodeDeletion?: Maybe<NodeDeletionPreview>;
  /**
   * Previews updateNode with this data: all input errors, each change with its consequences, and the changes of the effective configuration.
   * Null if the caller has no node with this id. Changes nothing.
   */
  previewNodeUpdate?: Maybe<NodePreview>;
  /**
   * Previews changeNodes with this data: which nodes would be changed, and which refused. Changes nothing. Null for a caller
   * without an active organization. Errors: `limit_reached` if more than
   * 500 nodes match.
   */
  previewNodesChange?: Maybe<NodesChangePreview>;
  /**
   * Previews startUpgradeRollout: the executors of each group, and the obstacles. Changes nothing. Null if one of the executors does not belong to
   * the caller's organization.
   */
  previewUpgradeRollout?: Maybe<UpgradeRolloutPreview>;
  /**
   * Reads a whole bitcoin.conf as bitcoind does, and returns the node that it describes, with a verdict on every line. Changes nothing, and keeps
   * nothing of the text. Deploy the node with `createNode` and the returned network, signet, node type and overrides. Null if the caller has no executor
   * with this id. Errors: `invalid_input`.
   */
  readBitcoinConf?: Maybe<BitcoinConf>;
  /** The last rotation of these credentials, for owners and admins; null for others, and if there was none. */
  rpcCredentialRotation?: Maybe<RpcCredentialRotation>;
  /** The caller's sessions, most recently used first, at most 50; an empty list for an executor's key. */
  sessions?: Maybe<Array<Session>>;
  /** Single sign-on of the control plane; null without one. Requires no credential. */
  singleSignOn?: Maybe<SingleSignOn>;
  /**
   * The latest sign-ins with single sign-on, newest first: at most 20 with a finding and 5 without, for 30 days. For system administrators; others
   * get an empty list.
   */
  singleSignOnAttempts?: Maybe<Array<SingleSignOnAttempt>>;
  /** One rollout; null if the caller's organization has none with this id. */
  upgradeRollout?: Maybe<UpgradeRollout>;
  /** The rollouts of the caller's organization: active ones, and the last 100 ended ones. */
  upgradeRollouts?: Maybe<Array<UpgradeRollout>>;
  /**
   * The caller; null without a valid credential. An address that sends too many unknown API keys gets HTTP 429 with `Retry-After`
   * and `extensions.code` `rate_limited`.
   */
  viewer?: Maybe<Viewer>;
  /** The last 50 deliveries of the caller's organization, newest first. */
  webhookDeliveries?: Maybe<Array<WebhookDelivery>>;
  /** One delivery; null if the caller's organization has none with this id. */
  webhookDelivery?: Maybe<WebhookDelivery>;
};


/**
 * Queries. Objects outside the caller's organization are null or an empty list, never an error. A failed field is null and has an error; the
 * request's other fields keep their results.
 */
export type QueryAdminAuditActionsArgs = {
  filter?: InputMaybe<AuditActionFilterInput>;
  organizationId?: InputMaybe<Scalars['ID']['input']>;
};


/**
 * Queries. Objects outside the caller's organization are null or an empty list, never an error. A failed field is null and has an error; the
 * request's other fields keep their results.
 */
export type QueryAdminAuditVerificationArgs = {
  organizationId?: InputMaybe<Scalars['ID']['input']>;
  previous?: InputMaybe<AuditLinkInput>;
  take?: InputMaybe<Scalars['Int']['input']>;
  through?: InputMaybe<Scalars['Int']['input']>;
};


/**
 * Queries. Objects outside the caller's organization are null or an empty list, never an error. A failed field is null and has an error; the
 * request's other fields keep their results.
 */
export type QueryAgentRequestArgs = {
  where: AgentRequestWhereUniqueInput;
};


/**
 * Queries. Objects outside the caller's organization are null or an empty list, never an error. A failed field is null and has an error; the
 * request's other fields keep their results.
 */
export type QueryApiKeysArgs = {
  skip?: InputMaybe<Scalars['Int']['input']>;
  take?: InputMaybe<Scalars['Int']['input']>;
  where?: InputMaybe<ApiKeyWhereInput>;
};


/**
 * Queries. Objects outside the caller's organization are null or an empty list, never an error. A failed field is null and has an error; the
 * request's other fields keep their results.
 */
export type QueryAuditActionsArgs = {
  filter?: InputMaybe<AuditActionFilterInput>;
};


/**
 * Queries. Objects outside the caller's organization are null or an empty list, never an error. A failed field is null and has an error; the
 * request's other fields keep their results.
 */
export type QueryAuditVerificationArgs = {
  previous?: InputMaybe<AuditLinkInput>;
  take?: InputMaybe<Scalars['Int']['input']>;
  through?: InputMaybe<Scalars['Int']['input']>;
};


/**
 * Queries. Objects outside the caller's organization are null or an empty list, never an error. A failed field is null and has an error; the
 * request's other fields keep their results.
 */
export type QueryConsumersArgs = {
  skip?: InputMaybe<Scalars['Int']['input']>;
  take?: InputMaybe<Scalars['Int']['input']>;
  where?: InputMaybe<ConsumerWhereInput>;
};


/**
 * Queries. Objects outside the caller's organization are null or an empty list, never an error. A failed field is null and has an error; the
 * request's other fields keep their results.
 */
export type QueryEndpointArgs = {
  where: EndpointWhereUniqueInput;
};


/**
 * Queries. Objects outside the caller's organization are null or an empty list, never an error. A failed field is null and has an error; the
 * request's other fields keep their results.
 */
export type QueryEnrolmentTokensArgs = {
  skip?: InputMaybe<Scalars['Int']['input']>;
  take?: InputMaybe<Scalars['Int']['input']>;
};


/**
 * Queries. Objects outside the caller's organization are null or an empty list, never an error. A failed field is null and has an error; the
 * request's other fields keep their results.
 */
export type QueryEventsArgs = {
  filter?: InputMaybe<EventFilterInput>;
};


/**
 * Queries. Objects outside the caller's organization are null or an empty list, never an error. A failed field is null and has an error; the
 * request's other fields keep their results.
 */
export type QueryExecutorArgs = {
  where: ExecutorWhereUniqueInput;
};


/**
 * Queries. Objects outside the caller's organization are null or an empty list, never an error. A failed field is null and has an error; the
 * request's other fields keep their results.
 */
export type QueryExecutorCountsArgs = {
  where?: InputMaybe<ExecutorWhereInput>;
};


/**
 * Queries. Objects outside the caller's organization are null or an empty list, never an error. A failed field is null and has an error; the
 * request's other fields keep their results.
 */
export type QueryExecutorMetricsArgs = {
  from?: InputMaybe<Scalars['DateTime']['input']>;
  stepSeconds?: InputMaybe<Scalars['Int']['input']>;
  to?: InputMaybe<Scalars['DateTime']['input']>;
  where: ExecutorWhereUniqueInput;
};


/**
 * Queries. Objects outside the caller's organization are null or an empty list, never an error. A failed field is null and has an error; the
 * request's other fields keep their results.
 */
export type QueryExecutorOffersArgs = {
  skip?: InputMaybe<Scalars['Int']['input']>;
  take?: InputMaybe<Scalars['Int']['input']>;
};


/**
 * Queries. Objects outside the caller's organization are null or an empty list, never an error. A failed field is null and has an error; the
 * request's other fields keep their results.
 */
export type QueryExecutorReleasesArgs = {
  orderBy?: InputMaybe<Array<ExecutorReleaseOrderByInput>>;
  skip?: InputMaybe<Scalars['Int']['input']>;
  take?: InputMaybe<Scalars['Int']['input']>;
  where?: InputMaybe<ExecutorReleaseWhereInput>;
};


/**
 * Queries. Objects outside the caller's organization are null or an empty list, never an error. A failed field is null and has an error; the
 * request's other fields keep their results.
 */
export type QueryExecutorsArgs = {
  orderBy?: InputMaybe<Array<ExecutorOrderByInput>>;
  skip?: InputMaybe<Scalars['Int']['input']>;
  take?: InputMaybe<Scalars['Int']['input']>;
  where?: InputMaybe<ExecutorWhereInput>;
};


/**
 * Queries. Objects outside the caller's organization are null or an empty list, never an error. A failed field is null and has an error; the
 * request's other fields keep their results.
 */
export type QueryExecutorsConnectionArgs = {
  cursor?: InputMaybe<Scalars['String']['input']>;
  orderBy?: InputMaybe<Array<ExecutorOrderByInput>>;
  take?: InputMaybe<Scalars['Int']['input']>;
  where?: InputMaybe<ExecutorWhereInput>;
};


/**
 * Queries. Objects outside the caller's organization are null or an empty list, never an error. A failed field is null and has an error; the
 * request's other fields keep their results.
 */
export type QueryExplainNodeArgs = {
  where: NodeWhereUniqueInput;
};


/**
 * Queries. Objects outside the caller's organization are null or an empty list, never an error. A failed field is null and has an error; the
 * request's other fields keep their results.
 */
export type QueryInvitationArgs = {
  where: LinkWhereUniqueInput;
};


/**
 * Queries. Objects outside the caller's organization are null or an empty list, never an error. A failed field is null and has an error; the
 * request's other fields keep their results.
 */
export type QueryInvitationsArgs = {
  skip?: InputMaybe<Scalars['Int']['input']>;
  take?: InputMaybe<Scalars['Int']['input']>;
};


/**
 * Queries. Objects outside the caller's organization are null or an empty list, never an error. A failed field is null and has an error; the
 * request's other fields keep their results.
 */
export type QueryMembersArgs = {
  skip?: InputMaybe<Scalars['Int']['input']>;
  take?: InputMaybe<Scalars['Int']['input']>;
};


/**
 * Queries. Objects outside the caller's organization are null or an empty list, never an error. A failed field is null and has an error; the
 * request's other fields keep their results.
 */
export type QueryNetworkArgs = {
  where: ChainNetworkWhereUniqueInput;
};


/**
 * Queries. Objects outside the caller's organization are null or an empty list, never an error. A failed field is null and has an error; the
 * request's other fields keep their results.
 */
export type QueryNetworkMetricsArgs = {
  from?: InputMaybe<Scalars['DateTime']['input']>;
  stepSeconds?: InputMaybe<Scalars['Int']['input']>;
  to?: InputMaybe<Scalars['DateTime']['input']>;
  where: NodeWhereUniqueInput;
};


/**
 * Queries. Objects outside the caller's organization are null or an empty list, never an error. A failed field is null and has an error; the
 * request's other fields keep their results.
 */
export type QueryNodeArgs = {
  where: NodeWhereUniqueInput;
};


/**
 * Queries. Objects outside the caller's organization are null or an empty list, never an error. A failed field is null and has an error; the
 * request's other fields keep their results.
 */
export type QueryNodeCountsArgs = {
  where?: InputMaybe<NodeWhereInput>;
};


/**
 * Queries. Objects outside the caller's organization are null or an empty list, never an error. A failed field is null and has an error; the
 * request's other fields keep their results.
 */
export type QueryNodeMetricsArgs = {
  from?: InputMaybe<Scalars['DateTime']['input']>;
  stepSeconds?: InputMaybe<Scalars['Int']['input']>;
  to?: InputMaybe<Scalars['DateTime']['input']>;
  where: NodeWhereUniqueInput;
};


/**
 * Queries. Objects outside the caller's organization are null or an empty list, never an error. A failed field is null and has an error; the
 * request's other fields keep their results.
 */
export type QueryNodeOptionsArgs = {
  client?: InputMaybe<Client>;
  clientVersion?: InputMaybe<Scalars['String']['input']>;
  where?: InputMaybe<ExecutorWhereUniqueInput>;
};


/**
 * Queries. Objects outside the caller's organization are null or an empty list, never an error. A failed field is null and has an error; the
 * request's other fields keep their results.
 */
export type QueryNodeRolloutArgs = {
  where: NodeRolloutWhereUniqueInput;
};


/**
 * Queries. Objects outside the caller's organization are null or an empty list, never an error. A failed field is null and has an error; the
 * request's other fields keep their results.
 */
export type QueryNodeRolloutsArgs = {
  skip?: InputMaybe<Scalars['Int']['input']>;
  take?: InputMaybe<Scalars['Int']['input']>;
  where?: InputMaybe<NodeRolloutWhereInput>;
};


/**
 * Queries. Objects outside the caller's organization are null or an empty list, never an error. A failed field is null and has an error; the
 * request's other fields keep their results.
 */
export type QueryNodesArgs = {
  orderBy?: InputMaybe<Array<NodeOrderByInput>>;
  skip?: InputMaybe<Scalars['Int']['input']>;
  take?: InputMaybe<Scalars['Int']['input']>;
  where?: InputMaybe<NodeWhereInput>;
};


/**
 * Queries. Objects outside the caller's organization are null or an empty list, never an error. A failed field is null and has an error; the
 * request's other fields keep their results.
 */
export type QueryNodesConnectionArgs = {
  cursor?: InputMaybe<Scalars['String']['input']>;
  orderBy?: InputMaybe<Array<NodeOrderByInput>>;
  take?: InputMaybe<Scalars['Int']['input']>;
  where?: InputMaybe<NodeWhereInput>;
};


/**
 * Queries. Objects outside the caller's organization are null or an empty list, never an error. A failed field is null and has an error; the
 * request's other fields keep their results.
 */
export type QueryNotificationIncidentArgs = {
  where: AlertIncidentWhereUniqueInput;
};


/**
 * Queries. Objects outside the caller's organization are null or an empty list, never an error. A failed field is null and has an error; the
 * request's other fields keep their results.
 */
export type QueryNotificationIncidentsArgs = {
  filter?: InputMaybe<AlertIncidentFilterInput>;
  status?: InputMaybe<AlertStatus>;
};


/**
 * Queries. Objects outside the caller's organization are null or an empty list, never an error. A failed field is null and has an error; the
 * request's other fields keep their results.
 */
export type QueryOrganizationsArgs = {
  skip?: InputMaybe<Scalars['Int']['input']>;
  take?: InputMaybe<Scalars['Int']['input']>;
};


/**
 * Queries. Objects outside the caller's organization are null or an empty list, never an error. A failed field is null and has an error; the
 * request's other fields keep their results.
 */
export type QueryPasswordResetArgs = {
  where: LinkWhereUniqueInput;
};


/**
 * Queries. Objects outside the caller's organization are null or an empty list, never an error. A failed field is null and has an error; the
 * request's other fields keep their results.
 */
export type QueryPreviewKeptDataRemovalArgs = {
  data: KeptDataRemovalInput;
};


/**
 * Queries. Objects outside the caller's organization are null or an empty list, never an error. A failed field is null and has an error; the
 * request's other fields keep their results.
 */
export type QueryPreviewNodeCreationArgs = {
  data: NodeCreateInput;
};


/**
 * Queries. Objects outside the caller's organization are null or an empty list, never an error. A failed field is null and has an error; the
 * request's other fields keep their results.
 */
export type QueryPreviewNodeDeletionArgs = {
  dataPolicy?: InputMaybe<NodeDataPolicy>;
  removal?: InputMaybe<NodeDataRemovalInput>;
  where: NodeWhereUniqueInput;
};


/**
 * Queries. Objects outside the caller's organization are null or an empty list, never an error. A failed field is null and has an error; the
 * request's other fields keep their results.
 */
export type QueryPreviewNodeUpdateArgs = {
  data: NodeUpdateInput;
  where: NodeWhereUniqueInput;
};


/**
 * Queries. Objects outside the caller's organization are null or an empty list, never an error. A failed field is null and has an error; the
 * request's other fields keep their results.
 */
export type QueryPreviewNodesChangeArgs = {
  data: NodesChangeInput;
  where: NodeWhereInput;
};


/**
 * Queries. Objects outside the caller's organization are null or an empty list, never an error. A failed field is null and has an error; the
 * request's other fields keep their results.
 */
export type QueryPreviewUpgradeRolloutArgs = {
  data: UpgradeRolloutStartInput;
};


/**
 * Queries. Objects outside the caller's organization are null or an empty list, never an error. A failed field is null and has an error; the
 * request's other fields keep their results.
 */
export type QueryReadBitcoinConfArgs = {
  data: BitcoinConfInput;
};


/**
 * Queries. Objects outside the caller's organization are null or an empty list, never an error. A failed field is null and has an error; the
 * request's other fields keep their results.
 */
export type QueryUpgradeRolloutArgs = {
  where: UpgradeRolloutWhereUniqueInput;
};


/**
 * Queries. Objects outside the caller's organization are null or an empty list, never an error. A failed field is null and has an error; the
 * request's other fields keep their results.
 */
export type QueryUpgradeRolloutsArgs = {
  orderBy?: InputMaybe<Array<UpgradeRolloutOrderByInput>>;
  skip?: InputMaybe<Scalars['Int']['input']>;
  take?: InputMaybe<Scalars['Int']['input']>;
  where?: InputMaybe<UpgradeRolloutWhereInput>;
};


/**
 * Queries. Objects outside the caller's organization are null or an empty list, never an error. A failed field is null and has an error; the
 * request's other fields keep their results.
 */
export type QueryWebhookDeliveriesArgs = {
  where?: InputMaybe<NotificationChannelWhereUniqueInput>;
};


/**
 * Queries. Objects outside the caller's organization are null or an empty list, never an error. A failed field is null and has an error; the
 * request's other fields keep their results.
 */
export type QueryWebhookDeliveryArgs = {
  where: WebhookDeliveryWhereUniqueInput;
};

/** How texts are compared. */
export type QueryMode =
  /** Case-sensitive. */
  | 'default'
  /** Case-insensitive. */
  | 'insensitive';

/** A rebuild of one index. */
export type RebuildIndexInput = {
  /** The index. */
  index: ChainIndex;
  /** Deletes the data of an index that is off, and builds nothing. */
  remove?: Scalars['Boolean']['input'];
};

/** A rebuild of one index. */
export type RebuildIndexParams = {
  /** Target height; null if unknown. */
  height?: Maybe<Scalars['Int']['output']>;
  /** The index. */
  index: ChainIndex;
  /** Whether the data of the index is deleted and nothing built. */
  remove: Scalars['Boolean']['output'];
};

/** Result of `recoverExecutor`. */
export type RecoverExecutorPayload = {
  /** The executor with its nodes. */
  executor: Executor;
};

/** State of the recovery of a host's nodes. Until it is confirmed, the agent keeps the nodes unchanged. */
export type RecoveryState =
  /** The agent has sent the nodes. An owner or admin confirms with `recoverExecutor`. */
  | 'offered'
  /** The host has nodes that this control plane does not know; its agent sends them with the next heartbeat. */
  | 'wanted';

/** Result of `redeliverWebhook`. */
export type RedeliverWebhookPayload = {
  /** The repeated delivery. */
  delivery: WebhookDelivery;
};

/** Result of `redeliverWebhooks`. */
export type RedeliverWebhooksPayload = {
  /** Number of repeated deliveries. */
  deliveryCount: Scalars['Int']['output'];
};

/** What a rehearsal found. Measurements are null if it ended before them. */
export type RehearsalResult = {
  /** Hash of the block at that height. If the version passed, the node has the same; `notes` says if it could not be asked. */
  bestBlockHash?: Maybe<Scalars['String']['output']>;
  /** Bytes of the copied files, which share their blocks with the node's own. */
  copiedBytes?: Maybe<Scalars['ByteCount']['output']>;
  /** Seconds that the copy took. */
  copySeconds?: Maybe<Scalars['Float']['output']>;
  /** File system of the data, such as `btrfs`. */
  fileSystem?: Maybe<Scalars['String']['output']>;
  /** Seconds for which the node's daemon was frozen. */
  frozenSeconds?: Maybe<Scalars['Float']['output']>;
  /** Height of the copy when the version had opened it. */
  height?: Maybe<Scalars['Int']['output']>;
  /** Options of the node that the version ignores. */
  ignoredOptions: Array<Scalars['String']['output']>;
  /** Indexes that the version reports. */
  indexes: Array<RehearsedIndex>;
  /** Human-readable details, such as why the UTXO sets were not compared. */
  notes: Array<Scalars['String']['output']>;
  /** Highest memory of the version, in MiB. */
  peakMemoryMiB?: Maybe<Scalars['Float']['output']>;
  /** Seconds from the start of the version to its first answer. */
  startSeconds?: Maybe<Scalars['Float']['output']>;
  /** Seconds that the version took to stop. */
  stopSeconds?: Maybe<Scalars['Float']['output']>;
  /** Hash of the UTXO set, which is that of the node; null if they were not compared. */
  utxoHash?: Maybe<Scalars['String']['output']>;
  /** The verdict. */
  verdict: RehearsalVerdict;
  /** Warnings of the version. */
  warnings: Array<Scalars['String']['output']>;
  /** What a return to the node's version would cost. */
  wayBack: Array<Scalars['String']['output']>;
};

/** As `RehearsalResult`. */
export type RehearsalResultInput = {
  /** Hash of the block at that height. */
  bestBlockHash?: InputMaybe<Scalars['String']['input']>;
  /** Bytes of the copied files. */
  copiedBytes?: InputMaybe<Scalars['ByteCount']['input']>;
  /** Seconds that the copy took. */
  copySeconds?: InputMaybe<Scalars['Float']['input']>;
  /** File system of the data, up to 64 characters. */
  fileSystem?: InputMaybe<Scalars['String']['input']>;
  /** Seconds for which the node's daemon was frozen. */
  frozenSeconds?: InputMaybe<Scalars['Float']['input']>;
  /** Height of the copy when the version had opened it. */
  height?: InputMaybe<Scalars['Int']['input']>;
  /** Options of the node that the version ignores, at most 50. */
  ignoredOptions: Array<Scalars['String']['input']>;
  /** Indexes that the version reports, at most 16. */
  indexes: Array<RehearsedIndexInput>;
  /** Human-readable details, at most 10. */
  notes: Array<Scalars['String']['input']>;
  /** Highest memory of the version, in MiB. */
  peakMemoryMiB?: InputMaybe<Scalars['Float']['input']>;
  /** Seconds from the start of the version to its first answer. */
  startSeconds?: InputMaybe<Scalars['Float']['input']>;
  /** Seconds that the version took to stop. */
  stopSeconds?: InputMaybe<Scalars['Float']['input']>;
  /** Hash of the UTXO set; null if it was not compared. */
  utxoHash?: InputMaybe<Scalars['String']['input']>;
  /** The verdict. */
  verdict: RehearsalVerdict;
  /** Warnings of the version, at most 20. */
  warnings: Array<Scalars['String']['input']>;
};

/** Verdict of a rehearsal. */
export type RehearsalVerdict =
  /** Nothing was tried, because the host cannot rehearse this node; see the reason of the operation. */
  | 'not_possible'
  /** The version runs on the node's data. */
  | 'passed'
  /** The version failed on the node's data; see the reason of the operation. */
  | 'refused';

/** A rehearsal of another version. */
export type RehearseInput = {
  /** The version to try, which the host offers for the node's client. */
  clientVersion: Scalars['String']['input'];
};

/** A rehearsal of another version. */
export type RehearseParams = {
  /** The version to try. */
  clientVersion: Scalars['String']['output'];
  /** The node's version at the request. */
  from: Scalars['String']['output'];
};

/** An index in a rehearsal. */
export type RehearsedIndex = {
  /** Height of its last block. */
  height: Scalars['Int']['output'];
  /** Its name, as the daemon reports it. */
  name: Scalars['String']['output'];
  /** Whether it was complete. If not, the version builds it, and again after the node's change. */
  synced: Scalars['Boolean']['output'];
};

/** As `RehearsedIndex`. */
export type RehearsedIndexInput = {
  /** Height of its last block. */
  height: Scalars['Int']['input'];
  /** Its name, up to 64 characters. */
  name: Scalars['String']['input'];
  /** Whether it was complete. */
  synced: Scalars['Boolean']['input'];
};

/** A rebuild of the block index and the chain state. */
export type ReindexInput = {
  /** Rebuilds only the chain state. */
  chainstateOnly?: Scalars['Boolean']['input'];
  /** Must be true for a pruned node, which downloads the whole chain again. */
  downloadAgain?: Scalars['Boolean']['input'];
};

/** A rebuild of the block index and the chain state. */
export type ReindexParams = {
  /** Whether only the chain state is rebuilt. */
  chainstateOnly: Scalars['Boolean']['output'];
  /** Target height; null if unknown. */
  height?: Maybe<Scalars['Int']['output']>;
};

/** An invalid event. */
export type RejectedEvent = {
  /** The event's id. */
  id: Scalars['ID']['output'];
  /** Reason. */
  reason: Scalars['String']['output'];
};

/** The archive of a release for one platform. */
export type ReleaseArtifact = {
  /** Platform, such as `linux-x64`. */
  platform: Scalars['String']['output'];
  /** Its SHA-256 in lower-case hexadecimal. */
  sha256: Scalars['String']['output'];
  /** Its signature: the text of a minisign file. The agent trusts the keys of its host, and not the control plane. */
  signature: Scalars['String']['output'];
  /** Size in bytes. */
  sizeBytes: Scalars['ByteCount']['output'];
  /** Download URL. */
  url: Scalars['String']['output'];
};

/** The archive of a release for one platform. */
export type ReleaseArtifactInput = {
  /** `linux-x64` or `linux-arm64`. */
  platform: Scalars['String']['input'];
  /** Its SHA-256: 64 lower-case hexadecimal. */
  sha256: Scalars['String']['input'];
  /** The text of its minisign file: four lines. */
  signature: Scalars['String']['input'];
  /** Its size in bytes, up to 4 GiB. */
  sizeBytes: Scalars['ByteCount']['input'];
  /** Download URL: https, up to 2000 characters, without user and password. */
  url: Scalars['String']['input'];
};

/** The container image of a release. */
export type ReleaseImage = {
  /** Its digest, `sha256:…`; the index's digest for several platforms. */
  digest: Scalars['String']['output'];
  /** Its name without tag and digest, such as `registry.example.com/satrap/agent`. */
  name: Scalars['String']['output'];
};

/** The container image of a release. */
export type ReleaseImageInput = {
  /** Its digest: `sha256:` and 64 lower-case hexadecimal. */
  digest: Scalars['String']['input'];
  /** Its name without tag and digest, such as `registry.example.com/satrap/agent`. */
  name: Scalars['String']['input'];
};

/** Result of `removeKeptData`. */
export type RemoveKeptDataPayload = {
  /** The orphan whose data is removed. */
  orphan: OrphanedNode;
};

/** Result of `removeMember`. */
export type RemoveMemberPayload = {
  /** The removed member. */
  member: Member;
};

/** Result of `removeSecondFactor`. */
export type RemoveSecondFactorPayload = {
  /** The person. */
  person: User;
};

/** Result of `renewRecoveryCodes`. */
export type RenewRecoveryCodesPayload = {
  /** The codes, each of which replaces a code of the authenticator app once. */
  recoveryCodes: Array<Scalars['String']['output']>;
};

/** Result of `reportEndpoints`. */
export type ReportEndpointsPayload = {
  /** Number of calls that are recorded now or were before: do not send them again. */
  accepted: Scalars['Int']['output'];
};

/** Result of `reportRuntimeEvents`. */
export type ReportRuntimeEventsPayload = {
  /** Number of stored events, including those that were stored before. */
  accepted: Scalars['Int']['output'];
  /** Invalid events. Do not send them again. */
  rejected: Array<RejectedEvent>;
};

/** Result of `requestExecutorUpgrade`. */
export type RequestExecutorUpgradePayload = {
  /** The executor with its requested upgrade. */
  executor: Executor;
};

/** Result of `requestNodeLifecycleAction`. */
export type RequestNodeLifecycleActionPayload = {
  /** The node with its new desired state. */
  node: Node;
};

/** Result of `resetPassword`. */
export type ResetPasswordPayload = {
  /** The person. */
  person: User;
};

/** An amount of one resource. */
export type ResourceAmount = {
  /** Free amount. */
  free: Scalars['Float']['output'];
  /** Total amount. */
  total: Scalars['Float']['output'];
  /** Amount used by its nodes. */
  usedByNodes: Scalars['Float']['output'];
};

/** An amount of one resource. */
export type ResourceAmountInput = {
  /** Free amount. */
  free: Scalars['Float']['input'];
  /** Total amount. */
  total: Scalars['Float']['input'];
  /** Amount used by its nodes. */
  usedByNodes: Scalars['Float']['input'];
};

/** Bounds of each resource of a node. */
export type ResourceBounds = {
  /** CPU cores. */
  cpuCores: NumberBounds;
  /** Disk in GiB, a whole number. */
  diskGiB: NumberBounds;
  /** Memory in MiB, a whole number. */
  memoryMiB: NumberBounds;
};

/** Usage of one resource of a host. */
export type ResourceMetrics = {
  /** Free amount. */
  free?: Maybe<MetricSummary>;
  /** Total amount. */
  total?: Maybe<MetricSummary>;
  /** Amount used by its nodes. */
  usedByNodes?: Maybe<MetricSummary>;
};

/** Result of `resumeNodeRollout`. */
export type ResumeNodeRolloutPayload = {
  /** The resumed rollout. */
  rollout: NodeRollout;
};

/** Result of `resumeUpgradeRollout`. */
export type ResumeUpgradeRolloutPayload = {
  /** The resumed rollout. */
  rollout: UpgradeRollout;
};

/**
 * A configuration change that was reverted because the node failed. The last working configuration stays until the configuration is changed
 * again, or a restart is requested, which retries the change.
 */
export type RevertedChange = {
  /** When it was reverted. */
  at: Scalars['DateTime']['output'];
  /** The reverted fields, at most 100. */
  changes: Array<RevertedField>;
  /** Reason: how the daemon exited, with its last log lines, or the engine's error. */
  reason: Scalars['String']['output'];
  /** The desired revision, which does not run. */
  revision: Scalars['Int']['output'];
  /** The revision that runs instead. */
  runsRevision: Scalars['Int']['output'];
};

/** A change that was reverted because the node failed. */
export type RevertedChangeInput = {
  /** When it was reverted. */
  at: Scalars['DateTime']['input'];
  /** The reverted fields, at most 100. */
  changes: Array<RevertedFieldInput>;
  /** Human-readable reason, up to 2000 characters. */
  reason: Scalars['String']['input'];
  /** The desired revision, which does not run. */
  revision: Scalars['Int']['input'];
  /** The revision that runs instead. */
  runsRevision: Scalars['Int']['input'];
};

/** One field of a change that was reverted. */
export type RevertedField = {
  /** Desired value; null if unset or secret. */
  asked?: Maybe<Scalars['String']['output']>;
  /** The field, such as `clientVersion`, `resources.memoryMiB` or `overrides.dbcache`. */
  field: Scalars['String']['output'];
  /** Running value; null if unset or secret. */
  runs?: Maybe<Scalars['String']['output']>;
};

/** One field of a change that was reverted. */
export type RevertedFieldInput = {
  /** Desired value, up to 256 characters; null if unset or secret. */
  asked?: InputMaybe<Scalars['String']['input']>;
  /** The field, up to 256 characters. */
  field: Scalars['String']['input'];
  /** Running value, up to 256 characters; null if unset or secret. */
  runs?: InputMaybe<Scalars['String']['input']>;
};

/** Result of `revokeApiKey`. */
export type RevokeApiKeyPayload = {
  /** The revoked key. */
  apiKey: ApiKey;
};

/** Result of `revokeConsumer`. */
export type RevokeConsumerPayload = {
  /** The revoked consumer. */
  consumer: Consumer;
};

/** Result of `revokeEnrolmentToken`. */
export type RevokeEnrolmentTokenPayload = {
  /** The revoked token. */
  enrolmentToken: EnrolmentToken;
};

/** Result of `revokeInvitation`. */
export type RevokeInvitationPayload = {
  /** The revoked invitation. */
  invitation: Invitation;
};

/** Capacity of one resource. */
export type Room = {
  /**
   * What another node can request: `total × overcommit − promised`, at most `total`. For memory and disk also at most
   * `free + (overcommit − 1) × total`, less what is allocated but not yet used, so that other programs' usage counts too; `free`
   * cores are informational. Null if the total is unknown; a node is then admitted unchecked.
   */
  available?: Maybe<Scalars['Float']['output']>;
  /** Free amount; null if the agent cannot measure it. */
  free?: Maybe<Scalars['Float']['output']>;
  /** Overcommit factor, from the agent's setting `overcommit`. */
  overcommit: Scalars['Float']['output'];
  /** Allocated to its nodes. */
  promised: Scalars['Float']['output'];
  /** Total of the host; null if its agent cannot measure it. */
  total?: Maybe<Scalars['Float']['output']>;
  /** Amount used by its nodes. */
  used: Scalars['Float']['output'];
};

/** Result of `rotateConsumerSecret`. */
export type RotateConsumerSecretPayload = {
  /** The consumer. */
  consumer: Consumer;
  /** Its new secret. */
  secret: Scalars['String']['output'];
};

/** Result of `rotateExecutorKey`. */
export type RotateExecutorKeyPayload = {
  /** Expiry of the key; null if it never expires. */
  expiresAt?: Maybe<Scalars['DateTime']['output']>;
  /** The secret to send as `Authorization: Bearer`. */
  secret: Scalars['String']['output'];
};

/** One of the two restarts of a rotation. */
export type RotateRpcCredentialsParams = {
  /** Which of them: `adding` or `ending`. */
  stage: RpcRotationStage;
};

/** Result of `rotateRpcCredentials`. */
export type RotateRpcCredentialsPayload = {
  /** The started or resumed rotation. */
  rotation: RpcCredentialRotation;
};

/** Result of `rotateWebhookSecret`. */
export type RotateWebhookSecretPayload = {
  /** Until when each previous secret stays valid, soonest first. */
  previousSecretsUntil: Array<Scalars['DateTime']['output']>;
  /** The secret as `whsec_…`, with which receivers verify deliveries. */
  secret: Scalars['String']['output'];
};

/** An RPC call. */
export type RpcArgs = {
  /** The method. */
  method: Scalars['String']['output'];
  /** Its parameters as texts, in order. */
  params: Array<Scalars['String']['output']>;
};

/** A rotation of the RPC credentials of an organization's nodes. */
export type RpcCredentialRotation = {
  /** Name of the node that is being restarted; null between restarts. */
  currentNodeName?: Maybe<Scalars['String']['output']>;
  /** End time; null before. */
  endedAt?: Maybe<Scalars['DateTime']['output']>;
  /** When the old pair becomes invalid; null before every node accepts the new one. */
  formerExpiresAt?: Maybe<Scalars['DateTime']['output']>;
  /** Number of nodes restarted in this stage. */
  moved: Scalars['Int']['output'];
  /** Time of the request. */
  requestedAt: Scalars['DateTime']['output'];
  /** Requester. */
  requestedBy: Scalars['String']['output'];
  /** The rollout of this stage; null between two, and while no node has to be restarted. */
  rollout?: Maybe<NodeRollout>;
  /** Nodes that were not running or were skipped, at most 100. They use the credentials at their next start. */
  skipped: Array<SkippedRpcNode>;
  /** Progress. */
  stage: RpcRotationStage;
  /** Why it stopped, until it is requested again or its rollout is resumed; null while it continues. */
  stopped?: Maybe<Scalars['String']['output']>;
};

/** An RPC call. */
export type RpcRequestInput = {
  /** The method: a fast, read-only one, such as `getblockchaininfo`. */
  method: Scalars['String']['input'];
  /** Its parameters as texts, in order, such as `["840000"]`. */
  params?: Array<Scalars['String']['input']>;
};

/** Stage of a rotation. */
export type RpcRotationStage =
  /** Restarting each node to accept the new pair too. Keep using the old pair. */
  | 'adding'
  /** Use the new pair. The old one is still valid. */
  | 'both_valid'
  /** Only the new pair is valid. */
  | 'done'
  /** Restarting each node to accept only the new pair. */
  | 'ending';

/** An event on an executor. */
export type RuntimeEventInput = {
  /** Time by the agent's clock, written as a DateTime. A String, so that one invalid time does not block other events. */
  at: Scalars['String']['input'];
  /** Machine-readable details, up to 16 KiB. JSON, because the kind is free: the control plane stores them as they are. */
  data?: InputMaybe<Scalars['JSON']['input']>;
  /** The executor's name. */
  executorName: Scalars['String']['input'];
  /** A UUID, generated once by the agent. Version 7 sorts by time. */
  id: Scalars['ID']['input'];
  /** Kind in dotted words, up to 64 characters of `a-z`, `0-9`, dot and underscore. A sample has the kind `node.sample` and `data` in the shape of NodeMetrics. */
  kind: Scalars['String']['input'];
  /** Severity. */
  level: EventLevel;
  /** Human-readable message, up to 4000 characters. */
  message: Scalars['String']['input'];
  /** The node. */
  nodeId?: InputMaybe<Scalars['ID']['input']>;
};

/** Result of `saveNotificationSettings`. */
export type SaveNotificationSettingsPayload = {
  /** The effective settings. */
  settings: NotificationSettings;
};

/** A second factor. Set exactly one field. */
export type SecondFactorInput = {
  /** Six-digit code of the authenticator app. */
  code?: InputMaybe<Scalars['String']['input']>;
  /** A recovery code, which is then used up. */
  recoveryCode?: InputMaybe<Scalars['String']['input']>;
};

/** A copy of another node's chain data. */
export type SeedParams = {
  /** Id of the other node. */
  from: Scalars['ID']['output'];
  /** Its name. */
  name: Scalars['String']['output'];
};

/** A session of a signed-in person. */
export type Session = {
  /** Address of the sign-in. */
  address?: Maybe<Scalars['String']['output']>;
  /** Time of the sign-in. */
  createdAt: Scalars['DateTime']['output'];
  /** Expiry: seven days after the last use, and at most 30 days after the sign-in. */
  expiresAt: Scalars['DateTime']['output'];
  /** Assigned by the control plane. */
  id: Scalars['ID']['output'];
  /** Whether it is the session of this request. */
  isCurrent: Scalars['Boolean']['output'];
  /** Last use, within five minutes. */
  lastUsedAt: Scalars['DateTime']['output'];
  /** Active organization. */
  organizationName?: Maybe<Scalars['String']['output']>;
  /** User agent of the sign-in. */
  userAgent?: Maybe<Scalars['String']['output']>;
};

/** Selects a session. */
export type SessionWhereUniqueInput = {
  /** The session's id. */
  id: Scalars['ID']['input'];
};

/** Result of `setActiveOrganization`. */
export type SetActiveOrganizationPayload = {
  /** The organization that is now active. */
  organization: Organization;
};

/** Result of `setMaintenanceSchedule`. */
export type SetMaintenanceSchedulePayload = {
  /** The schedule. */
  schedule: MaintenanceSchedule;
};

/** Result of `setUpSecondFactor`. */
export type SetUpSecondFactorPayload = {
  /** Recovery codes, each of which replaces a code once. */
  recoveryCodes: Array<Scalars['String']['output']>;
  /** URI for the app, as text or QR code: `otpauth://totp/…`. */
  uri: Scalars['String']['output'];
};

/** Sign-in credentials. */
export type SignInInput = {
  /** Email address, case-insensitive. */
  email: Scalars['String']['input'];
  /** The password. */
  password: Scalars['String']['input'];
};

/** Result of `signIn`. */
export type SignInPayload = {
  /** Whether `confirmSignIn` with a code is required. */
  needsSecondFactor: Scalars['Boolean']['output'];
  /** The signed-in person; null while the second factor is required. */
  person?: Maybe<User>;
};

/** Result of `signOut`. */
export type SignOutPayload = {
  /** Number of ended sessions: 0 with an API key. */
  sessionCount: Scalars['Int']['output'];
};

/** A person to sign up. */
export type SignUpInput = {
  /** Email address, at most 254 characters. Optional with an invitation. */
  email?: InputMaybe<Scalars['String']['input']>;
  /** The secret of an invitation's link. */
  invitationToken?: InputMaybe<Scalars['String']['input']>;
  /** Display name, 1 to 63 characters. */
  name: Scalars['String']['input'];
  /** Creates an organization with this name and the person as owner. Only if sign-up is open. */
  organizationName?: InputMaybe<Scalars['String']['input']>;
  /** 12 to 128 characters. */
  password: Scalars['String']['input'];
};

/** Result of `signUp`. */
export type SignUpPayload = {
  /** The person, not signed in yet. */
  person: User;
};

/** Single sign-on with an OpenID Connect provider. */
export type SingleSignOn = {
  /** Name of the identity provider. */
  name: Scalars['String']['output'];
  /** Whether only owners and system administrators can sign in with a password. */
  passwordsForOwnersOnly: Scalars['Boolean']['output'];
};

/**
 * A sign-in with single sign-on: what the identity provider sent, and what the settings make of it. No value of a claim is stored, besides the names
 * of groups: neither the person nor the address.
 */
export type SingleSignOnAttempt = {
  /** Time of the sign-in. */
  at: Scalars['DateTime']['output'];
  /** What each setting that reads a claim found. Without roles in the settings, groups are not read. */
  checks: Array<SingleSignOnCheck>;
  /** The received claims by name and shape, such as `groups: list of 3`; the first 40. */
  claims: Array<Scalars['String']['output']>;
  /** The received groups, the first 40; null if the provider did not send them. */
  groups?: Maybe<Array<Scalars['String']['output']>>;
  /** Assigned by the control plane. */
  id: Scalars['ID']['output'];
  /** Why the person was refused; null if the person signed in. */
  refusal?: Maybe<Scalars['String']['output']>;
};

/** What a setting of single sign-on found in the received claims. */
export type SingleSignOnCheck = {
  /** The claim that it reads. */
  claim: Scalars['String']['output'];
  /** What was found, without the value, such as `absent`. */
  found: Scalars['String']['output'];
  /** Whether the claim satisfies the setting. */
  isSatisfied: Scalars['Boolean']['output'];
  /** The setting of the identity provider, such as `groups_claim`. */
  setting: Scalars['String']['output'];
};

/** Result of `skipNodeRolloutMember`. */
export type SkipNodeRolloutMemberPayload = {
  /** The rollout of the member. */
  rollout: NodeRollout;
};

/** A node that a rotation did not restart. */
export type SkippedRpcNode = {
  /** The node's name. */
  name: Scalars['String']['output'];
  /** Reason. */
  reason: Scalars['String']['output'];
};

/** Sort direction. */
export type SortOrder =
  /** Smallest first. */
  | 'asc'
  /** Largest first. */
  | 'desc';

/** Result of `startNodeOperation`. */
export type StartNodeOperationPayload = {
  /** The requested operation. */
  operation: NodeOperation;
};

/** Result of `startNodeRollout`. */
export type StartNodeRolloutPayload = {
  /** The started rollout. */
  rollout: NodeRollout;
};

/** Result of `startSingleSignOn`. */
export type StartSingleSignOnPayload = {
  /** The provider's URL for the browser. */
  url: Scalars['String']['output'];
};

/** Result of `startUpgradeRollout`. */
export type StartUpgradeRolloutPayload = {
  /** The started rollout. */
  rollout: UpgradeRollout;
};

/** Conditions on a text. All given conditions must hold. A comparison with null is refused. */
export type StringFilter = {
  /** Contains this text. */
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
  /** Case sensitivity, also within `not`. Default: `default`, case-sensitive. */
  mode?: InputMaybe<QueryMode>;
  /** Must not match this filter. */
  not?: InputMaybe<StringFilter>;
  /** Is not one of these texts. */
  notIn?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Starts with this text. */
  startsWith?: InputMaybe<Scalars['String']['input']>;
};

/** Live channels, served as server-sent events on the same endpoint. */
export type Subscription = {
  /**
   * Names the changed objects of the caller's organization, so that a client fetches them again. Carries no state; rapid changes of an object
   * are coalesced. A stream starts with `resync`. It closes when the caller loses access (key, session, membership, active organization), when
   * the server stops, and after 15 minutes: reopen it then. For people only; at most 20 open streams per key or session and 500 per
   * organization. Errors: `limit_reached`.
   */
  changes?: Maybe<Array<Change>>;
  /** Notifies an agent that its executor's state changed. Carries no state: the agent sends a heartbeat. For the executor's own key only. Errors: `executor_key_bound`. */
  executorNudges: ExecutorNudge;
  /**
   * The lines of a followed log, as they are written. One reader at a time: a second one ends the first. For a slow reader, the agent drops
   * the oldest lines and reports how many. A notice reports when the node or its executor stops; the stream continues when it is back. It ends
   * with the request, or as other streams do: reopen it then. Errors: `limit_reached`.
   */
  nodeLog?: Maybe<NodeLogChunk>;
};


/** Live channels, served as server-sent events on the same endpoint. */
export type SubscriptionChangesArgs = {
  types?: InputMaybe<Array<ChangeType>>;
};


/** Live channels, served as server-sent events on the same endpoint. */
export type SubscriptionExecutorNudgesArgs = {
  knownRevision?: InputMaybe<Scalars['Int']['input']>;
  name: Scalars['String']['input'];
};


/** Live channels, served as server-sent events on the same endpoint. */
export type SubscriptionNodeLogArgs = {
  where: AgentRequestWhereUniqueInput;
};

/**
 * An agent's report on itself and its nodes. Without news, `observedRevision` replaces everything that the control plane already has. Without
 * `observedRevision`, `kind`, `version`, `channel`, `capabilities`, `resources` and `nodes` are required.
 */
export type SyncExecutorInput = {
  /** Capabilities of the host. */
  capabilities?: InputMaybe<ExecutorCapabilitiesInput>;
  /** The agent's release channel. */
  channel?: InputMaybe<Scalars['String']['input']>;
  /** The digest of the gateway settings that the agent has, as `DesiredGateway.digest`; null if it has none. */
  gatewayDigest?: InputMaybe<Scalars['String']['input']>;
  /** The agent's copy of its nodes' desired state, from which another control plane can recover the nodes; null without nodes. */
  held?: InputMaybe<HeldStateInput>;
  /** Generated once per installation of an agent, to detect two agents with the same name. */
  instanceId: Scalars['ID']['input'];
  /** Why the agent cannot rotate its API key, up to 1000 characters; null without a problem. */
  keyWarning?: InputMaybe<Scalars['String']['input']>;
  /** The kind of executor: `docker` for Satrap's agent, any other name for another program. Informational. */
  kind?: InputMaybe<Scalars['String']['input']>;
  /** The agent's revision of the desired state; null if it has none. */
  knownRevision?: InputMaybe<Scalars['Int']['input']>;
  /** The executor's name: 1 to 63 characters, letters, digits, dot, dash and underscore, starting with a letter or digit. */
  name: Scalars['String']['input'];
  /** Observed state of each node. */
  nodes?: InputMaybe<Array<ObservedNodeInput>>;
  /**
   * The value from the control plane's last answer: everything reported until then is unchanged. Send only `name`, `instanceId`,
   * `knownRevision` and `gatewayDigest` with it, and `resources` if they changed. If the control plane has another value, it answers `observation_unknown`: send a
   * full report then.
   */
  observedRevision?: InputMaybe<Scalars['ID']['input']>;
  /** Containers and chain data without a desired node, at most 1000. */
  orphans?: InputMaybe<Array<OrphanedNodeInput>>;
  /** Resources of the host. With `observedRevision`, null if unchanged. */
  resources?: InputMaybe<ExecutorResourcesInput>;
  /** Whether the agent can be upgraded remotely; null if unknown. */
  upgradability?: InputMaybe<UpgradabilityInput>;
  /** Progress of the requested upgrade; null if the agent knows of none. */
  upgrade?: InputMaybe<UpgradeReportInput>;
  /** The agent's version. */
  version?: InputMaybe<Scalars['String']['input']>;
};

/** Result of `syncExecutor`: the answer to a heartbeat. */
export type SyncExecutorPayload = {
  /** The executor's id. */
  executorId: Scalars['ID']['output'];
  /** What the host's gateway serves; null if the agent already has it. */
  gateway?: Maybe<DesiredGateway>;
  /** Seconds until the next heartbeat is expected. Grows with the number of agents that listen for nudges. */
  heartbeatIntervalSeconds: Scalars['Int']['output'];
  /** Expiry of the agent's API key; null if it never expires. */
  keyExpiresAt?: Maybe<Scalars['DateTime']['output']>;
  /** The full desired state; null if the agent already has this revision. A node is removed from it only after its deletion was reported. */
  nodes?: Maybe<Array<DesiredNode>>;
  /** Identifies the observed state that the control plane has; null if the next heartbeat must be a full report. */
  observedRevision?: Maybe<Scalars['ID']['output']>;
  /** Not null while the agent's nodes await recovery: the agent then keeps its current desired state. */
  recovery?: Maybe<RecoveryState>;
  /** Requests of people for the executor's nodes. Repeated in each heartbeat until a request is answered or ends. */
  requests: Array<AgentRequest>;
  /** The revision of the desired state, which only increases. */
  revision: Scalars['Int']['output'];
  /** When the agent should rotate its API key (`rotateExecutorKey`); null for a key that never expires. */
  rotateKeyAt?: Maybe<Scalars['DateTime']['output']>;
  /** The requested upgrade; null without a request. Independent of `revision`. */
  upgrade?: Maybe<DesiredUpgrade>;
};

/** Result of `testNotificationWebhook`. */
export type TestNotificationWebhookPayload = {
  /** The test delivery. */
  delivery: WebhookDelivery;
};

/** Format of a text. */
export type TextFormat =
  /** 1 to 31 characters: lower-case letters, digits, dash and underscore, starting with a letter or digit. */
  | 'data_root'
  /** 1 to 63 characters: letters, digits, dot, dash and underscore, starting with a letter or digit. */
  | 'name'
  /** USER:SALT$HASH, as bitcoind's `rpcauth` takes it. */
  | 'rpc_auth'
  /** A SHA-256 in lower-case hex. */
  | 'sha256'
  /** A UUID in lower case. */
  | 'uuid'
  /** tcp://HOST:PORT. */
  | 'zmq_url';

/** Result of `uncordonExecutor`. */
export type UncordonExecutorPayload = {
  /** The executor without its cordon. */
  executor: Executor;
};

/** Result of `undoNodeRollout`. */
export type UndoNodeRolloutPayload = {
  /** The new rollout, which puts the settings back. */
  rollout: NodeRollout;
};

/** Result of `undrainExecutor`. */
export type UndrainExecutorPayload = {
  /** The executor without its drain. */
  executor: Executor;
};

/** Result of `updateConsumer`. */
export type UpdateConsumerPayload = {
  /** The changed consumer. */
  consumer: Consumer;
};

/** Result of `updateEndpoint`. */
export type UpdateEndpointPayload = {
  /** The changed endpoint. */
  endpoint: Endpoint;
};

/** Result of `updateExecutor`. */
export type UpdateExecutorPayload = {
  /** The changed executor. */
  executor: Executor;
};

/** Result of `updateExecutorRelease`. */
export type UpdateExecutorReleasePayload = {
  /** The changed release. */
  release: ExecutorRelease;
};

/** Result of `updateMemberRole`. */
export type UpdateMemberRolePayload = {
  /** The changed member. */
  member: Member;
};

/** Result of `updateNode`. */
export type UpdateNodePayload = {
  /** The changed node. */
  node: Node;
};

/** Result of `updateNotificationChannel`. */
export type UpdateNotificationChannelPayload = {
  /** The changed channel. */
  channel: NotificationChannel;
};

/** Whether the agent can be upgraded remotely. */
export type UpgradabilityInput = {
  /** Whether it can be upgraded. */
  canUpgrade: Scalars['Boolean']['input'];
  /** How it is installed. */
  packaging: AgentPackaging;
  /** Platform, such as `linux-x64`, up to 63 characters. */
  platform: Scalars['String']['input'];
  /** Human-readable reason why it cannot, up to 1000 characters. */
  reason?: InputMaybe<Scalars['String']['input']>;
};

/** Progress or outcome of an upgrade. Repeated with each heartbeat until the response no longer names it. */
export type UpgradeReportInput = {
  /** Progress of this step, 0 to 1; null if unknown. */
  progress?: InputMaybe<Scalars['Float']['input']>;
  /** Human-readable current step or outcome, up to 4000 characters. */
  reason?: InputMaybe<Scalars['String']['input']>;
  /** The `requestId` from a heartbeat's response. Reports on any other or ended request are ignored. */
  requestId: Scalars['ID']['input'];
  /** Progress. */
  state: UpgradeReportState;
};

/** An agent's report state of an upgrade. */
export type UpgradeReportState =
  /** The new version stays. */
  | 'committed'
  /** It failed; the previous version still runs. */
  | 'failed'
  /** It downloads and verifies the new version. */
  | 'fetching'
  /** The new version runs on trial, compared with the old one. */
  | 'judging'
  /** The new version rehearses without changing anything. */
  | 'rehearsing'
  /** The new version failed and was rolled back. */
  | 'rolled_back'
  /** The new version replaces the old one. Too late to cancel. */
  | 'switching';

/** An upgrade of many executors' agents, group by group. */
export type UpgradeRollout = {
  /** Number of members by state. */
  counts: UpgradeRolloutCounts;
  /** When it finished or was cancelled; null before that. */
  endedAt?: Maybe<Scalars['DateTime']['output']>;
  /** Executors per group. */
  groupSize: Scalars['Int']['output'];
  /** Assigned by the control plane. */
  id: Scalars['ID']['output'];
  /** The executors, in the order of their upgrade. */
  members: Array<UpgradeRolloutMember>;
  /** The failed member and the reason; null unless the rollout is stopped. */
  reason?: Maybe<Scalars['String']['output']>;
  /** Start time. */
  requestedAt: Scalars['DateTime']['output'];
  /** Name of the person who started it. */
  requestedBy: Scalars['String']['output'];
  /** State. */
  state: UpgradeRolloutState;
  /** Target version. */
  targetVersion: Scalars['String']['output'];
  /** When its state, or that of a member, last changed. */
  updatedAt: Scalars['DateTime']['output'];
};


/** An upgrade of many executors' agents, group by group. */
export type UpgradeRolloutMembersArgs = {
  skip?: InputMaybe<Scalars['Int']['input']>;
  take?: InputMaybe<Scalars['Int']['input']>;
};

/** Number of members of a rollout by state. */
export type UpgradeRolloutCounts = {
  /** Failed: rolled back, failed, timed out, cancelled, refused or deleted. */
  failed: Scalars['Int']['output'];
  /** Skipped. */
  skipped: Scalars['Int']['output'];
  /** Total. */
  total: Scalars['Int']['output'];
  /** In progress. */
  underWay: Scalars['Int']['output'];
  /** Upgraded. */
  upgraded: Scalars['Int']['output'];
  /** Waiting. */
  waiting: Scalars['Int']['output'];
};

/** A member of a rollout. */
export type UpgradeRolloutMember = {
  /** The executor; null if it was deleted. */
  executor?: Maybe<Executor>;
  /** The executor's name at the start of the rollout. */
  executorName: Scalars['String']['output'];
  /** The number of its group, from 1. */
  group: Scalars['Int']['output'];
  /** The id of the rollout and the place in its order. */
  id: Scalars['ID']['output'];
  /** Human-readable reason of the outcome, or a task that remains; null if none exists. */
  reason?: Maybe<Scalars['String']['output']>;
  /** Progress or outcome. */
  state: UpgradeRolloutMemberState;
  /** When its state last changed. */
  updatedAt: Scalars['DateTime']['output'];
  /** The rollout's last upgrade request, with the agent's progress; null before it. */
  upgrade?: Maybe<ExecutorUpgrade>;
};

/** State of a member of a rollout. */
export type UpgradeRolloutMemberState =
  /** The request was cancelled, or the release was withdrawn. */
  | 'cancelled'
  /** It failed; the previous version still runs. */
  | 'failed'
  /** The executor was deleted. */
  | 'gone'
  /** It could not be upgraded at its turn, for example because it was offline. */
  | 'refused'
  /** The new version failed and was rolled back. */
  | 'rolled_back'
  /** Skipped after a failure, or because the rollout was cancelled before its turn. */
  | 'skipped'
  /** It timed out. */
  | 'timed_out'
  /** In progress; see `upgrade`. */
  | 'under_way'
  /** It runs the version, or a later one. */
  | 'upgraded'
  /** Waiting for its turn. */
  | 'waiting';

/** Order of rollouts: set exactly one field. Ties are sorted by start time, newest first. */
export type UpgradeRolloutOrderByInput =
  /** By when they were started. */
  { requestedAt: SortOrder; targetVersion?: never; updatedAt?: never; }
  |  /** By the version as a text. */
  { requestedAt?: never; targetVersion: SortOrder; updatedAt?: never; }
  |  /** By when anything of them last changed. */
  { requestedAt?: never; targetVersion?: never; updatedAt: SortOrder; };

/** Preview of a rollout. */
export type UpgradeRolloutPreview = {
  /** Whether it would be accepted. A rollout starts with all of its executors or not at all. */
  accepted: Scalars['Boolean']['output'];
  /** The executors, in the order of their upgrade. */
  members: Array<UpgradeRolloutPreviewMember>;
};

/** An executor in a rollout's preview. */
export type UpgradeRolloutPreviewMember = {
  /** The executor's id. */
  executorId: Scalars['ID']['output'];
  /** Its name. */
  executorName: Scalars['String']['output'];
  /** The number of its group, from 1. */
  group: Scalars['Int']['output'];
  /** Why it cannot be upgraded, and what to do; null if it can. */
  obstacle?: Maybe<Scalars['String']['output']>;
  /** The version of its agent. */
  version: Scalars['String']['output'];
};

/** A rollout to start. */
export type UpgradeRolloutStartInput = {
  /** The executors, in the order of their upgrade: 1 to 1000, each once. */
  executorIds: Array<Scalars['ID']['input']>;
  /** Executors per group, 1 to 100. Default: 1. */
  groupSize?: InputMaybe<Scalars['Int']['input']>;
  /** The version of an available release. */
  targetVersion: Scalars['String']['input'];
};

/** State of a rollout. */
export type UpgradeRolloutState =
  /** Cancelled. */
  | 'cancelled'
  /** Every member was upgraded or skipped. */
  | 'finished'
  /** Paused. */
  | 'paused'
  /** Running, group by group. */
  | 'running'
  /** Stopped because a member failed. Resume or cancel it. */
  | 'stopped';

/** Conditions on the state of a rollout. All given conditions must hold. A comparison with null is refused. */
export type UpgradeRolloutStateFilter = {
  /** Is this one. */
  equals?: InputMaybe<UpgradeRolloutState>;
  /** Is one of these. */
  in?: InputMaybe<Array<UpgradeRolloutState>>;
  /** Must not match this filter. */
  not?: InputMaybe<UpgradeRolloutStateFilter>;
  /** Is not one of these. */
  notIn?: InputMaybe<Array<UpgradeRolloutState>>;
};

/** Conditions on rollouts. All given conditions must hold. */
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

/** Selects a rollout. */
export type UpgradeRolloutWhereUniqueInput = {
  /** The rollout's id. */
  id: Scalars['ID']['input'];
};

/** State of an upgrade. */
export type UpgradeState =
  /** The request was cancelled, or the release was withdrawn. */
  | 'cancelled'
  /** The executor runs the new version. */
  | 'committed'
  /** It failed; the previous version still runs. */
  | 'failed'
  /** The agent downloads and verifies the new version. */
  | 'fetching'
  /** The new version runs on trial, compared with the old one. */
  | 'judging'
  /** The new version rehearses without changing anything. */
  | 'rehearsing'
  /** The agent has not reported on it yet. */
  | 'requested'
  /** The new version failed and was rolled back. */
  | 'rolled_back'
  /** The new version replaces the old one. */
  | 'switching'
  /** It timed out. */
  | 'timed_out';

/** A person. */
export type User = {
  /** Email address for signing in. */
  email: Scalars['String']['output'];
  /** Whether the person has a second factor. */
  hasSecondFactor: Scalars['Boolean']['output'];
  /** Assigned by the control plane. */
  id: Scalars['ID']['output'];
  /** Whether the person is a system administrator, who can do everything in every organization. */
  isSystemAdmin: Scalars['Boolean']['output'];
  /** Display name. */
  name: Scalars['String']['output'];
};

/**
 * All values of `errors[].extensions.code`: the first eight concern the request, the rest the domain. Messages are safe to show to people.
 * `ErrorExtensions` describes what comes with them.
 */
export type UserErrorCode =
  /** The caller lacks permission, or the object does not exist in its organization. */
  | 'Forbidden'
  /** The node already has such an operation in progress; wait for its end. */
  | 'action_already_pending'
  /** The action is not possible; the message says why and what to do instead. */
  | 'action_not_possible'
  /** The executor's agent is too old for this; the message says what to do. */
  | 'agent_outdated'
  /** The person is already a member of the organization. */
  | 'already_member'
  /** The chain data is already being copied; the message names the node. */
  | 'chain_data_busy'
  /** The executor has no such chain data, or it belongs to a node of the inventory. */
  | 'chain_data_not_found'
  /** The executor does not offer this network, client, client version or node type. */
  | 'chain_not_supported_by_executor'
  /** The notification channel is disabled, or the organization has no webhook. */
  | 'channel_disabled'
  /** An account with this email address exists. */
  | 'email_taken'
  /** The executor is cordoned; the message says by whom and why. */
  | 'executor_cordoned'
  /** The executor is being drained; end the drain first. */
  | 'executor_draining'
  /** The executor still has nodes; delete them first. */
  | 'executor_has_nodes'
  /** The API key is bound to another executor; create a key or an enrolment token for this host. */
  | 'executor_key_bound'
  /** Another running agent reports under this executor name; names are unique in an organization. */
  | 'executor_name_in_use'
  /** The executor is online, but its agent did not answer in time. */
  | 'executor_not_answering'
  /** The executor is offline, so it cannot do this now. */
  | 'executor_offline'
  /** The `Idempotency-Key` was already used for another request; use a new one for each request. */
  | 'idempotency_key_reused'
  /** Internal error; the message contains the request id, which is in the control plane's log. */
  | 'internal_error'
  /** A value or the request itself is malformed or too large. */
  | 'invalid_input'
  /** Invalid node configuration; `extensions.issues` lists each key with its allowed values. */
  | 'invalid_node_config'
  /** An organization needs an owner, and the control plane a system administrator; this is the last one. */
  | 'last_owner'
  /** A limit was reached; the message says which and what to do. */
  | 'limit_reached'
  /** The invitation or password link was used, replaced or revoked, or has expired. */
  | 'link_not_valid'
  /** The control plane has no mail server. */
  | 'mail_not_configured'
  /** Another object has this name; `extensions.existingId` is its id. */
  | 'name_taken'
  /** No executor can take the node; the message has the reason for each. */
  | 'no_executor_fits'
  /** The node is being deleted and cannot be changed. */
  | 'node_being_deleted'
  /** The node requests more than the executor has available. */
  | 'not_enough_resources'
  /** `observedRevision` does not match the control plane's state; send a full report. */
  | 'observation_unknown'
  /** Only owners can sign in with a password here; others use single sign-on. */
  | 'password_sign_in_closed'
  /** Rate limit exceeded; see the header `Retry-After`. */
  | 'rate_limited'
  /** The release is not in the catalog, or was withdrawn. */
  | 'release_not_found'
  /**
   * The object has changed since `expectedRevision`; the message says by whom. `extensions.currentRevision` has its revision, and
   * `extensions.current` the current values of the fields in the request.
   */
  | 'revision_conflict'
  /** The rollout cannot be started or changed now; see the message, or `extensions.issues` for each executor or node. */
  | 'rollout_not_possible'
  /** A second factor is already set up. */
  | 'second_factor_in_use'
  /** No second factor is set up. */
  | 'second_factor_not_set_up'
  /** This requires a session: sign in first. An API key is not enough. */
  | 'session_required'
  /** Sign-up is closed or requires an invitation. */
  | 'sign_up_closed'
  /** Single sign-on failed; the message says why. */
  | 'single_sign_on_failed'
  /** Timeout. The change may have happened. */
  | 'timed_out'
  /** No valid credential. */
  | 'unauthenticated'
  /** The database is unavailable; try again soon. The change may have happened. */
  | 'unavailable'
  /** An upgrade is already in progress; wait for its end or cancel it. */
  | 'upgrade_already_pending'
  /** No upgrade is in progress, or it is too late to cancel it. */
  | 'upgrade_not_pending'
  /** The agent cannot be upgraded to this version; see the message. */
  | 'upgrade_not_possible'
  /** The invitation is for another person. */
  | 'wrong_account'
  /** The code or recovery code is wrong or was already used. */
  | 'wrong_code'
  /** Wrong email address or password; for a signed-in person, wrong password. */
  | 'wrong_credentials';

/** Selects a person. */
export type UserWhereUniqueInput = {
  /** The person's id. */
  id: Scalars['ID']['input'];
};

/** The caller. */
export type Viewer = {
  /** Version of the control plane. */
  controlPlaneVersion: Scalars['String']['output'];
  /** The credential that authenticated the caller. */
  credential: Credential;
  /**
   * The organization of all reads and writes; null for a session without an active organization, or with a deactivated one. A session's
   * request can select another organization of the person with the header `satrap-organization`, by slug.
   */
  organization?: Maybe<Organization>;
  /** The person's organizations, in the order of joining, at most 100. */
  organizations?: Maybe<Array<OrganizationMembership>>;
  /** The owner of the key or session; null for an executor's key. */
  person?: Maybe<User>;
  /** Purpose of the key. */
  purpose: ApiKeyPurpose;
  /**
   * The person's role in the organization; null for an executor's key, which belongs to no person, and for a system administrator who is not a
   * member.
   */
  role?: Maybe<OrganizationRole>;
};

/** An attempt to deliver. */
export type WebhookAttempt = {
  /** Start of the response body, on one line, up to 500 characters; null without a response. */
  answer?: Maybe<Scalars['String']['output']>;
  /** Start time. */
  at: Scalars['DateTime']['output'];
  /** Duration in milliseconds. */
  durationMs: Scalars['Int']['output'];
  /** Error; null on success. */
  error?: Maybe<Scalars['String']['output']>;
  /** HTTP or SMTP status of the response; null without one. */
  status?: Maybe<Scalars['Int']['output']>;
};

/** A message to a channel, with its attempts. */
export type WebhookDelivery = {
  /** When the receiver accepted it. */
  acknowledgedAt?: Maybe<Scalars['DateTime']['output']>;
  /** Its latest 20 attempts, oldest first. */
  attempts: Array<WebhookAttempt>;
  /** The channel. */
  channelId: Scalars['ID']['output'];
  /** When it was created. */
  createdAt: Scalars['DateTime']['output'];
  /** Sent as `webhook-id`, the same in every attempt. */
  id: Scalars['ID']['output'];
  /** The incident; null for a test. */
  incidentId?: Maybe<Scalars['ID']['output']>;
  /** Time of the next attempt; null if none exists. */
  nextAttemptAt?: Maybe<Scalars['DateTime']['output']>;
  /** Sequence number at its channel, from 1, without gaps. */
  sequence: Scalars['Int']['output'];
  /** Status. */
  status: WebhookDeliveryStatus;
  /** Type: `incident.opened`, `incident.acknowledged`, `incident.closed` or `webhook.test`. */
  type: Scalars['String']['output'];
};

/** Status of a delivery. */
export type WebhookDeliveryStatus =
  /** The receiver accepted it. */
  | 'delivered'
  /** All attempts failed, or the channel was disabled or deleted. */
  | 'failed'
  /** In progress, or waiting for the next attempt. */
  | 'pending';

/** Selects a delivery. */
export type WebhookDeliveryWhereUniqueInput = {
  /** The delivery's id. */
  id: Scalars['ID']['input'];
};

/** A day of the week. */
export type Weekday =
  /** Friday. */
  | 'friday'
  /** Monday. */
  | 'monday'
  /** Saturday. */
  | 'saturday'
  /** Sunday. */
  | 'sunday'
  /** Thursday. */
  | 'thursday'
  /** Tuesday. */
  | 'tuesday'
  /** Wednesday. */
  | 'wednesday';

/** A ZeroMQ endpoint of a node. It requires no credentials: the operator's `zmq_bind_address` decides who can reach it. */
export type ZmqEndpoint = {
  /** The bitcoind topic: `rawblock`, `rawtx`, `hashblock`, `hashtx` or `sequence`. */
  topic: Scalars['String']['output'];
  /** Address for subscribers, such as `tcp://127.0.0.1:28332`. */
  url: Scalars['String']['output'];
};

/** A ZeroMQ endpoint of a node. */
export type ZmqEndpointInput = {
  /** The bitcoind topic, such as `rawblock`. */
  topic: Scalars['String']['input'];
  /** Address for subscribers: `tcp://HOST:PORT`. */
  url: Scalars['String']['input'];
};
