type Answer<T> = { ok: true; value: T } | { ok: false; problem: string }

/** Fetches one of the desk's own addresses; the answer or an error text. */
export const fetchLive = <T>(address: string): Promise<Answer<T>> =>
  ask(address, {}, (response) => response.json())

/** The same with a tag; `changed` is null if nothing changed since `tag`. */
export const fetchChanged = <T>(
  address: string,
  tag: string | null,
): Promise<Answer<{ changed: T | null; tag: string | null }>> =>
  ask(address, tag === null ? {} : { 'if-none-match': tag }, async (response) =>
    response.status === 304
      ? { changed: null, tag }
      : { changed: await response.json(), tag: response.headers.get('etag') },
  )

async function ask<T>(
  address: string,
  headers: Record<string, string>,
  read: (response: Response) => Promise<T>,
): Promise<Answer<T>> {
  try {
    const response = await fetch(address, { headers })
    if (response.ok || response.status === 304) return { ok: true, value: await read(response) }
    const { message } = await response.json()
    return { ok: false, problem: String(message) }
  } catch {
    return { ok: false, problem: 'The desk does not answer.' }
  }
}
