/** Largest number of events in one call of `reportRuntimeEvents`. */
export const maxEventsPerReport = 1000;

/** Largest size of an event's data as JSON, in bytes of UTF-8. */
export const maxEventDataBytes = 16 * 1024;

/** Largest length of an event's message, in UTF-16 units. */
export const maxEventMessageLength = 4000;

/** Largest length of a node's reason in a heartbeat, in UTF-16 units. */
export const maxReasonLength = 8000;

/** Largest number of problems of a node in a heartbeat, and largest length of the reason of one, in UTF-16 units. */
export const maxProblems = 32;
export const maxProblemReasonLength = 1000;

/** Largest number of fields of a change that was taken back, and largest length of the reason, in UTF-16 units. */
export const maxTakenBackFields = 100;
export const maxTakenBackReasonLength = 2000;

/** Largest number of nodes in one heartbeat. */
export const maxNodesPerHeartbeat = 10_000;

/** Largest number of orphans in one heartbeat. */
export const maxOrphans = 1000;

/** Largest number of data roots of an executor beside its default one. */
export const maxDataRoots = 32;

/** Largest length of why a move failed, in a heartbeat, in UTF-16 units. */
export const maxMoveReasonLength = 1000;

/** Largest length of the path of a data root, in UTF-16 units. */
export const maxPathLength = 4096;

/** Largest number of wallets that are named of an orphan in a heartbeat. */
export const maxWallets = 100;

/** Largest number of topics that a node publishes over ZeroMQ. */
export const maxZmqTopics = 16;

/** Largest length of an id, a name, a version or a host in a heartbeat, in UTF-16 units. */
export const maxShortLength = 256;

/** Largest length of a container's id in a heartbeat, in UTF-16 units. */
export const maxContainerIdLength = 128;

/** Largest length of an image's name or digest in a heartbeat, in UTF-16 units. */
export const maxImageLength = 512;

/** Largest length of the warning about a key in a heartbeat, in UTF-16 units. */
export const maxKeyWarningLength = 1000;

/** Largest length of why an agent cannot be upgraded, in a heartbeat, in UTF-16 units. */
export const maxUpgradabilityLength = 1000;

/** Largest length of what an agent says of an upgrade, in UTF-16 units. */
export const maxUpgradeReasonLength = 4000;

/** Largest number of rows of a list that one answer holds. */
export const maxPageSize = 500;

/** Lengths of a person's password, in UTF-16 units. Hashing takes longer for longer ones. */
export const minPasswordLength = 12;
export const maxPasswordLength = 128;

/** Largest length of the note with which an incident is acknowledged, in UTF-16 units. */
export const maxNoteLength = 1000;

/** Largest number of executors in a group of a rollout. */
export const maxRolloutGroupSize = 100;

/** Largest answer of the control plane that an agent takes, in bytes: far more than the desired state of any host. */
export const maxAgentAnswerBytes = 32 * 1024 * 1024;

/** Largest number of lines of a log session. */
export const maxLogLines = 2000;

/** Largest size of the lines of a log session together, in bytes of UTF-8. */
export const maxLogBytes = 1024 * 1024;

/** Largest size of what a daemon answers to a call of people, in bytes of UTF-8. */
export const maxRpcResultBytes = 1024 * 1024;

/**
 * How many times what a host has may be promised to nodes, unless its operator says otherwise. Cores are shared without harm: a node that
 * follows the tip uses little of them. Memory and disk are not: who is promised them must find them.
 */
export const defaultOvercommit = { cpu: 4, memory: 1, disk: 1 };
export const overcommitBounds = { min: 0.1, max: 100 };
