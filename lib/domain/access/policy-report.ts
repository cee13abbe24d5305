import { z } from 'zod'

/** A browser's report of something that a page's content security policy blocked. */
const reportSchema = z.object({
  'csp-report': z.object({
    'document-uri': z.string(),
    'effective-directive': z.string().optional(),
    'violated-directive': z.string().optional(),
    'blocked-uri': z.string().default(''),
  }),
})

export type PolicyReport = { page: string; directive: string; blocked: string }

/**
 * Reduces a report to what may be logged: the path of the page, the origin or keyword of what was blocked, and none of
 * its text. Anyone can send a report. Null if the text is not one.
 */
export function readPolicyReport(text: string): PolicyReport | null {
  const parsed = reportSchema.safeParse(jsonOf(text))
  if (!parsed.success) return null
  const report = parsed.data['csp-report']
  const directive = report['effective-directive'] ?? report['violated-directive']?.split(' ', 1)[0] ?? ''
  if (!URL.canParse(report['document-uri']) || !/^[a-z-]{1,40}$/.test(directive)) return null
  return {
    page: new URL(report['document-uri']).pathname.slice(0, 200),
    directive,
    blocked: blockedOf(report['blocked-uri']),
  }
}

const blockedOf = (text: string): string => {
  if (/^[a-z-]{1,20}$/.test(text)) return text
  if (!URL.canParse(text)) return 'other'
  const { origin, protocol } = new URL(text)
  return origin === 'null' ? protocol : origin.slice(0, 200)
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const PER_MINUTE = 20

/** Returns whether one more report may be logged, so that a flood of reports cannot fill the log. */
export function createReportLimit(now: () => number = Date.now): () => boolean {
  let minute = 0
  let count = 0
  return () => {
    const current = Math.floor(now() / 60_000)
    if (current !== minute) {
      minute = current
      count = 0
    }
    count += 1
    return count <= PER_MINUTE
  }
}
