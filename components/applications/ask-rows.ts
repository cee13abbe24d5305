import type { RowsResult } from '@/lib/server/applications/change-rows'

type Answer = { data?: RowsResult; serverError?: { message: string } } | undefined

/** What became of several applications; that nothing did, or that nobody knows, comes in words. */
export async function askRows(ask: () => Promise<Answer>): Promise<RowsResult> {
  try {
    const answer = await ask()
    const words = answer?.serverError?.message ?? 'The desk could not read the request. Reload the page.'
    return answer?.data ?? { ok: false, message: words }
  } catch {
    return { ok: false, message: 'The desk did not answer. Look at the list before you try again.' }
  }
}

/** Of a single application: why nothing was done, or null where it was. */
export const problemOf = (result: RowsResult): string | null =>
  result.ok ? (result.rows[0]?.problem ?? null) : result.message
