/** The bell counts anew when this page has marked something as read. */
const bells = new Set<() => void>()

export function onMarkedRead(bell: () => void): () => void {
  bells.add(bell)
  return () => void bells.delete(bell)
}

export const markedRead = () => {
  for (const bell of bells) bell()
}
