/**
 * A list of names of which each stands there once, when two people changed it from the same `base`: what either
 * added is in it, what either removed is not. The order is mine where I changed it, and theirs where I did not.
 */
export function mergeOrdered(
  base: readonly string[],
  mine: readonly string[],
  theirs: readonly string[],
): string[] {
  const [frame, other] = isReordered(base, mine) ? [mine, theirs] : [theirs, mine]
  const woven = frame.filter((name) => other.includes(name) || !base.includes(name))
  for (const [index, name] of other.entries()) {
    if (base.includes(name) || woven.includes(name)) continue
    // After the one that it was put after, if that is still there.
    const before = other.slice(0, index).findLast((earlier) => woven.includes(earlier))
    woven.splice(before === undefined ? 0 : woven.indexOf(before) + 1, 0, name)
  }
  return woven
}

/** Whether what is in both stands in another order; nothing needs to be added or removed for that. */
export function isReordered(before: readonly string[], after: readonly string[]): boolean {
  const kept = before.filter((name) => after.includes(name))
  const found = after.filter((name) => before.includes(name))
  return kept.some((name, index) => name !== found[index])
}
