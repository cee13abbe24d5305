import { readEnvOrExit } from './read-env.ts'
import { serveOrExit } from './serve.ts'

/** `npm run dev`: the same server as `npm start`, with Next's development build. */
const env = readEnvOrExit('development')
await serveOrExit(env, { dev: true })
console.log(`PayFac Desk (development) at ${env.APP_URL}`)
