import 'server-only'
import { createReportLimit, readPolicyReport } from '@/lib/domain/access/policy-report'
import { log } from '@/lib/log'
import { readAtMost } from './route'

const MAX_BYTES = 16_384
const mayWrite = createReportLimit()

/** Writes to the log what a page's policy refused. Anyone can send this, so it always gets the same answer. */
export async function takePolicyReport(request: Request): Promise<Response> {
  const bytes = await readAtMost(request, MAX_BYTES).catch(() => null)
  const report = bytes && readPolicyReport(bytes.toString('utf8'))
  if (report && mayWrite()) log.warn(report, 'a page’s policy refused something')
  return new Response(null, { status: 204 })
}
