/** How many a page marks as read, and when the desk has answered. */
type Marking = (count: number, answered: Promise<unknown>) => void

const bells = new Set<Marking>()

/** The bell shows at once what a page marks, and counts anew after the answer. */
export function onMarkingRead(bell: Marking): () => void {
  bells.add(bell)
  return () => void bells.delete(bell)
}

export const markingRead: Marking = (count, answered) => {
  for (const bell of bells) bell(count, answered)
}
