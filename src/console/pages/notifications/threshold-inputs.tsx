import { NumberInput, SimpleGrid } from '@mantine/core';
import { type Typed, thresholdFields } from './thresholds.ts';

interface ThresholdInputsProps {
  typed: Typed;
  onChange: (typed: Typed) => void;
  ofNode?: boolean;
  /** For those who may only look. Default: false. */
  readOnly?: boolean;
  /** Stands in fields that are empty. */
  placeholders?: Typed;
}

/** Fields for thresholds; an empty one means what is said without it. */
export function ThresholdInputs({
  typed,
  onChange,
  ofNode = false,
  readOnly = false,
  placeholders = {},
}: ThresholdInputsProps) {
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }}>
      {thresholdFields
        .filter(({ isOfNode }) => !ofNode || isOfNode)
        .map(({ key, label, unit, min, max }) => (
          <NumberInput
            key={key}
            label={label}
            min={min}
            max={max}
            clampBehavior="blur"
            suffix={unit === '' ? '' : ` ${unit}`}
            placeholder={placeholders[key] === undefined ? 'default' : `${placeholders[key]} ${unit}`}
            hideControls
            readOnly={readOnly}
            value={typed[key] ?? ''}
            onChange={(value) => onChange({ ...typed, [key]: value === '' ? '' : Number(value) })}
          />
        ))}
    </SimpleGrid>
  );
}
