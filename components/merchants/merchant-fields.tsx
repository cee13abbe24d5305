'use client'

import { useId } from 'react'
import { FieldFrame } from '@/components/forms/field-frame'
import { newShare, readShares, ShareEditor, type TypedShare } from '@/components/funding/share-editor'
import { typedShares } from '@/components/funding/stored-split'
import { Button } from '@/components/ui/button'
import { splitAmount } from '@/lib/domain/funding/split'
import { storedShares } from '@/lib/domain/merchants/default-split'
import type { StoredShare } from '@/lib/domain/merchants/merchant'
import type { Problem } from '@/lib/domain/values/problem'

/** `shares`: empty if the merchant gets all of each sale; `selfKey`: the row of the merchant's own share. */
type MerchantForm = {
  merchantId: string
  name: string
  application: string
  shares: TypedShare[]
  selfKey: number | null
}

export function formOf(
  merchant: { merchantId: string; name: string; application: string },
  split: readonly StoredShare[],
): MerchantForm {
  const shares = typedShares(split)
  return {
    ...merchant,
    shares,
    selfKey: shares.find(({ merchantId }) => merchantId === merchant.merchantId)?.key ?? null,
  }
}

/** The form's values in the shape that the actions take. */
export const inputOf = ({ merchantId, name, application, shares }: MerchantForm) => ({
  merchantId,
  name,
  application,
  split: storedShares(readShares(shares)),
})

/** The fields show how a sale of this amount would be split. */
const EXAMPLE_MINOR = 10_000n

export function MerchantFields({
  form,
  isNew,
  problems,
  onChange,
}: {
  form: MerchantForm
  isNew: boolean
  problems: readonly Problem[]
  onChange: (form: MerchantForm) => void
}) {
  const id = useId()
  const findingsAt = (path: string) =>
    problems
      .filter((problem) => problem.path === path)
      .map(({ message }) => ({ severity: 'error' as const, message }))

  function changeId(merchantId: string) {
    const shares = form.shares.map((share) =>
      share.key === form.selfKey && share.merchantId === form.merchantId ? { ...share, merchantId } : share,
    )
    onChange({ ...form, merchantId, shares })
  }

  return (
    <div className="flex flex-col gap-4">
      <div className="grid gap-x-5 gap-y-4 sm:grid-cols-2">
        {isNew && (
          <FieldFrame
            path={`${id}-merchantId`}
            meta={{ label: 'Merchant ID', hint: 'As the processor knows it. It cannot be changed later.' }}
            required
            findings={findingsAt('merchantId')}
          >
            {(control) => (
              <input
                {...control}
                type="text"
                autoComplete="off"
                autoCapitalize="off"
                spellCheck={false}
                value={form.merchantId}
                maxLength={200}
                onChange={({ target }) => changeId(target.value.trim())}
                className="control font-mono"
              />
            )}
          </FieldFrame>
        )}
        <FieldFrame path={`${id}-name`} meta={{ label: 'Name' }} required findings={findingsAt('name')}>
          {(control) => (
            <input
              {...control}
              type="text"
              autoComplete="off"
              value={form.name}
              maxLength={200}
              onChange={({ target }) => onChange({ ...form, name: target.value })}
              className="control"
            />
          )}
        </FieldFrame>
        <FieldFrame
          path={`${id}-application`}
          meta={{ label: 'Application', hint: 'Its number, such as A-1042.' }}
          findings={findingsAt('application')}
        >
          {(control) => (
            <input
              {...control}
              type="text"
              autoComplete="off"
              value={form.application}
              maxLength={20}
              onChange={({ target }) => onChange({ ...form, application: target.value })}
              className="control"
            />
          )}
        </FieldFrame>
      </div>
      <DefaultSplit id={`${id}-split`} form={form} problems={problems} onChange={onChange} />
    </div>
  )
}

function DefaultSplit({
  id,
  form,
  problems,
  onChange,
}: {
  id: string
  form: MerchantForm
  problems: readonly Problem[]
  onChange: (form: MerchantForm) => void
}) {
  const { shares, merchantId } = form
  const found = problems
    .filter(({ path }) => path === 'split' || path.startsWith('split.'))
    .map(({ path, message }) => ({ index: path === 'split' ? null : Number(path.slice(6)), message }))
  const example = splitAmount(EXAMPLE_MINOR, readShares(shares))
  return (
    <fieldset className="flex min-w-0 flex-col gap-3">
      <legend className="mb-1 text-sm font-medium">Default split</legend>
      {shares.length === 0 ? (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <p className="text-sm text-muted">All of each sale goes to this merchant.</p>
          <Button
            size="small"
            onClick={() => onChange({ ...form, shares: [newShare(0), newShare(1, merchantId)], selfKey: 1 })}
          >
            Split each sale
          </Button>
        </div>
      ) : (
        <>
          <p className="text-sm text-muted">
            The last payee takes the remainder. Amounts beside the shares are those of a $100.00 sale.
          </p>
          <ShareEditor
            id={id}
            shares={shares}
            self={merchantId}
            result={found.length > 0 ? { ok: false, problems: found } : example}
            showsProblems={found.length > 0}
            atMost={20}
            onChange={(next) => onChange({ ...form, shares: next })}
          />
          <p role="alert" className="text-sm text-bad-ink empty:hidden">
            {found
              .filter(({ index }) => index === null)
              .map(({ message }) => message)
              .join(' ')}
          </p>
          <div>
            <Button
              size="small"
              variant="ghost"
              onClick={() => onChange({ ...form, shares: [], selfKey: null })}
            >
              Remove the split
            </Button>
          </div>
        </>
      )}
    </fieldset>
  )
}
