import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';

export const DeployLink = () => (
  <Button component={Link} to="/nodes/new" leftSection={<IconPlus size={16} aria-hidden />}>
    Deploy node
  </Button>
);
