import { checkReadiness, readinessNotes } from '@/lib/server/readiness'

export const dynamic = 'force-dynamic'

export async function GET() {
  const reasons = await checkReadiness()
  const isReady = reasons.length === 0
  return Response.json(
    { ready: isReady, reasons, notes: isReady ? readinessNotes() : [] },
    { status: isReady ? 200 : 503 },
  )
}
