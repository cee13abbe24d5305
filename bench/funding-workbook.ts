import { monitorEventLoopDelay } from 'node:perf_hooks'
import { readFundingFileAside } from '@/lib/server/funding/read-aside'
import { cell, sheetFile } from '@/lib/testing/workbook'
import type { Ground } from './ground'
import { type Figure, median, megabytes, milliseconds, timed } from './measure'

const ROWS = 400_000
const ROUNDS = 7
export const REFUSED_MS = 1_000
export const HELD_MS = 50

/** Of what is refused: more rows than any batch has. Nothing in it repeats much, so that it packs badly. */
export function longWorkbook(): Uint8Array<ArrayBuffer> {
  const rows = Array.from({ length: ROWS }, (_, index) => {
    const at = index + 2
    const id = (Math.imul(index, 2_654_435_761) >>> 0).toString(36)
    return `<row r="${at}">${cell(`A${at}`, `SBX-C-${id}`)}<c r="B${at}"><v>${(index % 9973) + 1}</v></c></row>`
  })
  return sheetFile(rows.join(''))
}

/** On the server, from its bytes to the refusal, and how long nobody else was answered meanwhile. */
export async function measureLongWorkbook(ground: Ground): Promise<Figure[]> {
  const workbook = longWorkbook()
  const refuse = async () => {
    const reading = await readFundingFileAside(workbook.slice(), null, { personId: 'bench' })
    if (reading.ok) throw new Error('It was not refused.')
  }
  // The thread starts with its first file.
  await refuse()
  const tookMs: number[] = []
  const delay = monitorEventLoopDelay({ resolution: 1 })
  for (let round = ground.rounds(ROUNDS); round > 0; round -= 1) {
    delay.enable()
    tookMs.push(await timed(refuse))
    delay.disable()
  }
  return refusalFigures('on the server', workbook.length, median(tookMs), delay.max / 1e6)
}

export const refusalFigures = (
  where: string,
  sizeBytes: number,
  tookMs: number,
  heldMs: number,
): Figure[] => [
  {
    what: `a workbook of ${ROWS.toLocaleString('en-US')} rows (${megabytes(sizeBytes)} packed) refused ${where}`,
    desk: milliseconds(tookMs),
    floor: '–',
    compared: '',
    aim: `≤ ${REFUSED_MS} ms`,
    reached: tookMs <= REFUSED_MS,
  },
  {
    what: 'the longest that nothing else was answered meanwhile',
    desk: milliseconds(heldMs),
    floor: '–',
    compared: '',
    aim: `≤ ${HELD_MS} ms`,
    reached: heldMs <= HELD_MS,
  },
]
