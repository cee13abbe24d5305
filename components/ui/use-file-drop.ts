import { useEffect, useEffectEvent, useState } from 'react'

/** Takes files that are dropped anywhere on the page; `over` while they are held above it. */
export function useFileDrop(onFiles: (files: readonly File[]) => void): { over: boolean } {
  const [over, setOver] = useState(false)
  const take = useEffectEvent(onFiles)

  useEffect(() => {
    // Entering a child leaves its parent: the page is left when as many were left as were entered.
    let depth = 0
    const holdsFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') === true
    const enter = (event: DragEvent) => {
      if (!holdsFiles(event)) return
      depth += 1
      setOver(true)
    }
    const leave = (event: DragEvent) => {
      if (!holdsFiles(event)) return
      depth -= 1
      if (depth <= 0) setOver(false)
    }
    const allow = (event: DragEvent) => {
      if (holdsFiles(event)) event.preventDefault()
    }
    const dropped = (event: DragEvent) => {
      depth = 0
      setOver(false)
      if (!event.dataTransfer || !holdsFiles(event)) return
      event.preventDefault()
      take([...event.dataTransfer.files])
    }
    const listening = new AbortController()
    const { signal } = listening
    window.addEventListener('dragenter', enter, { signal })
    window.addEventListener('dragleave', leave, { signal })
    window.addEventListener('dragover', allow, { signal })
    window.addEventListener('drop', dropped, { signal })
    return () => listening.abort()
  }, [])

  return { over }
}
