/** Largest number of events in one call of `reportRuntimeEvents`. */
export const maxEventsPerReport = 1000;

/** Largest size of an event's data as JSON, in bytes of UTF-8. */
export const maxEventDataBytes = 16 * 1024;

/** Largest size of the events, without samples, that an executor stores in a day, in bytes of JSON. */
export const maxEventBytesPerDay = 64 * 1024 ** 2;
/** The same for all executors of an organization. */
export const maxOrganizationEventBytesPerDay = 1024 ** 3;

/** Largest length of an event's message, in UTF-16 units. */
export const maxEventMessageLength = 4000;

/** Largest size of the nodes of an offer, in bytes of JSON: far more than 1000 nodes with twenty overrides each. */
export const maxHeldBytes = 2 * 1024 * 1024;

/** Largest number of data roots of an executor besides the default one. */
export const maxDataRoots = 32;

/** Largest number of rows in a page of a list. */
export const maxPageSize = 500;

/** Password length, in UTF-16 units. Longer ones take longer to hash. */
export const minPasswordLength = 12;
export const maxPasswordLength = 128;

/** A session expires after this time even if it is in use, because its cookie does. */
export const maxSessionDays = 30;

/** Largest length of an acknowledgment's note, in UTF-16 units. */
export const maxNoteLength = 1000;

/** Largest number of executors in a group of a rollout. */
export const maxRolloutGroupSize = 100;

/** Largest number of labels that the budget of a rollout of nodes counts by. */
export const maxBudgetLabels = 5;

/** Largest number of windows of a maintenance schedule. */
export const maxMaintenanceWindows = 20;

/** Longest time that the nodes of a rollout wait for its canaries, in seconds. */
export const maxSoakSeconds = 30 * 86_400;

/** Largest response that an agent accepts, in bytes: far more than the desired state of any host. */
export const maxAgentAnswerBytes = 32 * 1024 * 1024;

/** Largest number of lines of a log. */
export const maxLogLines = 2000;

/** Largest total size of the lines of a log, in bytes of UTF-8. */
export const maxLogBytes = 1024 * 1024;

/** Largest daemon response to an RPC call of a person, in bytes of UTF-8. */
export const maxRpcResultBytes = 1024 * 1024;

/** Default overcommit factors: a node at the tip uses little CPU, but memory and disk that are allocated must be available. */
export const defaultOvercommit = { cpu: 4, memory: 1, disk: 1 };
export const overcommitBounds = { min: 0.1, max: 100 };
