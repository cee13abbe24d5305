import { useEffect, useEffectEvent, useState } from 'react'
import { dropAgain } from './early-drop'
import { useReady } from './use-ready'

/**
 * Takes files that are dropped anywhere on the page; `over` while they are held above it. `zone` goes on an element:
 * by it, what is dropped before the app runs is kept and taken.
 */
export function useFileDrop(onDrop: (data: DataTransfer) => void) {
  const [over, setOver] = useState(false)
  const ready = useReady()
  const take = useEffectEvent(onDrop)

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
    // Before a part of the page can keep it to itself.
    const ended = () => {
      depth = 0
      setOver(false)
    }
    const dropped = (event: DragEvent) => {
      if (!event.dataTransfer || !holdsFiles(event)) return
      event.preventDefault()
      take(event.dataTransfer)
    }
    const listening = new AbortController()
    const { signal } = listening
    window.addEventListener('dragenter', enter, { signal })
    window.addEventListener('dragleave', leave, { signal })
    window.addEventListener('dragover', allow, { signal })
    window.addEventListener('drop', ended, { signal, capture: true })
    window.addEventListener('drop', dropped, { signal })
    dropAgain()
    return () => listening.abort()
  }, [])

  return { over, zone: { 'data-takes-files': ready ? undefined : 'soon' } }
}
