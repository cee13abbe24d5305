'use client'

import { FileSpreadsheet } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { Button } from '@/components/ui/button'
import { useFileDrop } from '@/components/ui/use-file-drop'

/** Takes one file that is dropped anywhere on the page, or picked. */
export function ImportDropZone({
  chosen,
  busy,
  onFile,
}: {
  /** What is said of the file that is open; null while there is none. */
  chosen: ReactNode
  busy: boolean
  onFile: (file: File) => void
}) {
  const picker = useRef<HTMLInputElement>(null)
  const { over } = useFileDrop(([file]) => file && !busy && onFile(file))
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 rounded-lg border border-dashed border-line-strong bg-surface px-4 py-4">
        <FileSpreadsheet className="size-5 shrink-0 text-muted max-sm:hidden" aria-hidden="true" />
        <div className="min-w-0 flex-1 basis-60">
          {chosen ?? (
            <>
              <p className="font-medium">Drop a CSV or JSON file anywhere on this page</p>
              <p className="text-sm text-muted">
                Up to 1,000 applications and 5 MB, one application in each row or object.
              </p>
            </>
          )}
        </div>
        <input
          ref={picker}
          type="file"
          accept=".csv,.tsv,.txt,.json,text/csv,application/json"
          aria-label="File with applications"
          tabIndex={-1}
          className="hidden"
          onChange={(event) => {
            const [file] = event.target.files ?? []
            if (file) onFile(file)
            // So that the same file can be picked again.
            event.target.value = ''
          }}
        />
        <Button
          variant={chosen ? 'secondary' : 'primary'}
          disabled={busy}
          onClick={() => picker.current?.click()}
        >
          {chosen ? 'Choose another file' : 'Choose a file'}
        </Button>
      </div>
      {over && !busy && (
        <div className="pointer-events-none fixed inset-2 z-40 grid place-items-center rounded-lg border-2 border-dashed border-accent bg-accent-soft/85">
          <p className="text-xl font-semibold text-accent-ink">Drop the file to read it</p>
        </div>
      )}
    </>
  )
}
