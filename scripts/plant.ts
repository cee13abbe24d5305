import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

export type PlantedChange = { file: string; from: string; to: string }

/** Applies a planted bug to a copy of the tree. Throws if the code text no longer matches. */
export function plant(copy: string, name: string, changes: readonly PlantedChange[]): void {
  for (const { file, from, to } of changes) {
    const place = path.join(copy, file)
    const text = readFileSync(place, 'utf8')
    if (text.split(from).length !== 2) throw new Error(`${name} does not fit ${file} any more.`)
    writeFileSync(
      place,
      text.replace(from, () => to),
    )
  }
}
