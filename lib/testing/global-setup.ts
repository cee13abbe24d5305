import { startTestCluster } from './test-cluster'

/** Vitest calls it once for a project, before the first test, and what it returns after the last. */
export default startTestCluster
