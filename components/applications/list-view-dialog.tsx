'use client'

import { useRouter } from 'next/navigation'
import { type FormEvent, useId, useState } from 'react'
import { troubleWords } from '@/components/forms/action-answer'
import { usePress } from '@/components/forms/use-press'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { Dialog } from '@/components/ui/dialog'
import { routes } from '@/lib/routes'
import {
  deleteViewAction,
  renameViewAction,
  replaceViewAction,
  saveViewAction,
} from '@/lib/server/applications/list-actions'
import type { SavedView } from '@/lib/server/applications/saved-views'

/** Loaded when it is first opened, hence a default export. `view`: the view to change; null saves a new one. */
export default function ViewDialog({
  view,
  query,
  views,
  onClose,
}: {
  view: SavedView | null
  /** The list's current query. */
  query: string
  views: readonly SavedView[]
  onClose: () => void
}) {
  const router = useRouter()
  const { busy, trouble, press } = usePress()
  const [replaced, setReplaced] = useState('')
  const id = useId()

  async function run(change: Change, act: () => ReturnType<typeof saveViewAction>) {
    const called = await press(change, act)
    if (!called?.ok) return
    onClose()
    if (change === 'delete') router.push(routes.applications)
  }

  function keep(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const name = String(new FormData(event.currentTarget).get('name'))
    if (view) void run('keep', () => renameViewAction({ viewId: view.id, name }))
    else if (replaced) void run('keep', () => replaceViewAction({ viewId: replaced, query }))
    else void run('keep', () => saveViewAction({ name, query }))
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={view ? 'Change this view' : 'Save this view'}
      description={
        view
          ? 'To keep other filters or columns under its name, set them in the list and save that.'
          : 'Its search, filters and columns, under a name above the list. Only you see it.'
      }
      footer={
        <>
          {view && (
            <Button
              variant="danger"
              className="me-auto"
              busy={busy === 'delete'}
              onClick={() => run('delete', () => deleteViewAction({ viewId: view.id }))}
            >
              Delete the view
            </Button>
          )}
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={id} variant="primary" busy={busy === 'keep'}>
            {view ? 'Rename' : replaced ? 'Replace' : 'Save'}
          </Button>
        </>
      }
    >
      <form id={id} onSubmit={keep} className="flex flex-col gap-3">
        {!replaced && (
          <div className="flex flex-col gap-1">
            <label htmlFor={`${id}-name`} className="text-sm font-medium">
              Name
            </label>
            <input
              id={`${id}-name`}
              name="name"
              required
              pattern=".*\S.*"
              title="At least one character"
              maxLength={60}
              autoComplete="off"
              defaultValue={view?.name}
              className="control"
            />
          </div>
        )}
        {!view && views.length > 0 && (
          <div className="flex flex-col gap-1">
            <label htmlFor={`${id}-replaced`} className="text-sm font-medium">
              In place of <span className="font-normal text-faint">(optional)</span>
            </label>
            <select
              id={`${id}-replaced`}
              value={replaced}
              onChange={({ target }) => setReplaced(target.value)}
              className="control control-select"
            >
              <option value="">None: a new view</option>
              {views.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          </div>
        )}
        {trouble && (
          <Callout tone="bad" title="Couldn’t complete" live="alert">
            {troubleWords(trouble)}
          </Callout>
        )}
      </form>
    </Dialog>
  )
}

type Change = 'keep' | 'delete'
