import type { IncomingMessage } from 'node:http'

export type Unfit = { status: number; text: string }

/**
 * Rejects requests that Next would answer with 500 and a stack in the log, whoever sends them. Null for all other
 * requests.
 */
export function unfitRequest({ method, url = '', headers }: IncomingMessage): Unfit | null {
  if (method === 'TRACE') return { status: 405, text: 'This method is not answered.' }
  // Includes absolute URLs, to which Next would redirect the caller, and the `*` of OPTIONS.
  if (!url.startsWith('/') || !isDecodable(url.split('?', 1)[0] ?? ''))
    return { status: 400, text: 'This address cannot be read.' }
  // The sign-in endpoint takes only a posted form and has no page.
  if (method !== 'POST' && url.split('?', 1)[0] === '/api/auth/callback/credentials')
    return { status: 405, text: 'Sign in at /sign-in.' }
  // A server action's form that is sent without JavaScript: none of the desk's pages has one.
  const isForm = headers['content-type']?.toLowerCase().includes('multipart/form-data') ?? false
  if (isForm && headers['next-action'] === undefined && !/^\/(api|sandbox)\//.test(url))
    return { status: 415, text: 'This page takes no form of this kind.' }
  return null
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}
