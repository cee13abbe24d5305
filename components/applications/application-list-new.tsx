'use client'

import { ChevronDown, Plus, Upload } from 'lucide-react'
import { useId } from 'react'
import { TroubleLine } from '@/components/forms/trouble-notice'
import { useBegin } from '@/components/shell/use-begin'
import { Button, LinkButton } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
import { Popover } from '@/components/ui/popover'
import { KIND_LABELS } from '@/lib/domain/application/kind-labels'
import { APPLICATION_KINDS } from '@/lib/domain/application/list-query'
import { routes } from '@/lib/routes'

/**
 * Starts a draft of the usual kind and opens its first step; the menu beside it offers the other kind. A double
 * click starts only one. A file can start many at once.
 */
export function NewApplicationButton() {
  const kinds = useId()
  const { start, busy, trouble } = useBegin()
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <TroubleLine trouble={trouble} />
      <LinkButton href={routes.importApplications}>
        <Upload aria-hidden="true" />
        Import
      </LinkButton>
      <div className="flex">
        <form action={() => void start('payfac')}>
          <Button type="submit" variant="primary" busy={busy} className="rounded-e-none">
            <Plus aria-hidden="true" />
            New PayFac application
          </Button>
        </form>
        <Button
          variant="primary"
          popoverTarget={kinds}
          aria-label="Choose the kind of the new application"
          title="Choose the kind"
          className="rounded-s-none border-s-on-accent/35 px-2"
        >
          <ChevronDown aria-hidden="true" />
        </Button>
      </div>
      <Popover id={kinds} label="Kinds of application" className="w-80 p-1">
        <ul>
          {APPLICATION_KINDS.map((kind) => (
            <li key={kind}>
              <form action={() => void start(kind)}>
                <button
                  type="submit"
                  aria-disabled={busy || undefined}
                  className="w-full rounded-md px-3 py-2 text-start hover:bg-sunken focus-visible:-outline-offset-2"
                >
                  <span className="block font-medium">{KIND_LABELS[kind].name}</span>
                  <span className="block text-sm text-muted">{KIND_LABELS[kind].meaning}</span>
                </button>
              </form>
            </li>
          ))}
          <li className="mt-1 border-t border-line pt-1">
            <Link
              href={routes.adoptApplication}
              className="block w-full rounded-md px-3 py-2 text-start hover:bg-sunken focus-visible:-outline-offset-2"
            >
              <span className="block font-medium">Existing application…</span>
              <span className="block text-sm text-muted">
                One that the partner has already: add it by its record IDs.
              </span>
            </Link>
          </li>
          <li>
            <Link
              href={routes.importApplications}
              className="block rounded-md px-3 py-2 hover:bg-sunken focus-visible:-outline-offset-2"
            >
              <span className="block font-medium">Import from a file</span>
              <span className="block text-sm text-muted">
                Drafts from the rows of a CSV, XLSX or JSON file.
              </span>
            </Link>
          </li>
        </ul>
      </Popover>
    </div>
  )
}
