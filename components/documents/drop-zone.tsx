'use client'

import { Upload } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { useFileDrop } from '@/components/ui/use-file-drop'
import { ACCEPTED_MEDIA_TYPES } from '@/lib/domain/documents/document-kinds'

const EXTENSIONS = Object.values(ACCEPTED_MEDIA_TYPES).flat().join(',')

/** Every picture from the clipboard is called `image.png`; the time tells several apart. */
function named(file: File): File {
  if (!/^image\.\w+$/.test(file.name)) return file
  const at = new Date().toISOString().slice(0, 19).replace('T', ' ').replaceAll(':', '.')
  return new File([file], `Pasted ${at}${file.name.slice('image'.length)}`, file)
}

/** Takes files that are dropped anywhere on the page, pasted, or picked. */
export function DropZone({ onFiles }: { onFiles: (files: readonly File[]) => void }) {
  const picker = useRef<HTMLInputElement>(null)
  const [folders, setFolders] = useState(false)

  const { over, zone } = useFileDrop((data) => {
    // A folder looks like an empty file, and its contents are not read.
    const entries = [...data.items].filter(({ kind }) => kind === 'file')
    const isFolder = entries.map((entry) => entry.webkitGetAsEntry()?.isDirectory === true)
    setFolders(isFolder.includes(true))
    const files = [...data.files].filter((_, index) => isFolder[index] !== true)
    if (files.length > 0) onFiles(files)
  })

  const pasted = useEffectEvent((data: DataTransfer) => onFiles([...data.files].map(named)))

  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const typing = event.target instanceof Element && event.target.closest('input, textarea') !== null
      if (typing || !event.clipboardData || event.clipboardData.files.length === 0) return
      event.preventDefault()
      pasted(event.clipboardData)
    }
    window.addEventListener('paste', paste)
    return () => window.removeEventListener('paste', paste)
  }, [])

  return (
    <div {...zone}>
      <div className="flex flex-wrap items-center justify-center gap-x-4 gap-y-2 rounded-lg border border-dashed border-line-strong bg-surface px-4 py-5 text-center">
        <Upload className="size-5 text-muted max-sm:hidden" aria-hidden="true" />
        <div className="min-w-0 sm:text-start">
          <p className="font-medium">Drop files anywhere on this page, or paste them</p>
          <p className="text-sm text-muted">
            PDF, images and plain text, up to 100 MB each, as many as you like.
          </p>
        </div>
        <input
          ref={picker}
          type="file"
          multiple
          accept={EXTENSIONS}
          tabIndex={-1}
          aria-hidden="true"
          className="hidden"
          onChange={(event) => {
            onFiles([...(event.target.files ?? [])])
            // Without this, picking the same file again fires no event.
            event.target.value = ''
          }}
        />
        <Button variant="primary" onClick={() => picker.current?.click()}>
          Choose files
        </Button>
      </div>
      {folders && (
        <p role="alert" className="mt-1.5 text-sm text-bad-ink">
          Folders cannot be added. Open the folder and drop the files in it.
        </p>
      )}
      {over && (
        <div className="pointer-events-none fixed inset-2 z-40 flex items-end justify-center rounded-lg border-2 border-dashed border-accent p-6">
          <p className="rounded-lg bg-accent-soft px-4 py-2 text-lg font-semibold text-accent-ink shadow-raised">
            Drop the files anywhere, or one file on its place in the list
          </p>
        </div>
      )}
    </div>
  )
}
