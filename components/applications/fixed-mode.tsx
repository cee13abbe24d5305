'use client'

import { type FieldValues, useController } from 'react-hook-form'
import { GroupFrame } from '@/components/forms/field-frame'
import type { FieldText } from '@/components/forms/field-meta'
import { useFieldFindings } from '@/components/forms/findings'
import { Button } from '@/components/ui/button'
import {
  DEFAULT_MODE_LABELS,
  type DefaultMode,
  MODE_FIELD,
  MODE_LABELS,
  modeAnswer,
} from '@/lib/domain/application/underwriting-mode'

/** Who underwrites, if Settings decide it. Only a draft from before that setting still has to answer. */
export function FixedMode({ meta, defaultMode }: { meta: FieldText; defaultMode: DefaultMode }) {
  const { path, findings, onFocus, onBlur } = useFieldFindings(MODE_FIELD)
  const { field } = useController<FieldValues>({ name: MODE_FIELD })
  const answer = typeof field.value === 'string' ? field.value : ''
  return (
    <GroupFrame
      {...{ path, findings, onFocus, onBlur }}
      required={answer === ''}
      meta={{
        ...meta,
        hint: 'Settings decide it. Only an underwriter can change it on an application, on its review step.',
      }}
    >
      <p className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <span className="font-medium">{MODE_LABELS[answer] ?? MODE_LABELS['']}</span>
        {answer === '' && (
          <Button size="small" onClick={() => field.onChange(modeAnswer(defaultMode))}>
            Use the default: {DEFAULT_MODE_LABELS[defaultMode]}
          </Button>
        )}
      </p>
    </GroupFrame>
  )
}
