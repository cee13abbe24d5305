import { useEffect, useState } from 'react'
import { FieldFrame, GroupFrame } from '@/components/forms/field-frame'
import type { Finding } from '@/components/forms/findings'
import { Option } from '@/components/forms/option'
import type { SettingField, TypedLimit } from '@/lib/domain/settings/setting-fields'

type Props<Typed> = {
  name: string
  field: Omit<SettingField, 'control'>
  typed: Typed
  findings: readonly Finding[]
  onType: (typed: Typed) => void
}

/** One value of a setting, with the control from its definition. */
export function SettingControl({
  field: { control, ...field },
  typed,
  ...rest
}: Omit<Props<unknown>, 'field'> & { field: SettingField }) {
  const { name, onType } = rest
  switch (control.kind) {
    case 'flag':
      return (
        <Switch
          name={name}
          label={field.label}
          means={control.means}
          checked={typed === true}
          onChange={onType}
        />
      )
    case 'choice':
      return (
        <GroupFrame path={name} meta={{ label: field.label, hint: field.hint }} required role="radiogroup">
          {control.options.map(({ value, label, note }) => (
            <Option
              key={value}
              type="radio"
              name={name}
              checked={typed === value}
              onChange={() => onType(value)}
              label={<span className="font-medium">{label}</span>}
              note={note}
            />
          ))}
        </GroupFrame>
      )
    case 'select':
      return <Select {...rest} field={field} typed={String(typed)} options={control.options} />
    case 'time-zone':
      return <TimeZoneSelect {...rest} field={field} typed={String(typed)} />
    case 'text':
      return <Box {...rest} field={field} keyboard={control.keyboard} typed={String(typed)} />
    case 'limit': {
      const now = typed as TypedLimit
      return (
        <div>
          <Switch
            name={name}
            label={control.option}
            means={control.means}
            checked={now.on}
            onChange={(on) => onType({ ...now, on })}
          />
          {now.on && (
            <Box
              {...rest}
              field={field}
              keyboard={control.keyboard}
              typed={now.text}
              className="mt-1 ps-6"
              onType={(text) => onType({ ...now, text })}
            />
          )}
        </div>
      )
    }
  }
}

function Select({
  name,
  field: { label, hint },
  typed,
  options,
  findings,
  onType,
}: Props<string> & { options: readonly { value: string; label: string }[] }) {
  return (
    <FieldFrame path={name} meta={{ label, hint }} required findings={findings} className="max-w-md">
      {(control) => (
        <select
          {...control}
          value={typed}
          onChange={({ target }) => onType(target.value)}
          className="control control-select max-w-xs"
        >
          {options.map(({ value, label: words }) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </select>
      )}
    </FieldFrame>
  )
}

/** The browser's own list, once the script runs. The server's list may differ, and both render the page. */
function TimeZoneSelect(props: Props<string>) {
  const [zones, setZones] = useState<readonly string[]>([])
  useEffect(() => setZones(Intl.supportedValuesOf('timeZone')), [])
  const options = [...new Set(['UTC', props.typed, ...zones])].map((zone) => ({
    value: zone,
    label: zone.replaceAll('_', ' '),
  }))
  return <Select {...props} options={options} />
}

function Switch({
  name,
  label,
  means,
  checked,
  onChange,
}: {
  name: string
  label: string
  means: string | undefined
  checked: boolean
  onChange: (on: boolean) => void
}) {
  return (
    <div>
      <Option
        type="checkbox"
        label={<span className="font-medium">{label}</span>}
        aria-describedby={means && `${name}-means`}
        checked={checked}
        onChange={({ target }) => onChange(target.checked)}
      />
      {means && (
        <p id={`${name}-means`} className="max-w-prose ps-6 text-sm text-muted">
          {means}
        </p>
      )}
    </div>
  )
}

function Box({
  name,
  field: { label, hint },
  keyboard,
  typed,
  findings,
  onType,
  className = '',
}: Props<string> & { keyboard: 'numeric' | 'decimal'; className?: string }) {
  return (
    <FieldFrame
      path={name}
      meta={{ label, hint }}
      required
      findings={findings}
      className={`max-w-md ${className}`}
    >
      {(control) => (
        <input
          {...control}
          type="text"
          inputMode={keyboard}
          maxLength={40}
          value={typed}
          onChange={({ target }) => onType(target.value)}
          className="control max-w-xs text-end"
        />
      )}
    </FieldFrame>
  )
}
