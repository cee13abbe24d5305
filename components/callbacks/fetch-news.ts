import type { CallbackNews } from '@/lib/server/callbacks/log/views'

type Looked =
  /** `news` is null while nothing changed since `tag`. */
  { ok: true; news: CallbackNews | null; tag: string | null } | { ok: false; problem: string }

/** The news of the log, unless they are what came with this tag; or the desk's words against it. */
export async function fetchNews(address: string, tag: string | null): Promise<Looked> {
  try {
    const response = await fetch(address, { headers: tag === null ? {} : { 'if-none-match': tag } })
    if (response.status === 304) return { ok: true, news: null, tag }
    const answer = await response.json()
    if (response.ok) return { ok: true, news: answer, tag: response.headers.get('etag') }
    return { ok: false, problem: String(answer.message) }
  } catch {
    return { ok: false, problem: 'The desk does not answer.' }
  }
}
