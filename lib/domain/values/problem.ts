/**
 * What stands against something that was entered: the place, dots between members (`split.2`), and in words what to
 * do there. A violation of the interface's rules says more (`violation.ts`).
 */
export type Problem<Path extends string = string> = { path: Path; message: string }
