/** Largest number of events in one call of `reportRuntimeEvents`. */
export const maxEventsPerReport = 1000;

/** Largest size of an event's data as JSON, in bytes of UTF-8. */
export const maxEventDataBytes = 16 * 1024;

/** Largest size of the events, without samples, that an executor stores within a day, in bytes of JSON. */
export const maxEventBytesPerDay = 64 * 1024 ** 2;
/** The same for all executors of an organization. */
export const maxOrganizationEventBytesPerDay = 1024 ** 3;

/** Largest length of an event's message, in UTF-16 units. */
export const maxEventMessageLength = 4000;

/** Largest size of the nodes of an offer, in bytes of JSON: far more than 1000 nodes with twenty overrides each. */
export const maxHeldBytes = 2 * 1024 * 1024;

/** Largest number of data roots of an executor beside its default one. */
export const maxDataRoots = 32;

/** Largest number of rows of a list that one answer holds. */
export const maxPageSize = 500;

/** Lengths of a person's password, in UTF-16 units. Hashing takes longer for longer ones. */
export const minPasswordLength = 12;
export const maxPasswordLength = 128;

/** A session ends after this time even when it is used all the time, because its cookie does. */
export const maxSessionDays = 30;

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
