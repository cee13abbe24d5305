import { application, controlProng, fullApplication, type Json, person } from './interface/application-bodies'
import { credit, debit, fundingCalls, transaction } from './interface/funding-requests'
import type { SandboxCalls } from './sandbox-calls'

type EndpointName = 'token' | 'application' | 'attachment' | 'alias' | 'funding'

export type SandboxEndpoint = {
  name: EndpointName
  /** A request that it takes, and applies. */
  send(): Promise<Response>
  /** What the sandbox holds of it, as text: another one as soon as a request was applied. */
  effect(): Promise<string>
}

/** One sandbox, and an opportunity of it that documents go to; both are others in each test. */
export type AtSandbox = { url: string; calls: SandboxCalls; opportunityId: string }

export const attachmentRecord = (referenceId: string, opportunityId: string): Json => ({
  attributes: { type: 'Attachment', referenceId },
  ParentId: opportunityId,
  Name: 'voided check.pdf',
  body: 'QUJD',
})

/** Every endpoint of the interface, with what is sent to it and what shows whether it was applied. */
export function sandboxEndpoints(at: () => AtSandbox): SandboxEndpoint[] {
  const held = async (path: string) => (await at().calls.control('GET', path)).text()
  const newestApplication = () => held('opportunities?limit=1')
  const transactionIds = [credit(1), credit(2), debit(3)]
  return [
    { name: 'token', send: () => at().calls.requestToken(), effect: async () => '' },
    {
      name: 'application',
      send: () => at().calls.sendApplication(application([controlProng(), person('')])),
      effect: newestApplication,
    },
    {
      name: 'attachment',
      send: () => {
        const { calls, opportunityId } = at()
        const records = ['a', 'b', 'c'].map((referenceId) => attachmentRecord(referenceId, opportunityId))
        return calls.sendAttachments({ records })
      },
      effect: () => held(`opportunities/${at().opportunityId}`),
    },
    {
      name: 'alias',
      send: () => at().calls.send('/applications', fullApplication([controlProng(), person('')])),
      effect: newestApplication,
    },
    {
      name: 'funding',
      send: () =>
        fundingCalls(at().url).send({ transactions: transactionIds.map((id) => transaction({ id })) }),
      effect: () => Promise.all(transactionIds.map((id) => held(`transactions/${id}`))).then(String),
    },
  ]
}

export function endpointNamed(endpoints: readonly SandboxEndpoint[], name: EndpointName): SandboxEndpoint {
  const endpoint = endpoints.find((candidate) => candidate.name === name)
  if (endpoint === undefined) throw new Error(name)
  return endpoint
}
