// 500 nodes in one file.
import './fleet.parts.test.ts';
