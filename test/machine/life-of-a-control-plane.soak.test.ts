// Also kills the command of an upgrade.
import './life-of-a-control-plane.parts.test.ts';
