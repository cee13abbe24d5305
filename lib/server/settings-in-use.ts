import type { SettingsLists } from '@/lib/domain/application/field'
import type { DayRule } from '@/lib/domain/values/business-day'

/**
 * The lists and the business days of Settings as this process last read them. Every check of a draft and every page
 * with a day needs them, so they are kept here: a submission costs no statement more for it. An admin's save reads
 * them again before it answers, and a timer (start-desk.ts) every second, which is how another instance on the same
 * database hears of it. Nothing is pushed between instances: a listening connection would have to be kept alive and
 * caught up with after each loss, for settings that change a few times a year.
 */
export type SettingsInUse = { lists: SettingsLists; days: DayRule }

export async function openSettingsInUse(read: () => Promise<SettingsInUse>) {
  let current = await read()
  let lastTurn = 0
  let currentTurn = 0
  return {
    get current() {
      return current
    },
    async reload(): Promise<void> {
      lastTurn += 1
      const turn = lastTurn
      const found = await read()
      // A read that began before another and ended after it may have missed what that one saw.
      if (turn < currentTurn) return
      currentTurn = turn
      current = found
    },
  }
}
