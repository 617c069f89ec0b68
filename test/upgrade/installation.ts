import type { AgentVersion } from '../harness/other-version.ts';
import { type TestHost, testHost } from '../harness/test-host.ts';

/** A control plane, and an agent that another version can replace. */
export type Installation = TestHost;

/** Starts a control plane, and an agent of this version, which has synced. */
export const install = ({ program }: AgentVersion): Promise<Installation> => testHost({ agent: { program } });
