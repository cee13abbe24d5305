'use client'

import { FileSpreadsheet } from 'lucide-react'
import type { ReactNode } from 'react'
import { DropHint, FilePick } from '@/components/ui/file-pick'
import { useFileDrop } from '@/components/ui/use-file-drop'

/** Accepts one file, dropped anywhere on the page or picked. */
export function ImportDropZone({
  chosen,
  busy,
  onFile,
}: {
  /** Describes the open file; null if there is none. */
  chosen: ReactNode
  busy: boolean
  onFile: (file: File) => void
}) {
  const { over, zone } = useFileDrop(({ files: [file] }) => file && !busy && onFile(file))
  return (
    <>
      <div
        {...zone}
        className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 rounded-lg border border-dashed border-line-strong bg-surface px-4 py-4"
      >
        <FileSpreadsheet className="size-5 shrink-0 text-muted max-sm:hidden" aria-hidden="true" />
        <div className="min-w-0 flex-1 basis-60">
          {chosen ?? (
            <>
              <p className="font-medium">Drop a CSV, XLSX or JSON file anywhere on this page</p>
              <p className="text-sm text-muted">
                Up to 1,000 applications and 5 MB, one application in each row or object.
              </p>
            </>
          )}
        </div>
        <FilePick
          label="File with applications"
          accept=".csv,.tsv,.txt,.xlsx,.json,text/csv,application/json,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
          primary={!chosen}
          disabled={busy}
          onFile={onFile}
        >
          {chosen ? 'Choose another file' : 'Choose a file'}
        </FilePick>
      </div>
      {over && !busy && <DropHint>Drop the file to read it</DropHint>}
    </>
  )
}
