'use client'

import { UserRoundPlus } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useId, useState } from 'react'
import { focusField } from '@/components/forms/focus-field'
import { TroubleLine } from '@/components/forms/trouble-notice'
import { useDeskAction } from '@/components/forms/use-desk-action'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { Panel } from '@/components/ui/panel'
import type { OwnerCopy } from '@/lib/domain/application/sole-owner'
import { addSoleOwnerAction } from '@/lib/server/applications/actions'

/** Creates a sole proprietor's owner from the details of the business, and says what is missing. */
export function SoleOwner({
  applicationId,
  firstId,
  beforeAdding,
}: {
  applicationId: string
  /** The ID of the first contact; null if there is none. */
  firstId: string | null
  /** Saves unsaved changes; false if that failed. */
  beforeAdding: () => Promise<boolean>
}) {
  const router = useRouter()
  const [taxIdIsSsn, setTaxIdIsSsn] = useState(false)
  const { run, busy, trouble } = useDeskAction(async (input: Parameters<typeof addSoleOwnerAction>[0]) =>
    (await beforeAdding()) ? addSoleOwnerAction(input) : NOT_ADDED,
  )
  const id = useId()
  const [added, setAdded] = useState<(OwnerCopy & { ownerId: string }) | null>(null)

  async function add() {
    const called = await run({ applicationId, taxIdIsSsn })
    if (!called?.ok) return
    setAdded(called.data)
    router.refresh()
    focusWhenThere('contacts.items.0.dateOfBirth')
  }

  if (firstId !== null) {
    return (
      added?.ownerId === firstId && (
        <Callout tone="good" live="status" title="Owner added from the business">
          <p>Copied: {IN_WORDS.format(added.copied)}.</p>
          <p>Not copied: {IN_WORDS.format(added.left)}.</p>
        </Callout>
      )
    )
  }
  return (
    <Panel title="Owner is the business">
      <p className="text-sm">
        Add the owner with the name, email and address of the business. You then see what was copied and what
        was not.
      </p>
      <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button busy={busy} onClick={() => void add()}>
          <UserRoundPlus aria-hidden="true" />
          Add the owner from the business
        </Button>
        <label htmlFor={id} className="flex items-center gap-2 text-sm">
          <input
            id={id}
            type="checkbox"
            checked={taxIdIsSsn}
            onChange={({ target }) => setTaxIdIsSsn(target.checked)}
          />
          The federal tax ID is the owner’s Social Security number
        </label>
      </div>
      <TroubleLine trouble={trouble} className="mt-2" />
    </Panel>
  )
}

const IN_WORDS = new Intl.ListFormat('en-US')
const NOT_ADDED = { data: { ok: false as const, message: 'The owner was not added. Try again.' } }

/** The new contact arrives with the page's new data. Then its first blank field gets the focus. */
function focusWhenThere(path: string, tries = 40) {
  const isThere = document.querySelector(`[data-field="${CSS.escape(path)}"]`) !== null
  if (isThere) focusField(path)
  else if (tries > 0) setTimeout(() => focusWhenThere(path, tries - 1), 50)
}
