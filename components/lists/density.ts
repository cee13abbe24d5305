/** How close the rows of lists stand: a cookie of this device, so that the server writes the page so and nothing jumps. */
export const DENSITY_COOKIE = 'density'

export type Density = 'comfortable' | 'compact'

/** Anything unknown is the roomier one. */
export const readDensity = (value: string | undefined): Density =>
  value === 'compact' ? 'compact' : 'comfortable'
