import type { DeskAction } from '@/components/forms/use-desk-action'
import type { RowsResult } from '@/lib/server/applications/change-rows'

/** An action on several applications, for a page about one: that this one was refused comes as any other refusal. */
export const askedOfOne =
  <In>(action: DeskAction<In, RowsResult>): DeskAction<In, RowsResult> =>
  async (input) => {
    const answer = await action(input)
    const problem = answer?.data?.ok ? answer.data.rows[0]?.problem : null
    return problem ? { data: { ok: false, message: problem } } : answer
  }
