import { generateSync } from 'otplib'
import { DEMO_FACTOR } from '@/lib/server/demonstration/accounts'

/** `npm run demo:code`: what the demonstration's phone shows now. Its secret is public: nobody else's factor is. */

console.log(`\n  ${DEMO_FACTOR.email} shows ${generateSync({ secret: DEMO_FACTOR.secret })} now.`)
console.log(`  For an authenticator app: ${DEMO_FACTOR.secret}\n`)
