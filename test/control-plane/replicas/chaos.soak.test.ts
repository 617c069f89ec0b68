// 20 kills.
import './chaos.test.ts';
