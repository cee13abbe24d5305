'use client'

import type { ReactNode } from 'react'
import { Button } from '@/components/ui/button'
import { DoneNotice, FailureNotice, StaleNotice } from './save-notices'
import type { useSettingForm } from './use-setting-form'

/** The frame of a page of Settings that is saved as one: who was first, the fields, and the save. */
export function SettingForm({
  label,
  frame: { form, busy, failure, stale, isChanged, done, submit, discard },
  children,
}: {
  label: string
  frame: ReturnType<typeof useSettingForm>['frame']
  children: ReactNode
}) {
  return (
    <form
      ref={form}
      onSubmit={submit}
      noValidate
      aria-label={label}
      className="flex max-w-3xl flex-col gap-4"
    >
      {stale && (
        <StaleNotice stale={stale} what="page" onDiscard={isChanged ? discard : undefined}>
          Below is what you chose, and it is not saved yet: look it over, and save if it shall be so.
        </StaleNotice>
      )}
      {children}
      <FailureNotice failure={failure} />
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Button type="submit" variant="primary" busy={busy}>
          Save
        </Button>
        {isChanged && (
          <>
            <Button variant="ghost" onClick={discard}>
              Discard changes
            </Button>
            <span className="text-sm text-muted">Not saved yet</span>
          </>
        )}
        <DoneNotice>{done}</DoneNotice>
      </div>
    </form>
  )
}
