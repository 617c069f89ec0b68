import { Stack, Text } from '@mantine/core';
import { ForeignText } from '../../display/values/foreign-text.tsx';
import { Time } from '../../display/values/time.tsx';
import { Tone } from '../../display/values/tone.tsx';
import type { WebhookDeliveriesQuery } from './operations.generated.ts';

export type Delivery = NonNullable<WebhookDeliveriesQuery['webhookDeliveries']>[number];

/** The tries of a delivery, with what the receiver answered. */
export function Attempts({ delivery: { id, attempts, nextAttemptAt } }: { delivery: Delivery }) {
  return (
    <Stack>
      <Text variant="hint">
        <code>webhook-id</code> <span className="foreign">{id}</span>
      </Text>
      {attempts.length === 0 && <Text fz="sm">It was not tried yet.</Text>}
      {attempts.map(({ at, durationMs, status, answer, error }) => (
        <div key={at}>
          <Text fz="sm" fw={500}>
            <Tone tone={error == null ? 'good' : 'bad'}>{status == null ? 'no answer' : `HTTP ${status}`}</Tone>{' '}
            <Text span variant="hint">
              after {durationMs} ms, <Time at={at} />
            </Text>
          </Text>
          {error != null && (
            <Text fz="sm">
              <ForeignText>{error}</ForeignText>
            </Text>
          )}
          {answer != null && answer !== '' && (
            <pre className="code foreign">
              <ForeignText>{answer}</ForeignText>
            </pre>
          )}
        </div>
      ))}
      {nextAttemptAt != null && (
        <Text fz="sm">
          The next try comes <Time at={nextAttemptAt} />.
        </Text>
      )}
    </Stack>
  );
}
