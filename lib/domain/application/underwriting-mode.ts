import type { AnyDraft } from './draft'

/**
 * The mode is the answer to whether the partner underwrites, or we do. A PayFac application tells the partner of it
 * (`Opp.Is_SVC_Underwriting__c`); of a full one it is ours alone, and left blank the partner underwrites it.
 */
export const MODE_FIELD = 'partnerUnderwrites'
export const MODE_PATH = `options.${MODE_FIELD}`

export const DEFAULT_MODES = ['ask', 'partner', 'us'] as const
/** What new applications begin with; `ask`: whoever fills in the form answers. */
export type DefaultMode = (typeof DEFAULT_MODES)[number]

export const DEFAULT_MODE_LABELS: Readonly<Record<DefaultMode, string>> = {
  ask: 'Ask each time',
  partner: 'The partner underwrites',
  us: 'We underwrite',
}

/** The answer of a form, in words. */
export const MODE_LABELS: Readonly<Record<string, string>> = {
  '': 'Not answered',
  yes: DEFAULT_MODE_LABELS.partner,
  no: DEFAULT_MODE_LABELS.us,
}

/** The answer in a form: `''` where nothing is decided beforehand. */
export const modeAnswer = (mode: DefaultMode): '' | 'yes' | 'no' =>
  mode === 'ask' ? '' : mode === 'partner' ? 'yes' : 'no'

/** A new draft with the default in place of whatever mode it came with. */
export function withDefaultMode<T extends AnyDraft>(draft: T, mode: DefaultMode): T {
  if (mode === 'ask' || !(MODE_FIELD in draft.options)) return draft
  return { ...draft, options: { ...draft.options, [MODE_FIELD]: modeAnswer(mode) } }
}

/**
 * Why a save of the options may not go from one answer to another; null where it may. Under a default the mode is
 * an underwriter's to change; a draft from before the default may be given it by anybody.
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
