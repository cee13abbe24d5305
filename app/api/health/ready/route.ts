import { checkReadiness } from '@/lib/server/readiness'

export const dynamic = 'force-dynamic'

export async function GET() {
  const reasons = await checkReadiness()
  return Response.json({ ready: reasons.length === 0, reasons }, { status: reasons.length === 0 ? 200 : 503 })
}
