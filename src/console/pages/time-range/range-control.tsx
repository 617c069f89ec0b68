import { Button, Group, Popover, SegmentedControl, TextInput } from '@mantine/core';
import { useDisclosure, useMediaQuery } from '@mantine/hooks';
import { IconCalendarTime } from '@tabler/icons-react';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { bindText, Form, SubmitButton } from '../../display/form.tsx';
import { useAddressChange } from '../../display/lists/filters.tsx';
import { type Range, type RangeSearch, ranges } from '../addresses.ts';
import { instantOf, localInput, rangeKinds } from './time-range.ts';

interface RangeControlProps {
  /** The range of an address without one. Default: any time. */
  initial?: Range;
  /** Removes the instants of a custom range. */
  reset?: string;
  /** Whether the custom range of the address is shown. Default: if it has one. */
  isCustom?: boolean;
  /** The shortest and longest custom range, which then needs both ends. In milliseconds. Default: any. */
  limits?: { minMs: number; maxMs: number } | undefined;
}

const anyTime = 'any';
const presets = ranges.map((value) => ({ value: value as string, label: rangeKinds[value].label }));

/** Selects the time range of a page, which its address holds. */
export function RangeControl({ initial, reset = 'Reset range', limits, ...props }: RangeControlProps) {
  const { range, from, to }: RangeSearch = useSearch({ strict: false });
  const isNarrow = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });
  const change = useAddressChange();
  const { isCustom = from !== undefined || to !== undefined } = props;
  const none = initial ?? anyTime;
  return (
    <Group gap="xs">
      <SegmentedControl
        aria-label="Range"
        size={isNarrow ? 'xs' : 'sm'}
        data={initial === undefined ? [{ value: anyTime, label: 'Any' }, ...presets] : presets}
        value={isCustom ? '' : (range ?? none)}
        onChange={(value) => change({ range: value === none ? undefined : value, from: undefined, to: undefined })}
      />
      <CustomRange {...{ from, to, limits }} />
      {isCustom && (
        <Button variant="default" onClick={() => change({ from: undefined, to: undefined })}>
          {reset}
        </Button>
      )}
    </Group>
  );
}

const shortFormat = new Intl.DateTimeFormat(undefined, { dateStyle: 'short', timeStyle: 'short' });
const shown = (at: string | undefined): string => (at === undefined ? '…' : shortFormat.format(new Date(at)));

const day = 86_400_000;

/** Returns what is wrong with a custom range; null for a valid one, and undefined while it is incomplete. */
function faultOf(
  start: string | undefined,
  end: string | undefined,
  limits: RangeControlProps['limits'],
): string | null | undefined {
  if (start === undefined || end === undefined)
    return limits === undefined && (start ?? end) !== undefined ? null : undefined;
  const ms = Date.parse(end) - Date.parse(start);
  if (ms <= 0) return 'Must be after the start.';
  if (limits === undefined) return null;
  if (ms < limits.minMs) return `Must be at least ${limits.minMs / 60_000} minutes after the start.`;
  return ms > limits.maxMs ? `Must be at most ${limits.maxMs / day} days after the start.` : null;
}

/** A time range from one instant to another; without limits, one of them may be open. */
function CustomRange({ from, to, limits }: Pick<RangeSearch, 'from' | 'to'> & Pick<RangeControlProps, 'limits'>) {
  const change = useAddressChange();
  const [typed, setTyped] = useState({ from: '', to: '' });
  const [isOpen, { toggle, close }] = useDisclosure(false, {
    onOpen: () => setTyped({ from: localInput(from), to: localInput(to) }),
  });
  const [start, end] = [instantOf(typed.from), instantOf(typed.to)];
  const fault = faultOf(start, end, limits);
  return (
    <Popover opened={isOpen} onChange={close} position="bottom-start" trapFocus returnFocus>
      <Popover.Target>
        <Button variant="default" leftSection={<IconCalendarTime size={16} aria-hidden />} onClick={toggle}>
          {from === undefined && to === undefined ? 'Custom…' : `${shown(from)} – ${shown(to)}`}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Form
          gap="xs"
          mutation={{ error: null, isPending: false }}
          onSubmit={() => {
            if (fault !== null) return;
            close();
            change({ range: undefined, from: start, to: end });
          }}
        >
          <TextInput
            type="datetime-local"
            label="From"
            {...bindText(typed.from, (value) => setTyped({ ...typed, from: value }))}
          />
          <TextInput
            type="datetime-local"
            label="To"
            error={fault}
            {...bindText(typed.to, (value) => setTyped({ ...typed, to: value }))}
          />
          <SubmitButton disabled={fault !== null}>Apply</SubmitButton>
        </Form>
      </Popover.Dropdown>
    </Popover>
  );
}
