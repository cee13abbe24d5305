import { takePolicyReport } from '@/lib/server/policy-reports'

/** Browsers send here, for anybody and without an Origin. */
export const POST = (request: Request) => takePolicyReport(request)
