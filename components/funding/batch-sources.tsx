'use client'

import { ClipboardPaste, Download, FileSpreadsheet, Table2, Webhook } from 'lucide-react'
import { useId } from 'react'
import { callbackAddress } from '@/components/callbacks/callback-address'
import { Button, LinkButton } from '@/components/ui/button'
import { classNames } from '@/components/ui/class-names'
import { DropHint, FilePick } from '@/components/ui/file-pick'
import { useFileDrop } from '@/components/ui/use-file-drop'
import { BATCH_TEMPLATE, FIELD_NOUNS } from '@/lib/domain/funding/columns'
import { MAX_FILE_BYTES, MAX_LINES } from '@/lib/domain/funding/limits'
import { counted } from '@/lib/domain/values/counted'
import type { CheckedBatch } from './batch-messages'
import { SOURCE_LABELS } from './funding-labels'
import { type Provided, saveFile } from './use-batch-file'

/** The ways to start a batch: a file, pasted cells, an empty draft, or sales of the callback log. */
export function BatchSources({
  provided,
  checked,
  checking,
  busy,
  unfundedSales,
  onBring,
  onByHand,
}: {
  provided: Provided | null
  checked: CheckedBatch | null
  checking: boolean
  busy: boolean
  /** Counted up to 1,000; null for people who cannot see the log. */
  unfundedSales: number | null
  onBring: (provided: Provided) => void
  onByHand: () => void
}) {
  const id = useId()
  const { over, zone } = useFileDrop(({ files: [file] }) => file && !busy && onBring({ file }))
  return (
    <div {...zone} className="overflow-clip rounded-lg border border-line bg-surface">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 px-4 py-4">
        <FileSpreadsheet className="size-5 shrink-0 text-muted max-sm:hidden" aria-hidden="true" />
        <div className="min-w-0 flex-1 basis-60">
          {provided ? (
            <>
              <p className="font-medium break-all">
                {'file' in provided ? <bdi>{provided.file.name}</bdi> : 'Pasted cells'}
              </p>
              <p role="status" className="text-sm text-muted">
                {checking
                  ? 'Reading and checking…'
                  : checked
                    ? `${SOURCE_LABELS[checked.source]}, ${counted(checked.rows, 'row')}. Nothing has been stored yet.`
                    : 'Not read.'}
              </p>
            </>
          ) : (
            <>
              <p className="font-medium">Drop a CSV, Excel or JSON file anywhere on this page</p>
              <p className="text-sm text-muted">
                Up to {MAX_LINES.toLocaleString('en-US')} rows and {MAX_FILE_BYTES / 1024 / 1024} MB. One
                funding amount per row; keep the rows of a transaction together.
              </p>
              <p className="text-sm text-muted">
                Columns: {FIELD_NOUNS.transactionId} or {FIELD_NOUNS.retrievalReferenceNumber},{' '}
                {FIELD_NOUNS.merchantId} and {FIELD_NOUNS.amount}.
              </p>
            </>
          )}
        </div>
        {!provided && (
          <Button
            size="small"
            variant="ghost"
            onClick={() => saveFile(new Blob([BATCH_TEMPLATE], { type: 'text/csv' }), 'funding-amounts.csv')}
          >
            <Download aria-hidden="true" />
            CSV template
          </Button>
        )}
        <FilePick
          label="File with funding amounts"
          accept=".csv,.tsv,.txt,.json,.xlsx,text/csv,application/json"
          primary={!provided}
          disabled={busy}
          onFile={(file) => onBring({ file })}
        >
          {provided ? 'Choose another file' : 'Choose a file'}
        </FilePick>
      </div>
      {!provided && (
        <div
          className={classNames(
            'grid border-t border-line',
            unfundedSales === null ? 'lg:grid-cols-2' : 'lg:grid-cols-3',
          )}
        >
          <div className="flex flex-col gap-1 px-4 py-4">
            <label htmlFor={`${id}-paste`} className="flex items-center gap-2 font-medium">
              <ClipboardPaste className="size-4 text-muted" aria-hidden="true" />
              Paste cells
            </label>
            <textarea
              id={`${id}-paste`}
              rows={2}
              disabled={busy}
              aria-describedby={`${id}-paste-hint`}
              placeholder="Click here, then Ctrl+V or ⌘V"
              className="control resize-none font-mono text-xs"
              onPaste={(event) => {
                const pasted = event.clipboardData.getData('text/plain')
                if (pasted.trim() === '') return
                event.preventDefault()
                onBring({ pasted })
              }}
              // Keyboards and tools that type instead of pasting finish by leaving the box.
              onBlur={({ target }) => target.value.trim() !== '' && onBring({ pasted: target.value })}
            />
            <p id={`${id}-paste-hint`} className="text-xs text-muted">
              Copy them from a spreadsheet, with or without a header row.
            </p>
          </div>
          <div className="flex flex-col items-start gap-1 border-line px-4 py-4 max-lg:border-t lg:border-s">
            <p className="flex items-center gap-2 font-medium">
              <Table2 className="size-4 text-muted" aria-hidden="true" />
              By hand
            </p>
            <p className="mb-2 text-sm text-muted">Type or paste rows into a grid.</p>
            <Button busy={busy} onClick={onByHand}>
              Start with an empty grid
            </Button>
          </div>
          {unfundedSales !== null && <FromCallbacks unfundedSales={unfundedSales} />}
        </div>
      )}
      {over && !busy && <DropHint>Drop the file to read it</DropHint>}
    </div>
  )
}

const COUNTED = 1_000

/** Sales are selected in the log, where a person sees what each of them is. */
function FromCallbacks({ unfundedSales }: { unfundedSales: number }) {
  return (
    <div className="flex flex-col items-start gap-1 border-line px-4 py-4 max-lg:border-t lg:border-s">
      <p className="flex items-center gap-2 font-medium">
        <Webhook className="size-4 text-muted" aria-hidden="true" />
        From the callback log
      </p>
      <p className="mb-2 text-sm text-muted">
        {unfundedSales === 0
          ? 'No approved sales are waiting to be funded.'
          : `${unfundedSales >= COUNTED ? `More than ${COUNTED.toLocaleString('en-US')} approved sales are` : unfundedSales === 1 ? '1 approved sale is' : `${unfundedSales} approved sales are`} not funded yet. Choose and split them there.`}
      </p>
      {unfundedSales > 0 && (
        <LinkButton href={callbackAddress({ funding: ['unfunded'] })}>Choose unfunded sales</LinkButton>
      )}
    </div>
  )
}
