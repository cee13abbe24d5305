'use client'

import { useEffect, useState } from 'react'
import { sizeText } from './document-words'

const SHOWN_BYTES = 512 * 1024

/** `charset`: the encoding that the desk detected. */
type Shown = { text: string; whole: boolean; charset: string }

/** Plain text in the page's font; markup is not interpreted. Of a long text, only the beginning. */
export function TextView({ address, name }: { address: string; name: string }) {
  const [shown, setShown] = useState<Shown | 'failed' | null>(null)

  useEffect(() => {
    const controller = new AbortController()
    readBeginning(address, controller.signal).then(setShown, () => {
      if (!controller.signal.aborted) setShown('failed')
    })
    return () => controller.abort()
  }, [address])

  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard
      tabIndex={0}
      aria-label={name}
      className="h-full overflow-auto rounded-md border border-line bg-surface p-4"
    >
      {shown === 'failed' ? (
        <p className="text-muted">
          The desk did not give this text. Close it and open it again, or download it.
        </p>
      ) : (
        shown && (
          <>
            {shown.charset !== 'utf-8' && (
              <p className="mb-3 border-b border-line pb-2 text-sm text-muted">
                Shown as {CHARSETS[shown.charset] ?? shown.charset}.
              </p>
            )}
            <pre dir="auto" className="font-mono text-sm break-words whitespace-pre-wrap">
              {shown.text}
            </pre>
            {!shown.whole && (
              <p className="mt-4 border-t border-line pt-2 text-sm text-muted">
                Its first {sizeText(SHOWN_BYTES)} are shown. Download it to read all of it.
              </p>
            )}
          </>
        )
      )}
    </section>
  )
}

async function readBeginning(address: string, signal: AbortSignal): Promise<Shown> {
  const response = await fetch(address, { signal })
  if (!response.ok || !response.body) throw new Error(`The content answered ${response.status}.`)
  const reader = response.body.getReader()
  const charset = /charset=([\w-]+)/.exec(response.headers.get('content-type') ?? '')?.[1] ?? 'utf-8'
  const decoder = new TextDecoder(charset)
  let text = ''
  let bytes = 0
  while (bytes < SHOWN_BYTES) {
    const { done, value } = await reader.read()
    if (done) return { text: text + decoder.decode(), whole: true, charset }
    bytes += value.byteLength
    text += decoder.decode(value, { stream: true })
  }
  await reader.cancel()
  return { text, whole: false, charset }
}

const CHARSETS: Readonly<Record<string, string>> = {
  'iso-8859-1': 'Latin-1 (ISO 8859-1)',
  'windows-1252': 'Western European (Windows-1252)',
  'utf-16le': 'UTF-16 (little-endian)',
  'utf-16be': 'UTF-16 (big-endian)',
}
