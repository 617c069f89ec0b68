import type { MembersQuery } from './operations.generated.ts';

export type MemberRow = NonNullable<MembersQuery['members']>[number];
