import { type OwnProcess, ownProcess } from '@/lib/testing/own-process'
import { freePort } from '@/lib/testing/test-cluster'

export type OwnDesk = OwnProcess & { origin: string }

/**
 * A separate desk for one journey, with its own process and folder, that can be killed. It is not started yet; each
 * start uses the same address and data.
 */
export async function createOwnDesk(dataDir: string, env: Record<string, string> = {}): Promise<OwnDesk> {
  const port = await freePort()
  return {
    origin: `http://127.0.0.1:${port}`,
    ...ownProcess(['scripts/start.ts'], 'is ready at', { PORT: String(port), DATA_DIR: dataDir, ...env }),
  }
}
