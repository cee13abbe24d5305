'use client'

import { Option } from '@/components/forms/option'
import { Panel } from '@/components/ui/panel'
import { saveRulesAction } from '@/lib/server/admin/settings/actions'
import type { Rules } from '@/lib/server/settings'
import { SettingForm } from './setting-form'
import type { KeptEdits } from './use-edit'
import { useSettingForm } from './use-setting-form'

const kept: KeptEdits<Rules, Rules> = new Map()
const asStored = (rules: Rules) => rules
const isSame = (a: Rules, b: Rules) => RULES.every(({ name }) => a[name] === b[name])

type RuleText = { name: keyof Rules; title: string; label: string; means: string }

const RULES: readonly RuleText[] = [
  {
    name: 'resendNeedsSecondPerson',
    title: 'Unknown outcomes',
    label: 'Sending an unknown outcome again takes two people',
    means:
      'When the partner’s answer was lost, the same request can be sent again. If the partner has the application after all, its records are made twice; funding amounts are set once more. With this rule whoever had it sent cannot do that alone: another person sends it, or confirms that the partner does not have it.',
  },
]

const changesIn = (before: Rules, after: Rules): string[] =>
  RULES.filter(({ name }) => before[name] !== after[name]).map(
    ({ name, label }) => `Turned ${after[name] ? 'on' : 'off'} “${label}”.`,
  )

/** What an admin decides about how people work here: one save for all of it. */
export function RulesForm({ rules }: { rules: Rules }) {
  const { typed, change, frame } = useSettingForm({
    id: 'rules',
    kept,
    brought: rules,
    begin: asStored,
    isSame,
    problemsOf: () => [],
    save: (base, now) => saveRulesAction({ base, rules: now }),
    changesIn,
  })

  return (
    <SettingForm label="Rules" frame={frame}>
      {RULES.map(({ name, title, label, means }) => (
        <Panel key={name} title={title}>
          <Option
            type="checkbox"
            label={<span className="font-medium">{label}</span>}
            aria-describedby={`${name}-means`}
            checked={typed[name]}
            onChange={({ target }) => change({ [name]: target.checked })}
          />
          <p id={`${name}-means`} className="mt-1 max-w-prose ps-6 text-sm text-muted">
            {means}
          </p>
        </Panel>
      ))}
    </SettingForm>
  )
}
