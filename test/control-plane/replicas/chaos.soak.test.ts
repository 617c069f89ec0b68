// 20 kills.
import './chaos.parts.test.ts';
