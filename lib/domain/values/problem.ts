/**
 * A problem with an input: its path, with dots between members (`split.2`), and a message that says what to do.
 * Violations of the interface's rules say more (`violation.ts`).
 */
export type Problem<Path extends string = string> = { path: Path; message: string }
