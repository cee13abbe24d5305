'use client'

import { UserRoundPlus } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useId, useState } from 'react'
import { focusField } from '@/components/forms/focus-field'
import { Button } from '@/components/ui/button'
import { Panel } from '@/components/ui/panel'
import { addSoleOwnerAction } from '@/lib/server/applications/actions'

/** A sole proprietor is typed once: the owner is made from the details of the business. */
export function SoleOwner({
  applicationId,
  beforeAdding,
}: {
  applicationId: string
  /** Saves what is not saved yet; false where that failed. */
  beforeAdding: () => Promise<boolean>
}) {
  const router = useRouter()
  const [taxIdIsSsn, setTaxIdIsSsn] = useState(false)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const id = useId()

  async function add() {
    setBusy(true)
    setProblem(null)
    const saved = await beforeAdding()
    const answer = saved ? await addSoleOwnerAction({ applicationId, taxIdIsSsn }).catch(() => null) : null
    setBusy(false)
    const result = answer?.data
    if (!result?.ok) {
      setProblem(result?.message ?? answer?.serverError?.message ?? 'The owner was not added. Try again.')
      return
    }
    router.refresh()
    focusWhenThere('contacts.items.0.dateOfBirth')
  }

  return (
    <Panel title="Owner is the business">
      <p className="text-sm">
        Add the owner with the name, email and address of the business. Nothing has to be typed twice.
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
      <p role="alert" className="mt-2 text-sm text-bad-ink empty:hidden">
        {problem}
      </p>
    </Panel>
  )
}

/** The form takes the person with the page's new data; the first thing that is still to be typed gets the focus. */
function focusWhenThere(path: string, tries = 40) {
  const isThere = document.querySelector(`[data-field="${CSS.escape(path)}"]`) !== null
  if (isThere) focusField(path)
  else if (tries > 0) setTimeout(() => focusWhenThere(path, tries - 1), 50)
}
