import type { ApplicationKind } from '@/lib/domain/application/kind'

/** Names of each kind of application, full and short, and what it is for. */
export const KIND_LABELS: Readonly<
  Record<ApplicationKind, { name: string; short: string; meaning: string }>
> = {
  payfac: {
    name: 'PayFac application',
    short: 'PayFac',
    meaning: 'A sub-merchant of yours. It can be changed at the partner after it was sent.',
  },
  full: {
    name: 'Full application with pricing',
    short: 'Full',
    meaning: 'With solutions, fees and equipment. It is sent once, and not changed afterwards.',
  },
}
