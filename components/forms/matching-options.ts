export type TypedOption = { value: string; label: string }

/**
 * Options that match the typed text: the exact value, then values and names that begin with it, then words in
 * names.
 */
export function matchingOptions<T extends TypedOption>(options: readonly T[], typed: string, most = 50): T[] {
  const text = fold(typed)
  if (text === '') return options.slice(0, most)
  const rank = ({ value, label }: T): number => {
    const [code, name] = [fold(value), fold(label)]
    if (code === text) return 0
    if (code.startsWith(text)) return 1
    if (name.startsWith(text)) return 2
    return name.split(/[^\p{L}\p{N}]+/u).some((word) => word.startsWith(text)) ? 3 : 4
  }
  return options
    .map((option) => ({ option, rank: rank(option) }))
    .filter((one) => one.rank < 4)
    .sort((a, b) => a.rank - b.rank)
    .slice(0, most)
    .map(({ option }) => option)
}

const fold = (text: string): string => text.trim().toLowerCase()
