import { exchange } from './transport'

const DEADLINE_MS = 15_000

/** Requests a page as a browser would, without our credentials, and returns the HTTP status. */
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
