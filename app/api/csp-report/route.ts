import { takePolicyReport } from '@/lib/server/policy-reports'

/** Browsers send reports without an Origin and for anybody. */
export const POST = (request: Request) => takePolicyReport(request)
