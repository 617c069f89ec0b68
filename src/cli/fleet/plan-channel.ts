import type { ChannelRowFragment } from '../../contract/operations.generated.ts';
import { channelFields } from '../channels/channel-fields.ts';
import { type Change, changeOf, refused, request, updateOf } from './change.ts';
import { differences } from './differences.ts';
import type { FleetChannel } from './fleet-file.ts';

/** Decides what makes a channel as a file describes it. The API shows neither secrets nor the path of a URL. */
export function planChannel(
  name: string,
  channel: FleetChannel,
  current: Omit<ChannelRowFragment, 'lastFailure'> | undefined,
): Change {
  const named = { type: 'channel' as const, name };
  const { kind, to = [], secretFrom, secretFile, severity, enabled } = channel;
  const { to: toField, credential, needsCredential } = channelFields[kind];
  const target = toField === undefined || to.length === 0 ? {} : { [toField]: toField === 'addresses' ? to : to[0] };
  const read = credential && secretFrom && { field: credential, from: secretFrom };
  const data = { ...target, lowestSeverity: severity, enabled };
  const desired = { kind, to: shownTarget(toField, to), severity, enabled };
  if (toField === undefined && to.length > 0)
    return changeOf('update', named, { refusals: refused(`${kind} takes no target`, 'to') });
  if (credential === undefined && secretFrom !== undefined)
    return changeOf('update', named, { refusals: refused(`${kind} takes no secret`, 'secretFrom') });
  if (current === undefined) {
    const missing = [
      ...(toField !== undefined && to.length === 0 ? refused(`is required for a new ${kind} channel`, 'to') : []),
      ...(needsCredential && read === undefined
        ? refused(`is required for a new ${kind} channel: { env: VARIABLE } or { file: PATH }`, 'secretFrom')
        : []),
      ...(kind === 'webhook' && secretFile === undefined
        ? refused('is required for a new webhook channel: a new file for its signing secret', 'secretFile')
        : []),
    ];
    return changeOf('create', named, {
      fields: differences({}, { ...desired, ...(read && { secretFrom: secretText(read.from) }) }),
      refusals: missing,
      summary: shownTarget(toField, to) ?? '',
      request: {
        ...request('CreateChannel', { data: { kind, name, ...data } }),
        secrets: { read: read || undefined, file: secretFile },
      },
    });
  }
  const { lowestSeverity, ...rest } = current;
  const shown = { kind: rest.kind, to: rest.target, severity: lowestSeverity, enabled: rest.enabled };
  const fields = differences(shown, desired);
  const isMoved = fields.some(({ field }) => field === 'to');
  const keepsKind = fields.every(({ field }) => field !== 'kind');
  return updateOf(named, {
    fields,
    refusals: keepsKind
      ? []
      : refused(`a channel keeps its kind, ${rest.kind}; give the other one another name`, 'kind'),
    request: {
      ...request('UpdateChannel', { id: current.id, data: isMoved ? data : { lowestSeverity: severity, enabled } }),
      // The API wants it again for another receiver.
      ...(isMoved && read ? { secrets: { read } } : {}),
    },
  });
}

const secretText = ({ env, file }: { env?: string | undefined; file?: string | undefined }): string =>
  file === undefined ? `environment variable ${env}` : `file ${file}`;

/** Returns a target as the API shows it. */
function shownTarget(field: string | undefined, to: readonly string[]): string | undefined {
  const [first] = to;
  if (field === undefined || first === undefined) return undefined;
  if (field !== 'url') return to.join(', ');
  return URL.canParse(first) ? `${new URL(first).origin}/…` : first;
}
