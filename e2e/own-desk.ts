import { type OwnProcess, ownProcess } from '@/lib/testing/own-process'
import { freePort } from '@/lib/testing/test-cluster'

export type OwnDesk = OwnProcess & { origin: string }

/**
 * A desk of a journey's own, in its own process and folder, that may be killed. Not started yet: each start is at the
 * same address and on the same data.
 */
export async function createOwnDesk(dataDir: string, env: Record<string, string> = {}): Promise<OwnDesk> {
  const port = await freePort()
  return {
    origin: `http://127.0.0.1:${port}`,
    ...ownProcess(['scripts/start.ts'], 'is ready at', { PORT: String(port), DATA_DIR: dataDir, ...env }),
  }
}
