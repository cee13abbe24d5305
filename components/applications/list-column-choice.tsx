'use client'

import { Columns3 } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { type FormEvent, useId, useRef } from 'react'
import { CarriedQuery, formQuery } from '@/components/lists/carried-query'
import { Button } from '@/components/ui/button'
import { Popover } from '@/components/ui/popover'
import { type ApplicationListQuery, applicationList, LIST_COLUMNS } from '@/lib/domain/application/list-query'
import { listAddress } from './application-list-address'
import { COLUMN_VIEWS, shownColumns } from './list-columns'

/** Which columns are shown besides number, merchant and status. Part of the address and of saved views. */
export function ColumnChoice({ query }: { query: ApplicationListQuery }) {
  const router = useRouter()
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const shown = shownColumns(query.columns)

  function choose(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    close()
    router.push(listAddress(applicationList.read(formQuery(event.currentTarget))))
  }

  function standard() {
    close()
    router.push(listAddress({ ...query, columns: null }))
  }

  const close = () => form.current?.closest<HTMLElement>('[popover]')?.hidePopover()

  return (
    <>
      <Button popoverTarget={id}>
        <Columns3 aria-hidden="true" />
        Columns
      </Button>
      <Popover id={id} label="Columns" className="w-60 p-3">
        {/* A new form for each list, so a box that was changed and not applied is reset. */}
        <form key={shown.join()} ref={form} onSubmit={choose} className="flex flex-col gap-3">
          <CarriedQuery query={applicationList.write({ ...query, columns: null })} />
          <fieldset className="flex flex-col gap-0.5">
            <legend className="mb-1 text-sm font-medium">Beside number, merchant and status</legend>
            {LIST_COLUMNS.map((column) => (
              <label key={column} className="flex min-h-6 items-center gap-2 pointer-coarse:min-h-9">
                <input
                  type="checkbox"
                  name="column"
                  value={column}
                  defaultChecked={shown.includes(column)}
                  className="size-4"
                />
                {COLUMN_VIEWS[column].title}
              </label>
            ))}
          </fieldset>
          <div className="flex gap-2">
            <Button type="submit" size="small" variant="primary">
              Show these
            </Button>
            <Button size="small" variant="ghost" onClick={standard}>
              Standard
            </Button>
          </div>
        </form>
      </Popover>
    </>
  )
}
