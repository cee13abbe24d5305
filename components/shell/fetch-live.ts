type Looked<T> = { ok: true; value: T } | { ok: false; problem: string }

/** What one of the desk's own addresses answers, or its words against it. */
export async function fetchLive<T>(address: string): Promise<Looked<T>> {
  try {
    const response = await fetch(address)
    const answer = await response.json()
    if (response.ok) return { ok: true, value: answer }
    return { ok: false, problem: String(answer.message) }
  } catch {
    return { ok: false, problem: 'The desk does not answer.' }
  }
}
