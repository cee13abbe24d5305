import type { Ctx } from '@/lib/server/services'
import { type FundingCalls, fundingCalls } from './funding-calls'
import { knowMerchants } from './merchants'
import { type SandboxProcess, startSandboxProcess } from './sandbox-process'
import { openTestDesk, type TestDesk } from './test-desk'

export type FundingDesk = {
  sandbox: SandboxProcess
  desk: TestDesk
  partner: FundingCalls
  /** Three of finance: whoever makes a batch approves none of it. */
  mia: Ctx
  ole: Ctx
  uma: Ctx
  close: () => Promise<void>
}

/** A desk with a partner of its own, three people of finance, and the merchants that they know. */
export async function openFundingDesk(...merchantIds: string[]): Promise<FundingDesk> {
  const sandbox = await startSandboxProcess()
  const desk = await openTestDesk({ partnerUrl: sandbox.url })
  const mia = await desk.as('Mia', ['finance'])
  const ole = await desk.as('Ole', ['finance'])
  const uma = await desk.as('Uma', ['finance'])
  await knowMerchants(mia, merchantIds)
  return {
    sandbox,
    desk,
    partner: fundingCalls(sandbox.url),
    mia,
    ole,
    uma,
    async close() {
      await desk.close()
      await sandbox.stop()
    },
  }
}
