import { parseArgs } from 'node:util'
import { register } from 'tsx/esm/api'

/**
 * `npm run bench [-- subject …]`: measures subjects against baselines from the same run and writes bench/RESULTS.md.
 * `--quick` is a trial: it does a few rounds, prints them and writes nothing.
 */

// The benchmarks load the desk's source, which imports with `@/`.
register()
const { openGround } = await import('../bench/ground.ts')
const { sectionOf, writeResults } = await import('../bench/results.ts')
const { pageScript } = await import('../bench/page-script.ts')
const { paint } = await import('../bench/paint.ts')
const { pages } = await import('../bench/pages.ts')
const { nextPage } = await import('../bench/next-page.ts')
const { lighthouseScores } = await import('../bench/lighthouse.ts')
const { keystroke } = await import('../bench/keystroke.ts')
const { submission } = await import('../bench/submission.ts')
const { applicationList } = await import('../bench/application-list.ts')
const { callbackLog } = await import('../bench/callback-log.ts')
const { funding, fundingStore } = await import('../bench/funding.ts')
const { upload } = await import('../bench/upload.ts')
const { forwarding } = await import('../bench/forwarding.ts')
const { callbacks } = await import('../bench/callbacks.ts')
const { start } = await import('../bench/start.ts')
const { backup } = await import('../bench/backup.ts')
const { objectStorage } = await import('../bench/object-storage.ts')
const { instances } = await import('../bench/instances.ts')
const { processMemory } = await import('../bench/process-memory.ts')

const SUBJECTS = {
  'page-script': pageScript,
  paint,
  lighthouse: lighthouseScores,
  'next-page': nextPage,
  pages,
  keystroke,
  submission,
  list: applicationList,
  log: callbackLog,
  funding,
  'funding-store': fundingStore,
  upload,
  forwarding,
  callbacks,
  start,
  backup,
  'object-storage': objectStorage,
  instances,
  'process-memory': processMemory,
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { quick: { type: 'boolean', default: false } },
})
const unknown = positionals.filter((name) => !Object.hasOwn(SUBJECTS, name))
if (unknown.length > 0) {
  console.error(`Unknown: ${unknown.join(', ')}. There are: ${Object.keys(SUBJECTS).join(', ')}.`)
  process.exit(1)
}

const ground = openGround(values)
const stop = () => void ground.clear().finally(() => process.exit(130))
process.once('SIGINT', stop)
process.once('SIGTERM', stop)

const order = Object.values(SUBJECTS).map(({ title }) => title)
let failed = false
for (const [name, subject] of Object.entries(SUBJECTS)) {
  if (positionals.length > 0 && !positionals.includes(name)) continue
  console.log(`\n▸ ${subject.title}`)
  try {
    const result = { ...subject, ...(await subject.measure(ground)) }
    console.log(`\n${sectionOf(result)}`)
    // Write each result immediately, so that an interrupted run keeps what it has measured.
    if (!values.quick) writeResults([result], order)
  } catch (error) {
    // Continue with the other subjects.
    failed = true
    console.error(`${subject.title} could not be measured.`, error)
  } finally {
    await ground.clear()
  }
}
process.exit(failed ? 1 : 0)
