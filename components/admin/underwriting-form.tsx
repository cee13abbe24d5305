'use client'

import { FieldFrame, GroupFrame } from '@/components/forms/field-frame'
import { Option } from '@/components/forms/option'
import { moneyText } from '@/components/ui/money'
import { Panel } from '@/components/ui/panel'
import type { Precheck } from '@/lib/domain/application/status'
import { DEFAULT_MODE_LABELS, DEFAULT_MODES } from '@/lib/domain/application/underwriting-mode'
import {
  readUnderwritingRules,
  type TypedUnderwritingRules,
  typedUnderwritingRules,
} from '@/lib/domain/settings/underwriting-rules'
import { saveUnderwritingAction } from '@/lib/server/admin/settings/actions'
import type { UnderwritingRules } from '@/lib/server/settings'
import { SettingForm } from './setting-form'
import type { KeptEdits } from './use-edit'
import { useSettingForm } from './use-setting-form'

type Typed = TypedUnderwritingRules

const kept: KeptEdits<UnderwritingRules, Typed> = new Map()

function isSame(stored: UnderwritingRules, typed: Typed): boolean {
  const untouched = typedUnderwritingRules(stored)
  return (
    typed.precheck === untouched.precheck &&
    typed.defaultMode === untouched.defaultMode &&
    typed.hasFourEyes === untouched.hasFourEyes &&
    (!typed.hasFourEyes || typed.fourEyesAbove === untouched.fourEyesAbove) &&
    typed.hoursAllowed === untouched.hoursAllowed
  )
}

const PRECHECKS: readonly { value: Precheck; label: string; means: string }[] = [
  { value: 'off', label: 'Off', means: 'Staff submit it directly.' },
  {
    value: 'optional',
    label: 'Optional',
    means: 'Staff may hand it to our underwriters first, and may submit it without them.',
  },
  {
    value: 'required',
    label: 'Required',
    means: 'Our underwriters must approve it before it can be submitted.',
  },
]

const precheckLabel = (precheck: Precheck): string =>
  PRECHECKS.find(({ value }) => value === precheck)?.label ?? precheck

const limitText = (fourEyesAbove: string | null): string =>
  fourEyesAbove === null ? 'never' : `above ${moneyText(fourEyesAbove)} a month`

const changesIn = (before: UnderwritingRules, after: UnderwritingRules): string[] => [
  ...(before.precheck === after.precheck
    ? []
    : [`Made the look at what the partner underwrites “${precheckLabel(after.precheck)}”.`]),
  ...(before.defaultMode === after.defaultMode
    ? []
    : [`Default for new applications: ${DEFAULT_MODE_LABELS[after.defaultMode]}.`]),
  ...(before.fourEyesAbove === after.fourEyesAbove
    ? []
    : [`Two people decide: ${limitText(after.fourEyesAbove)}.`]),
  ...(before.hoursAllowed === after.hoursAllowed ? [] : [`Allowed ${after.hoursAllowed} hours.`]),
]

/** How our own underwriters work: one save for all of it. */
export function UnderwritingForm({ rules }: { rules: UnderwritingRules }) {
  const { typed, change, findingsAt, frame } = useSettingForm({
    id: 'underwriting',
    kept,
    brought: rules,
    begin: typedUnderwritingRules,
    isSame,
    problemsOf: (now) => readUnderwritingRules(now).problems,
    save: (base, now) => saveUnderwritingAction({ base, typed: now }),
    changesIn,
  })

  return (
    <SettingForm label="Underwriting" frame={frame}>
      <Panel title="Who underwrites new applications">
        <GroupFrame
          path="defaultMode"
          meta={{
            label: 'Default underwriting mode',
            hint: 'Copied and imported PayFac applications follow it too. Full applications are always underwritten by the partner.',
          }}
          required
        >
          {DEFAULT_MODES.map((value) => (
            <Option
              key={value}
              type="radio"
              name="defaultMode"
              checked={typed.defaultMode === value}
              onChange={() => change({ defaultMode: value })}
              label={<span className="font-medium">{DEFAULT_MODE_LABELS[value]}</span>}
              note={
                value === 'ask'
                  ? 'Staff answer it on each application.'
                  : 'Only an underwriter can change it on an application.'
              }
            />
          ))}
        </GroupFrame>
      </Panel>
      <Panel title="What the partner underwrites">
        <GroupFrame path="precheck" meta={{ label: 'A look by our own underwriters first' }} required>
          {PRECHECKS.map(({ value, label, means }) => (
            <Option
              key={value}
              type="radio"
              name="precheck"
              checked={typed.precheck === value}
              onChange={() => change({ precheck: value })}
              label={<span className="font-medium">{label}</span>}
              note={means}
            />
          ))}
        </GroupFrame>
      </Panel>
      <Panel title="Four eyes">
        <Option
          type="checkbox"
          checked={typed.hasFourEyes}
          onChange={({ target }) => change({ hasFourEyes: target.checked })}
          label={<span className="font-medium">Above a monthly volume two underwriters decide</span>}
        />
        <p className="mt-1 mb-3 max-w-prose ps-6 text-sm text-muted">
          The first decision has no effect until another underwriter confirms it. A volume that is not known
          counts as above.
        </p>
        {typed.hasFourEyes && (
          <FieldFrame
            path="fourEyesAbove"
            meta={{
              label: 'Highest monthly volume, in US dollars',
              hint: 'With 0 two people decide always.',
            }}
            required
            findings={findingsAt('fourEyesAbove')}
            className="max-w-xs ps-6"
          >
            {(control) => (
              <input
                {...control}
                type="text"
                inputMode="decimal"
                maxLength={40}
                value={typed.fourEyesAbove}
                onChange={({ target }) => change({ fourEyesAbove: target.value })}
                className="control text-end"
              />
            )}
          </FieldFrame>
        )}
      </Panel>
      <Panel title="Time">
        <FieldFrame
          path="hoursAllowed"
          meta={{
            label: 'Hours until a case is overdue',
            hint: 'The clock runs from the hand-over to the decision, nights and weekends too, and stands while staff have the case. A second hand-over without a decision between goes on from where it stood.',
          }}
          required
          findings={findingsAt('hoursAllowed')}
          className="max-w-xs"
        >
          {(control) => (
            <input
              {...control}
              type="text"
              inputMode="numeric"
              maxLength={10}
              value={typed.hoursAllowed}
              onChange={({ target }) => change({ hoursAllowed: target.value })}
              className="control text-end"
            />
          )}
        </FieldFrame>
      </Panel>
    </SettingForm>
  )
}
