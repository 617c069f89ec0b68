// Kills in each step and after each call, of a move that succeeds, fails and is cancelled.
import './move.parts.test.ts';
