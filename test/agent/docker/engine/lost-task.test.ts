import { expect, test } from 'vitest';
import { saysLostTask } from '../../../../src/agent/docker/engine/lost-task.ts';

test.each([
  'Docker could not start the container: task: already exists',
  'Docker could not start the agent: id already in use',
  'Docker could not start the container: failed to create task for container: task already exists: unknown',
  'Docker could not start the agent: failed to start shim: mkdir /run/containerd/io.containerd.runtime.v2.task/moby/: file exists: unknown',
])('a container that the engine lost in the midst of a start is told by: %s', (message) =>
  expect(saysLostTask(message)).toBe(true),
);

test.each([
  "Docker could not start the container: error while creating mount source path '/srv/chain': mkdir /srv/chain: file exists",
  'Docker could not start the container: failed to start shim: fork/exec /usr/bin/containerd-shim: no such file or directory',
  'Docker could not create the container: the container name already exists',
  'Docker could not start the container: driver failed programming external connectivity: port is already in use',
])('another container would do no better after: %s', (message) => expect(saysLostTask(message)).toBe(false));
