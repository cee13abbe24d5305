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
    // Entering a child element also leaves its parent, so the drag is off the page only when both counts are equal.
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
    const end = () => {
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
    // In the capture phase: an element that takes the drop itself stops the event before it reaches the window.
    window.addEventListener('drop', end, { signal, capture: true })
    window.addEventListener('drop', dropped, { signal })
    dropAgain()
    return () => listening.abort()
  }, [])

  return { over, zone: { 'data-takes-files': ready ? undefined : 'soon' } }
}
