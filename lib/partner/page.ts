import { exchange } from './transport'

const DEADLINE_MS = 15_000

/** Opens a page as a browser would, without any of our credentials, and gives the status that it answers. */
export async function readPage(address: string): Promise<number> {
  const { status } = await exchange({
    url: new URL(address),
    headers: {},
    body: null,
    deadlineMs: DEADLINE_MS,
    changesNothing: true,
  })
  return status
}
