/**
 * The first word of the command lines that the shells' scripts run; no command of the table. The second is the shell.
 * Stdin holds the words behind `tool` up to the cursor, each ended by NUL; there they are in no list of processes. fish
 * gives the last one as typed; bash gives the line, and the end of it that readline replaces. The first line of the
 * answer is `word`, `open` (no blank behind it), `files` or `directories`; each other one is a value (for bash, as it has
 * to be typed), and behind a tab what it means.
 */
export const COMPLETE = '__complete';
