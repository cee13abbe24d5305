import { generateSync } from 'otplib'
import { DEMO_FACTOR } from '@/lib/server/demonstration/accounts'

/** `npm run demo:code`: prints the demonstration phone's current code. Only this factor's secret is public. */

console.log(`\n  ${DEMO_FACTOR.email} shows ${generateSync({ secret: DEMO_FACTOR.secret })} now.`)
console.log(`  For an authenticator app: ${DEMO_FACTOR.secret}\n`)
