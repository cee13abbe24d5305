'use client'

import dynamic from 'next/dynamic'
import { useRouter } from 'next/navigation'
import { useRef, useState } from 'react'
import { FieldFrame } from '@/components/forms/field-frame'
import { useLeaveGuard } from '@/components/shell/leave-guard'
import { newUuid } from '@/components/shell/new-uuid'
import { notLoaded } from '@/components/shell/not-loaded'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { Money } from '@/components/ui/money'
import { Panel } from '@/components/ui/panel'
import { amountsWords } from '@/lib/domain/funding/sum-of-lines'
import { counted } from '@/lib/domain/values/counted'
import { routes } from '@/lib/routes'
import type { NewBatchView } from '@/lib/server/funding/views'
import { AmountQuestion } from './amount-question'
import { ProfileChoice } from './batch-choices'
import { BatchColumns } from './batch-columns'
import type { CheckedBatch, Choice } from './batch-messages'
import { BatchProblems } from './batch-problems'
import { type AnsweredBatch, type CreateProblem, createBatch, MAX_BATCH_NAME } from './batch-requests'
import { BatchSources } from './batch-sources'
import { FundedAlready } from './funded-already'
import { SameFileNotice } from './same-file-notice'
import { type Provided, useBatchFile } from './use-batch-file'

const SignInAgainDialog = dynamic(
  () =>
    import('@/components/shell/sign-in-again-dialog').then((file) => file.SignInAgainDialog).catch(notLoaded),
  { loading: () => null },
)

/** From a file or pasted cells to a draft: bring in, check, create. */
export function NewBatchBoard({ profiles, email, unfundedSales }: NewBatchView) {
  const router = useRouter()
  const [profileId, setProfileId] = useState(profiles[0]?.profileId ?? '')
  const [name, setName] = useState('')
  const [batchId, setBatchId] = useState('')
  // One ID for all presses on this page, so that two presses create one empty batch.
  const [emptyBatchId] = useState(newUuid)
  const [creating, setCreating] = useState(false)
  const [refused, setRefused] = useState<CreateProblem | null>(null)
  const [signingIn, setSigningIn] = useState(false)
  const isSignedOut = refused?.reason === 'failed' && refused.signedOut
  const batch = useBatchFile()
  const { checked, provided } = batch
  const profileOf = (id: string) => profiles.find((one) => one.profileId === id) ?? NO_PROFILE
  const profile = profileOf(profileId)

  /** The batch was created or the input given up, so leaving loses nothing. */
  const isOver = useRef(false)
  const guard = useLeaveGuard({
    isDirty: () => !isOver.current && (name.trim() !== '' || provided !== null),
    flush: async () =>
      'The name, the file and its column mapping are stored with the batch, once it is created.',
    discard: () => {
      isOver.current = true
    },
  })

  function read(next: Provided) {
    if (creating) return
    setRefused(null)
    setBatchId(newUuid())
    batch.read(next, profile)
  }
  function choose(choice: Choice) {
    batch.choose(choice, profile)
  }
  function chooseProfile(next: string) {
    setProfileId(next)
    if (checked) batch.choose(checked, profileOf(next))
  }
  async function create(again: boolean, byHand = false) {
    const choice = checked && isAnswered(checked) ? checked : null
    if (creating || (!byHand && (!provided || !choice))) return
    setCreating(true)
    const id = byHand ? emptyBatchId : batchId
    const problem = await createBatch(byHand ? null : provided, {
      batchId: id,
      profileId,
      name: name.trim(),
      again,
      choice: byHand ? null : choice,
    })
    setRefused(problem)
    if (problem) return setCreating(false)
    isOver.current = true
    router.push(routes.fundingBatch(id))
  }

  return (
    <div className="flex flex-col gap-4">
      {guard}
      <Panel>
        <div className="grid gap-x-8 gap-y-4 lg:grid-cols-2">
          <ProfileChoice
            profiles={profiles}
            chosen={profileId}
            disabled={creating}
            onChoose={chooseProfile}
          />
          <FieldFrame
            path="name"
            meta={{ label: 'Name', hint: 'If blank, the batch is named after its file.' }}
          >
            {(control) => (
              <input
                {...control}
                value={name}
                maxLength={MAX_BATCH_NAME}
                disabled={creating}
                autoComplete="off"
                onChange={({ target }) => setName(target.value)}
                className="control"
              />
            )}
          </FieldFrame>
        </div>
      </Panel>
      <BatchSources
        provided={provided}
        checked={checked}
        checking={batch.checking}
        busy={creating}
        unfundedSales={unfundedSales}
        onBring={read}
        onByHand={() => void create(false, true)}
      />
      {batch.problem && (
        <Callout tone="bad" live="alert" title="It could not be read">
          {batch.problem}
        </Callout>
      )}
      {checked && (
        <>
          <FundedAlready batches={checked.fundedBefore} transactions={checked.totals.transactions}>
            Create this batch only to change what was funded. The issues below name each row.
          </FundedAlready>
          <BatchColumns
            checked={checked}
            remembered={batch.remembered.columns}
            disabled={creating}
            onChoose={choose}
            onChooseSheet={(sheet) => batch.chooseSheet(sheet, profile)}
          />
          <AmountQuestion
            checked={checked}
            remembered={batch.remembered.amounts}
            disabled={creating}
            onChoose={(amountStyle) => choose({ ...checked, amountStyle })}
          />
          <BatchProblems checked={checked} checking={batch.checking} onDownload={batch.downloadProblems} />
        </>
      )}
      {refused?.reason === 'same-file' ? (
        <SameFileNotice earlier={refused.earlier} onAgain={() => void create(true)} />
      ) : (
        refused && (
          <Callout
            tone="bad"
            live="alert"
            title="Batch not created"
            actions={
              isSignedOut && (
                <Button size="small" variant="primary" onClick={() => setSigningIn(true)}>
                  Sign in again
                </Button>
              )
            }
          >
            {refused.message}
          </Callout>
        )
      )}
      {signingIn && (
        <SignInAgainDialog
          email={email}
          onSignedIn={async () => {
            setSigningIn(false)
            void create(false, !checked)
          }}
          onPostponed={() => setSigningIn(false)}
        />
      )}
      {checked && (
        <CreateBar
          checked={checked}
          busy={creating}
          waits={batch.checking}
          onCreate={() => void create(false)}
        />
      )}
    </div>
  )
}

const NO_PROFILE = { profileId: '', amountUnit: 'minor' } as const

const isAnswered = (checked: CheckedBatch): checked is AnsweredBatch => checked.amountStyle !== null

const whatIsOpen = (missing: readonly string[]): string =>
  missing.length > 0
    ? missing.map((name) => `Choose the ${name} column.`).join(' ')
    : 'Choose dollars or cents.'

/** Stays in sight below a long list of problems. */
function CreateBar({
  checked: { totals, missing, amountStyle },
  busy,
  waits,
  onCreate,
}: {
  checked: CheckedBatch
  busy: boolean
  waits: boolean
  onCreate: () => void
}) {
  const isUsable = missing.length === 0 && totals.lines > 0 && amountStyle !== null
  return (
    <div className="sticky bottom-3 z-20 flex flex-wrap items-center justify-between gap-3 rounded-lg border border-line bg-raised px-4 py-3 shadow-raised">
      <p role="status" className="min-w-0 flex-1 basis-64 text-sm text-muted">
        {isUsable ? (
          <>
            <span className="font-medium text-ink">
              {counted(totals.transactions, 'transaction')}, {amountsWords(totals)},{' '}
              <Money amountMinor={totals.amountMinor} />
            </span>
            {totals.errors > 0
              ? `. ${counted(totals.errors, 'error')} can be fixed in the draft. Nothing is sent.`
              : '. Nothing is sent until someone else approves it.'}
          </>
        ) : (
          whatIsOpen(missing)
        )}
      </p>
      <Button variant="primary" busy={busy} disabled={waits || !isUsable} onClick={onCreate}>
        {totals.errors > 0 ? 'Create draft and fix errors' : 'Create batch'}
      </Button>
    </div>
  )
}
