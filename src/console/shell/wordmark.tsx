import { Anchor, Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';

/** The name of the product, which leads to the overview. */
export function Wordmark() {
  return (
    <Anchor component={Link} to="/" c="inherit" underline="never" aria-label="Satrap: overview">
      <Group gap={8} wrap="nowrap">
        <img src="favicon.svg" alt="" width={24} height={24} />
        <Text fw={650} fz="lg" component="span">
          Satrap
        </Text>
      </Group>
    </Anchor>
  );
}
