import type { ApplicationKind } from '@/lib/domain/application/kind'

/** Each kind's name within a sentence. */
export const A_KIND: Readonly<Record<ApplicationKind, string>> = {
  payfac: 'a PayFac application',
  full: 'a full application with pricing',
}
