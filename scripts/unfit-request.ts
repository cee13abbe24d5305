import type { IncomingMessage } from 'node:http'

export type Unfit = { status: number; text: string }

/**
 * What Next answers with 500, and with a stack in the log for each, whoever sends it: turned away before. Null for
 * everything else.
 */
export function unfitRequest({ method, url = '', headers }: IncomingMessage): Unfit | null {
  if (method === 'TRACE') return { status: 405, text: 'This method is not answered.' }
  // Also a whole address, which Next would send its caller on to, and the star of OPTIONS.
  if (!url.startsWith('/') || !isDecodable(url.split('?', 1)[0] ?? ''))
    return { status: 400, text: 'This address cannot be read.' }
  // The sign-in itself, which is sent as a form and has no page.
  if (method !== 'POST' && url.split('?', 1)[0] === '/api/auth/callback/credentials')
    return { status: 405, text: 'Sign in at /sign-in.' }
  // An action's own form, sent before the page's script runs: none of the desk's pages has one.
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
