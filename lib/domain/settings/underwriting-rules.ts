import type { Precheck } from '@/lib/domain/application/status'
import { DEFAULT_MODE_LABELS, type DefaultMode } from '@/lib/domain/application/underwriting-mode'
import { defineSetting, type SettingOf } from './define-setting'
import { choice, count, dollarLimit, MAX_DOLLARS } from './setting-fields'

const MAX_HOURS = 1_000
const DECIDED_HERE = 'Only an underwriter can change it on an application.'

/** How our own underwriters work. */
export const underwritingRules = defineSetting({
  key: 'underwriting',
  title: 'Underwriting',
  group: 'Approvals',
  intro:
    'Rules for our underwriters, who always decide if the partner does not underwrite. Changes apply to open applications too.',
  permission: 'admin:settings',
  audit: 'underwriting-rules-changed',
  guards: true,
  fields: {
    defaultMode: choice<DefaultMode>({
      panel: 'Who underwrites new applications',
      label: 'Default underwriting mode',
      hint: 'Copied and imported PayFac applications follow it too. Full applications are always underwritten by the partner.',
      options: [
        { value: 'ask', label: DEFAULT_MODE_LABELS.ask, note: 'Staff answer it on each application.' },
        { value: 'partner', label: DEFAULT_MODE_LABELS.partner, note: DECIDED_HERE },
        { value: 'us', label: DEFAULT_MODE_LABELS.us, note: DECIDED_HERE },
      ],
      fallback: 'ask',
    }),
    precheck: choice<Precheck>({
      panel: 'What the partner underwrites',
      label: 'Review by our underwriters first',
      options: [
        { value: 'off', label: 'Off', note: 'Staff submit it directly.' },
        {
          value: 'optional',
          label: 'Optional',
          note: 'Staff may send it to our underwriters first, and may submit it without them.',
        },
        {
          value: 'required',
          label: 'Required',
          note: 'Our underwriters must approve it before it can be submitted.',
        },
      ],
      fallback: 'off',
    }),
    /** Dollars a month. Null: one underwriter decides whatever the volume. */
    fourEyesAbove: dollarLimit({
      panel: 'Dual approval',
      option: 'Two underwriters decide above a monthly volume',
      means:
        'The first decision takes effect once another underwriter confirms it. An unknown volume counts as above.',
      label: 'Highest monthly volume, in US dollars',
      hint: '0: two people always decide.',
      problem: `Enter the volume in dollars (at most ${MAX_DOLLARS}), such as 100,000; or turn this limit off.`,
      fallback: '100000',
    }),
    hoursAllowed: count({
      panel: 'Time',
      label: 'Hours until a case is overdue',
      hint: 'The clock runs until the decision, nights and weekends included, and is paused while onboarding has the case. A second round without a decision continues the same clock.',
      min: 1,
      max: MAX_HOURS,
      problem: `Enter whole hours, from 1 to ${MAX_HOURS.toLocaleString('en-US')}.`,
      fallback: 48,
    }),
  },
})

export type UnderwritingRules = SettingOf<typeof underwritingRules>
