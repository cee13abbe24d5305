'use client'

import { type FormEvent, useState } from 'react'
import { FieldFrame } from '@/components/forms/field-frame'
import { Button } from '@/components/ui/button'
import { Panel } from '@/components/ui/panel'
import { isLockedStage } from '@/lib/domain/application/status'
import { setStageAction } from '@/lib/server/sandbox/actions'
import { ControlNotice } from './control-notice'
import { STAGES } from './sandbox-labels'
import { useControl } from './use-control'

/** The select's value for a stage that is not in the list. */
const ANOTHER = ''

/** Moves an application to another stage, as the partner's staff would. */
export function StagePanel({ opportunityId, stage }: { opportunityId: string; stage: string }) {
  const [chosen, setChosen] = useState(STAGES.includes(stage) ? stage : ANOTHER)
  const [typed, setTyped] = useState(STAGES.includes(stage) ? '' : stage)
  const [done, setDone] = useState('')
  const control = useControl(setStageAction)
  const wanted = chosen === ANOTHER ? typed : chosen

  async function submit(event: FormEvent) {
    event.preventDefault()
    setDone('')
    const result = await control.run({ opportunityId, stage: wanted })
    if (result.ok) setDone(`The stage is now “${result.data?.stage ?? wanted}”.`)
  }

  return (
    <Panel title="Stage">
      <form ref={control.form} onSubmit={submit} noValidate className="flex flex-col items-start gap-3">
        <FieldFrame
          path="stage"
          meta={{ label: 'Stage', required: true, hint: stageHint(wanted) }}
          findings={chosen === ANOTHER ? [] : control.findings('stage')}
          className="w-full"
        >
          {(props) => (
            <select
              {...props}
              value={chosen}
              onChange={({ target }) => setChosen(target.value)}
              className="control control-select"
            >
              {STAGES.map((name) => (
                <option key={name}>{name}</option>
              ))}
              <option value={ANOTHER}>Another stage…</option>
            </select>
          )}
        </FieldFrame>
        {chosen === ANOTHER && (
          <FieldFrame
            path="another-stage"
            meta={{ label: 'Its name', required: true }}
            findings={control.findings('stage')}
            className="w-full"
          >
            {(props) => (
              <input
                {...props}
                type="text"
                autoComplete="off"
                value={typed}
                onChange={({ target }) => setTyped(target.value)}
                className="control"
              />
            )}
          </FieldFrame>
        )}
        <Button type="submit" variant="primary" busy={control.busy}>
          Set the stage
        </Button>
        <ControlNotice problem={control.problem} done={done} />
      </form>
    </Panel>
  )
}

const stageHint = (stage: string): string =>
  isLockedStage(stage)
    ? 'Updates of the application are rejected in this stage (rule 13).'
    : 'Updates of the application are accepted in this stage.'
