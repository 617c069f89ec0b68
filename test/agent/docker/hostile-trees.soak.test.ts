// 500 random trees, each also while a process relinks it.
import './hostile-trees.parts.test.ts';
