import type { LazyCommand } from '../lazy-command.ts';

export const incidents: LazyCommand = {
  name: 'incidents',
  description: 'what needs attention in your organization: list, acknowledge',
  async load(command) {
    const [list, acknowledge] = await Promise.all([import('./list.ts'), import('./acknowledge.ts')]);
    list.addListCommand(command);
    acknowledge.addAcknowledgeCommand(command);
  },
};
