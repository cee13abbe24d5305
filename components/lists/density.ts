/** Row spacing of lists, in a cookie of this device so that the server renders with it and nothing jumps. */
export const DENSITY_COOKIE = 'density'

export type Density = 'comfortable' | 'compact'

/** Anything unknown means the roomier spacing. */
export const readDensity = (value: string | undefined): Density =>
  value === 'compact' ? 'compact' : 'comfortable'
