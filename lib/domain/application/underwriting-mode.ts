import type { AnyDraft } from './draft'

/**
 * The mode answers who underwrites: the partner or we. A PayFac application sends it
 * (`Opp.Is_SVC_Underwriting__c`). For a full application it stays with us, and a blank means the partner.
 */
export const MODE_FIELD = 'partnerUnderwrites'
export const MODE_PATH = `options.${MODE_FIELD}`

export const DEFAULT_MODES = ['ask', 'partner', 'us'] as const
/** The mode of new applications; `ask`: whoever fills in the form answers. */
export type DefaultMode = (typeof DEFAULT_MODES)[number]

export const DEFAULT_MODE_LABELS: Readonly<Record<DefaultMode, string>> = {
  ask: 'Ask each time',
  partner: 'The partner underwrites',
  us: 'We underwrite',
}

/** The form's answer in words. */
export const MODE_LABELS: Readonly<Record<string, string>> = {
  '': 'Not answered',
  yes: DEFAULT_MODE_LABELS.partner,
  no: DEFAULT_MODE_LABELS.us,
}

/** The mode as a form answer; `''` for `ask`. */
export const modeAnswer = (mode: DefaultMode): '' | 'yes' | 'no' =>
  mode === 'ask' ? '' : mode === 'partner' ? 'yes' : 'no'

/** A new draft with the default mode. `ask` keeps the draft's own. */
export function withDefaultMode<T extends AnyDraft>(draft: T, mode: DefaultMode): T {
  if (mode === 'ask' || !(MODE_FIELD in draft.options)) return draft
  return { ...draft, options: { ...draft.options, [MODE_FIELD]: modeAnswer(mode) } }
}

/**
 * Why the mode may not change from one answer to another; null if it may. Under a default, only underwriters change
 * it, but anyone may set the default in a draft that is older than it.
 */
export function modeChangeProblem({
  before,
  after,
  defaultMode,
  mayChange,
}: {
  before: string
  after: string
  defaultMode: DefaultMode
  mayChange: boolean
}): string | null {
  const takesDefault = before === '' && after === modeAnswer(defaultMode)
  if (before === after || defaultMode === 'ask' || mayChange || takesDefault) return null
  return 'Only an underwriter can change who underwrites this application. Reload the page; nothing was saved.'
}
