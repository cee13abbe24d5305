'use client'

import { Bookmark, Settings2 } from 'lucide-react'
import dynamic from 'next/dynamic'
import { type ReactNode, useState } from 'react'
import { notLoaded } from '@/components/shell/not-loaded'
import { Button } from '@/components/ui/button'
import { classNames } from '@/components/ui/class-names'
import { Link } from '@/components/ui/link'
import { type ApplicationListQuery, applicationList } from '@/lib/domain/application/list-query'
import type { ApplicationListView } from '@/lib/server/applications/list-loaders'
import type { SavedView } from '@/lib/server/applications/saved-views'
import { listAddress, viewAddress } from './application-list-address'

const ViewDialog = dynamic(() => import('./list-view-dialog').catch(notLoaded), { loading: () => null })

/** The views of the list: all, mine, unassigned, and saved ones. */
export function ListViews({ list, query }: { list: ApplicationListView; query: ApplicationListQuery }) {
  const [dialog, setDialog] = useState<'save' | SavedView | null>(null)
  const here = sameQuery(query)
  const saved = list.views.find((view) => sameView(view) === here)
  const changed = here !== '' && !saved
  const tab = (title: string, assignee: ApplicationListQuery['assignee']) => (
    <ViewLink
      href={listAddress({ ...applicationList.all, columns: query.columns, sort: query.sort, assignee })}
      here={!saved && (query.assignee === assignee || (assignee === null && isSomebody(query.assignee)))}
    >
      {title}
    </ViewLink>
  )
  return (
    <div className="flex flex-wrap items-center gap-x-3 border-b border-line">
      <nav aria-label="Views" className="-mb-px min-w-0">
        <ul className="flex flex-wrap gap-x-1">
          {tab('All', null)}
          {tab('Mine', 'me')}
          {tab('Unassigned', 'nobody')}
          {list.views.map((view) => (
            <ViewLink key={view.id} href={viewAddress(view.query)} here={view.id === saved?.id}>
              <Bookmark className="size-3.5 shrink-0 text-muted" aria-hidden="true" />
              <bdi className="truncate">{view.name}</bdi>
            </ViewLink>
          ))}
        </ul>
      </nav>
      {saved && (
        <Button size="small" variant="ghost" className="ms-auto" onClick={() => setDialog(saved)}>
          <Settings2 aria-hidden="true" />
          Change this view
        </Button>
      )}
      {changed && (
        <Button size="small" variant="ghost" className="ms-auto" onClick={() => setDialog('save')}>
          <Bookmark aria-hidden="true" />
          Save this view
        </Button>
      )}
      {dialog && (
        <ViewDialog
          view={dialog === 'save' ? null : dialog}
          query={here}
          views={list.views}
          onClose={() => setDialog(null)}
        />
      )}
    </div>
  )
}

/** The query as a saved view stores it. */
const sameQuery = (query: ApplicationListQuery): string => applicationList.write({ ...query, cursor: null })
const sameView = (view: SavedView): string => sameQuery(applicationList.read(new URLSearchParams(view.query)))

const isSomebody = (assignee: ApplicationListQuery['assignee']) =>
  assignee !== null && assignee !== 'me' && assignee !== 'nobody'

function ViewLink({
  href,
  here,
  children,
}: {
  href: ReturnType<typeof listAddress>
  here: boolean
  children: ReactNode
}) {
  return (
    <li className="min-w-0">
      <Link
        href={href}
        aria-current={here ? 'true' : undefined}
        className={classNames(
          'inline-flex h-9 max-w-60 items-center gap-1.5 rounded-t-md border-b-2 px-2.5 font-medium focus-visible:-outline-offset-2 pointer-coarse:h-11',
          here ? 'border-accent text-accent-ink' : 'border-transparent text-muted hover:text-ink',
        )}
      >
        {children}
      </Link>
    </li>
  )
}
