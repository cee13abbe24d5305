import { Option } from '@/components/forms/option'
import { Callout } from '@/components/ui/callout'
import { DateTime } from '@/components/ui/date-time'
import { rowNumbers } from '@/lib/domain/application/import/check-rows'
import type { ApplicationKind } from '@/lib/domain/application/kind'
import { KIND_LABELS } from '@/lib/domain/application/kind-labels'
import type { EarlierImport } from '@/lib/server/applications/import'

/** The same file was imported before: continue that import, or confirm importing it again. */
export function EarlierNotice({
  earlier: { startedBy, startedAt, drafts, made, leftOut, kind: earlierKind },
  kind,
  continues,
  again,
  onAgain,
}: {
  earlier: EarlierImport
  kind: ApplicationKind
  continues: boolean
  again: boolean
  onAgain: (again: boolean) => void
}) {
  const who = (
    <>
      {startedBy} imported it on <DateTime at={startedAt} />
      {earlierKind !== kind && `, as “${KIND_LABELS[earlierKind].name}”`}
    </>
  )
  return continues ? (
    <Callout
      tone="info"
      live="status"
      title={`${made.length} of ${drafts} drafts of this file are there already`}
    >
      {who}.{' '}
      {made.length < drafts
        ? 'It stopped before its end. Going on makes the others, and none twice.'
        : 'Only its answer was lost. None is made twice.'}
      {leftOut.length > 0 &&
        ` Left out then, and left out still: ${leftOut.length === 1 ? 'row' : 'rows'} ${rowNumbers(leftOut)}.`}
    </Callout>
  ) : (
    <Callout tone="warn" live="status" title="This file was imported before">
      <p>
        {who}: {drafts === 1 ? 'one draft was' : `${drafts} drafts were`} made of it.
      </p>
      <div className="mt-1.5">
        <Option
          type="checkbox"
          label="Its applications are wanted a second time"
          checked={again}
          onChange={(event) => onAgain(event.target.checked)}
        />
      </div>
    </Callout>
  )
}
