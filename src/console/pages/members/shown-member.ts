import type { MembersQuery } from './operations.generated.ts';

/** A member as the list shows one. */
export type MemberRow = NonNullable<MembersQuery['members']>[number];
