// Kills in each step of a move that succeeds, fails and is cancelled, and before and after each call of moves and copies.
import './killed-operations.parts.test.ts';
