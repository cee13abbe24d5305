import { takePolicyReport } from '@/lib/server/policy-reports'

/** Browsers send reports without an Origin and for anyone. */
export const POST = (request: Request) => takePolicyReport(request)
