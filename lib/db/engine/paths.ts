import { join } from 'node:path'

/** The cluster of the desk's data. */
export const clusterOf = (dataDir: string) => join(dataDir, 'postgres')
