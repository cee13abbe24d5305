import type { Role } from '@/lib/domain/access/permissions'

/** contract.md, "Demonstration accounts". They exist only with DEMO=1. */
export const DEMO_PASSWORD = 'demo-desk-2026!'

/** Made no batch of the demonstration. */
export const DEMO_APPROVER = 'finance3@demo.test'

/** The one who shows a second factor, with a secret that everybody knows: `npm run demo:code` tells the present code. */
export const DEMO_FACTOR = { email: 'underwriter3@demo.test', secret: 'KJSXE43PNZQWYIDEMVWW63TTORZGC5DF' }

export const DEMO_PEOPLE: { email: string; name: string; roles: Role[] }[] = [
  { email: 'onboarding@demo.test', name: 'Olive Onboard', roles: ['onboarding'] },
  { email: 'onboarding2@demo.test', name: 'Oscar Ortega', roles: ['onboarding'] },
  { email: 'underwriter@demo.test', name: 'Uma Wright', roles: ['underwriter'] },
  { email: 'underwriter2@demo.test', name: 'Ulf Stern', roles: ['underwriter'] },
  { email: DEMO_FACTOR.email, name: 'Una Keys', roles: ['underwriter'] },
  { email: 'finance@demo.test', name: 'Fiona Ledger', roles: ['finance'] },
  { email: 'finance2@demo.test', name: 'Felix Penny', roles: ['finance'] },
  { email: DEMO_APPROVER, name: 'Frida Cole', roles: ['finance'] },
  { email: 'admin@demo.test', name: 'Ada Minton', roles: ['admin'] },
  { email: 'auditor@demo.test', name: 'Aldo Torres', roles: ['auditor'] },
]
