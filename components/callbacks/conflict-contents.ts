import type { CallbackEventView } from '@/lib/server/callbacks/log/views'

type Content = {
  /** The first delivery with this content. */
  n: number
  /** Whether this content counts now. */
  stands: boolean
  texts: readonly { name: string; text: string | null }[]
}

/** The different contents of a conflict, each with its texts of the fields that differ. */
export function contentsOf({ differences, deliveryList }: CallbackEventView): Content[] {
  const numbers = differences[0]?.texts.map(({ n }) => n) ?? []
  return numbers.map((n) => {
    return {
      n,
      stands: deliveryList.some((delivery) => delivery.n === n && delivery.stands),
      texts: differences.map(({ name, texts }) => ({
        name,
        text: texts.find((text) => text.n === n)?.text ?? null,
      })),
    }
  })
}
