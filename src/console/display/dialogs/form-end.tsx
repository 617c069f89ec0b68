import { Button, Group } from '@mantine/core';
import { ActButton } from '../focus/act-button.tsx';

interface FormEndProps {
  /** What sending the form does. */
  act: string;
  isPending: boolean;
  onCancel: () => void;
}

export const FormEnd = ({ act, isPending, onCancel }: FormEndProps) => (
  <Group justify="end">
    <Button variant="default" onClick={onCancel}>
      Cancel
    </Button>
    <ActButton type="submit" loading={isPending}>
      {act}
    </ActButton>
  </Group>
);
