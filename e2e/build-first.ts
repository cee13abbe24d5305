import { buildIfNeeded } from '../scripts/build.ts'

/** Before the first desk of a run is started, which has a limit of its own for that. */
export default buildIfNeeded
