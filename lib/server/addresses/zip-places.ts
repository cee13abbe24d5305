import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { stateCode } from '@/lib/domain/values/us-states'
import { readZip } from '@/lib/domain/values/zip-code'

export type ZipPlace = { city: string; state: string }

/**
 * The data of the package `zipcodes`: 44,000 ZIP codes of states, territories and the armed forces. Read as text and
 * not imported: as objects with coordinates they would take 90 MB of memory for as long as the desk runs.
 */
const dataFile = () => join(process.cwd(), 'node_modules/zipcodes/lib/codes.js')
const ENTRY = /"(\d{5})":\{[^{}]*?"city":"([^"]+)","state":"([A-Z]{2})"/g

/** `Portland, OR` by ZIP code: many share one text. */
let places: Promise<ReadonlyMap<string, string>> | null = null

async function readPlaces(): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>()
  const found = new Map<string, string>()
  for (const [, zip = '', city = '', state = ''] of (await readFile(dataFile(), 'utf8')).matchAll(ENTRY)) {
    if (stateCode(state) === null) continue
    // Not a slice of the file, which would keep all of it in memory.
    const text = Buffer.from(`${city}, ${state}`).toString()
    const shared = texts.get(text) ?? text
    texts.set(shared, shared)
    found.set(Buffer.from(zip).toString(), shared)
  }
  return found
}

/** Null for a ZIP code that is not known. The data is read when someone first asks. */
export async function placeOfZip(typed: string): Promise<ZipPlace | null> {
  const zip = readZip(typed)?.zip
  if (zip === undefined) return null
  places ??= readPlaces()
  places.catch(() => {
    places = null
  })
  const [city, state] = (await places).get(zip)?.split(', ') ?? []
  if (!city || !state) return null
  // Mail of the armed forces has an office in place of a city.
  return { city: /^[AFD]po$/.test(city) ? city.toUpperCase() : city, state }
}
