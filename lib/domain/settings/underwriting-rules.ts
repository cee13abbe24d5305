import { cleanValue } from '@/lib/domain/application/fields'
import { optionsSchema } from '@/lib/domain/application/sections'
import type { Precheck } from '@/lib/domain/application/status'
import type { DefaultMode } from '@/lib/domain/application/underwriting-mode'
import type { SettingProblem } from './setting-problem'

/** How our own underwriters work. `fourEyesAbove`: dollars a month as decimal text; null: one decides whatever it is. */
export type UnderwritingRules = {
  precheck: Precheck
  defaultMode: DefaultMode
  fourEyesAbove: string | null
  hoursAllowed: number
}

/** The same as an admin types it. */
export type TypedUnderwritingRules = {
  precheck: Precheck
  defaultMode: DefaultMode
  hasFourEyes: boolean
  fourEyesAbove: string
  hoursAllowed: string
}

export const MAX_HOURS_ALLOWED = 1_000

export const typedUnderwritingRules = ({
  precheck,
  defaultMode,
  fourEyesAbove,
  hoursAllowed,
}: UnderwritingRules): TypedUnderwritingRules => ({
  precheck,
  defaultMode,
  hasFourEyes: fourEyesAbove !== null,
  fourEyesAbove: fourEyesAbove ?? '',
  hoursAllowed: String(hoursAllowed),
})

/** The rules to keep, once nothing is wrong with them; a problem's path is the name of what was typed. */
export function readUnderwritingRules(typed: TypedUnderwritingRules): {
  rules: UnderwritingRules | null
  problems: SettingProblem[]
} {
  const fourEyesAbove = typed.hasFourEyes
    ? cleanValue(optionsSchema.shape.highMonthlyVolume, typed.fourEyesAbove)
    : null
  const hours = typed.hoursAllowed.trim()
  const hoursAllowed = /^\d{1,4}$/.test(hours) ? Number(hours) : 0
  const problems: SettingProblem[] = [
    ...(typed.hasFourEyes && fourEyesAbove === null
      ? [
          {
            path: 'fourEyesAbove',
            message: 'Enter the volume in dollars, such as 100,000; or let one person decide whatever it is.',
          },
        ]
      : []),
    ...(hoursAllowed < 1 || hoursAllowed > MAX_HOURS_ALLOWED
      ? [
          {
            path: 'hoursAllowed',
            message: `Enter whole hours, from 1 to ${MAX_HOURS_ALLOWED.toLocaleString('en-US')}.`,
          },
        ]
      : []),
  ]
  return {
    rules:
      problems.length > 0
        ? null
        : { precheck: typed.precheck, defaultMode: typed.defaultMode, fourEyesAbove, hoursAllowed },
    problems,
  }
}
