/** Plain HTTP to the simulated partner's funding endpoint, as any client of the interface would talk to it. */

type JsonObject = Record<string, unknown>

/** contract.md, "The sandbox": the funding profiles, as the Authorization header names them. */
export const FUNDING_CREDENTIALS = {
  active: '941000000001:key-active-1',
  otherActive: '941000000004:key-active-2',
  suspended: '941000000002:key-suspended',
  closed: '941000000003:key-closed',
}

export const basic = (credentials: string): string => `Basic ${Buffer.from(credentials).toString('base64')}`

/** `SBX-C-000001` and so on. */
export const transactionId = (series: 'C' | 'D' | 'P' | 'X', number: number): string =>
  `SBX-${series}-${String(number).padStart(6, '0')}`

/** A transaction that the interface accepts, an approved credit unless told otherwise. */
export const funding = (fields: JsonObject = {}): JsonObject => ({
  ...('retrievalReferenceNumber' in fields ? {} : { id: 'SBX-C-000001' }),
  merchantFundingAmounts: [{ merchantId: 'MERCHANT-1', amount: '100' }],
  ...fields,
})

/** Calls of the funding endpoint of the sandbox at `url`. */
export function fundingCalls(url: string) {
  /** `body` may be ready-made text; `headers` replace those of a good request. */
  const send = (body: unknown, headers: Record<string, string> = {}): Promise<Response> =>
    fetch(`${url}/funding-amounts`, {
      method: 'POST',
      body: typeof body === 'string' ? body : JSON.stringify(body),
      headers: {
        authorization: basic(FUNDING_CREDENTIALS.active),
        'content-type': 'application/json',
        ...headers,
      },
    })
  return {
    url,
    send,
    /** The answer of a request with these transactions, which has to be a 200. */
    fund: async (transactions: unknown[], headers?: Record<string, string>): Promise<JsonObject> => {
      const response = await send({ transactions }, headers)
      if (response.status !== 200) throw new Error(`The funding endpoint answered ${response.status}.`)
      return Object(await response.json())
    },
    /** What the sandbox holds of a transaction, or null where it knows none. */
    held: async (id: string): Promise<JsonObject | null> => {
      const response = await fetch(`${url}/control/transactions/${id}`)
      return response.status === 404 ? null : Object(await response.json())
    },
  }
}

export type FundingCalls = ReturnType<typeof fundingCalls>
