import { answerFundSales } from '@/lib/server/callbacks/fund/fund-request'
import { answerRoute } from '@/lib/server/route'

export const POST = (request: Request) =>
  answerRoute(request, 'funding:write', (ctx) => answerFundSales(ctx, request))
