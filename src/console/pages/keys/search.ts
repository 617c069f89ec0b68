import type { ApiKeyPurpose, ApiKeyWhereInput } from '../../../contract/types.generated.ts';
import { oneOf, text } from '../../display/address.ts';

export interface KeysSearch {
  /** Part of the name. */
  name?: string;
  purpose?: ApiKeyPurpose;
  /** Also those that have ended or were revoked. */
  ended?: 'shown';
}

export const purposes: readonly ApiKeyPurpose[] = ['executor', 'personal'];

export const purposeWords: Readonly<Record<ApiKeyPurpose, string>> = {
  executor: 'an executor’s agent',
  personal: 'a person’s scripts',
};

/** Reads the address; what makes no sense is left out. Pure. */
export const keysSearch = (search: Record<string, unknown>): KeysSearch => ({
  name: text(search['name']),
  purpose: oneOf(purposes, search['purpose']),
  ended: oneOf(['shown'], search['ended']),
});

/** Returns the conditions that an address asks for. Pure. */
export const keysWhere = ({ name, purpose }: KeysSearch): ApiKeyWhereInput => ({
  ...(name === undefined ? {} : { name: { contains: name, mode: 'insensitive' } }),
  ...(purpose === undefined ? {} : { purpose }),
});
