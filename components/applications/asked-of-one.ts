import type { DeskAction } from '@/components/forms/use-desk-action'
import type { RowsResult } from '@/lib/server/applications/change-rows'

/** Adapts an action on several applications to a single one: its refusal becomes an ordinary error. */
export const askedOfOne =
  <In>(action: DeskAction<In, RowsResult>): DeskAction<In, RowsResult> =>
  async (input) => {
    const answer = await action(input)
    const problem = answer?.data?.ok ? answer.data.rows[0]?.problem : null
    return problem ? { data: { ok: false, message: problem } } : answer
  }
