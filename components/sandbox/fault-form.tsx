'use client'

import { type FormEvent, useState } from 'react'
import { FieldFrame, Findings } from '@/components/forms/field-frame'
import { Button } from '@/components/ui/button'
import { Panel } from '@/components/ui/panel'
import { setFaultAction } from '@/lib/server/sandbox/actions'
import type { ControlEndpoint, ControlFaultMode } from '@/lib/server/sandbox/controls'
import { ControlNotice } from './control-notice'
import { ENDPOINTS, endpointLabel, FAULT_MODES, faultMode } from './sandbox-labels'
import { useControl } from './use-control'

/** The fault for the next requests to an endpoint. Replaces an earlier one. */
export function FaultForm({ onSet }: { onSet: () => void }) {
  const [endpoint, setEndpoint] = useState<ControlEndpoint>('application')
  const [mode, setMode] = useState<ControlFaultMode>('status')
  const [figures, setFigures] = useState({ times: '1', delayMs: '', status: '' })
  const [done, setDone] = useState('')
  const control = useControl(setFaultAction)
  const { delay, status } = faultMode(mode) ?? {}

  async function submit(event: FormEvent) {
    event.preventDefault()
    setDone('')
    const result = await control.run({
      endpoint,
      mode,
      times: figures.times,
      // Values that this mode does not use stay in their boxes.
      delayMs: delay ? figures.delayMs : undefined,
      status: status ? figures.status : undefined,
    })
    if (!result.ok) return
    setDone(`Set. It applies to the next requests to “${endpointLabel(endpoint)}”.`)
    onSet()
  }

  const figure = (name: keyof typeof figures, label: string, hint: string, required: boolean) => (
    <FieldFrame path={`fault.${name}`} meta={{ label, required, hint }} findings={control.findings(name)}>
      {(props) => (
        <input
          {...props}
          type="text"
          inputMode="numeric"
          autoComplete="off"
          value={figures[name]}
          onChange={({ target }) => setFigures((before) => ({ ...before, [name]: target.value }))}
          className="control max-w-36 text-end"
        />
      )}
    </FieldFrame>
  )

  return (
    <Panel title="Set a fault">
      <form ref={control.form} onSubmit={submit} noValidate className="flex flex-col gap-4">
        <FieldFrame
          path="fault.endpoint"
          meta={{
            label: 'Endpoint',
            required: true,
            hint: 'A fault applies to requests that would be accepted. Requests rejected for another reason do not use it up.',
          }}
          findings={control.findings('endpoint')}
        >
          {(props) => (
            <select
              {...props}
              value={endpoint}
              onChange={({ target }) => {
                const chosen = ENDPOINTS.find(({ name }) => name === target.value)
                if (chosen) setEndpoint(chosen.name)
              }}
              className="control control-select max-w-60"
            >
              {ENDPOINTS.map(({ name, label }) => (
                <option key={name} value={name}>
                  {label}
                </option>
              ))}
            </select>
          )}
        </FieldFrame>
        <fieldset className="min-w-0">
          <legend className="mb-1 text-sm font-medium">What happens</legend>
          <div className="overflow-clip rounded-md border border-line">
            {FAULT_MODES.map((entry) => (
              <ModeOption
                key={entry.name}
                mode={entry}
                chosen={entry.name === mode}
                onChoose={() => setMode(entry.name)}
              />
            ))}
          </div>
          <Findings path="fault.mode" findings={control.findings('mode')} />
        </fieldset>
        <div className="grid gap-3 sm:grid-cols-3">
          {figure('times', 'How many requests', 'From 1 to 1,000,000.', true)}
          {status && figure('status', status.label, status.hint, false)}
          {delay && figure('delayMs', delay.label, delay.hint, false)}
        </div>
        <div className="flex flex-wrap items-center gap-3">
          <Button type="submit" variant="primary" busy={control.busy}>
            Set the fault
          </Button>
          {!control.problem && <ControlNotice problem={null} done={done} />}
        </div>
        {control.problem && <ControlNotice problem={control.problem} />}
      </form>
    </Panel>
  )
}

function ModeOption({
  mode: { name, label, does, desk },
  chosen,
  onChoose,
}: {
  mode: (typeof FAULT_MODES)[number]
  chosen: boolean
  onChoose: () => void
}) {
  return (
    <label className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2.5 border-b border-line px-3 py-2.5 last:border-b-0 has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-accent">
      <input
        type="radio"
        name="mode"
        value={name}
        checked={chosen}
        onChange={onChoose}
        aria-labelledby={`mode-${name}`}
        aria-describedby={`mode-${name}-words`}
        className="mt-0.5 size-4 focus-visible:outline-none"
      />
      <span>
        <span id={`mode-${name}`} className="block font-medium">
          {label}
        </span>
        <span id={`mode-${name}-words`} className="block text-sm text-muted">
          {does} <strong className="font-medium text-ink">The desk:</strong> {desk}
        </span>
      </span>
    </label>
  )
}
