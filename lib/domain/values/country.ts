const UNITED_STATES: readonly string[] = ['us', 'usa', 'united states', 'united states of america']

/** `usa`, `U.S.` and `United States` → `US`, `ca` → `CA`; null for all other names, because none is certain. */
export function countryCode(text: string): string | null {
  const country = text.trim().replaceAll('.', '').replace(/\s+/g, ' ').toLowerCase()
  if (UNITED_STATES.includes(country)) return 'US'
  return /^[a-z]{2}$/.test(country) ? country.toUpperCase() : null
}
