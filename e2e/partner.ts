/** The simulated partner's controls (contract.md, "The sandbox"), for assertions on what it received. */

export type JournalEntry = {
  n: number
  endpoint: string
  status: number
  bytes: number
  sha256: string
  applied: boolean
}

/** What the partner holds of an application, under its own names. */
export type HeldOpportunity = {
  stage: string
  Opp: Record<string, unknown>
  Mer: Record<string, unknown>
  lstContact: Record<string, unknown>[]
  lstbussCheckAcc: Record<string, unknown>[]
  /** The body of each request, oldest first. */
  received: unknown[]
  attachments: { id: string; name: string; sizeBytes: number; sha256: string }[]
}

export type Partner = ReturnType<typeof partnerAt>

export function partnerAt(deskUrl: string) {
  const control = async (path: string, init?: RequestInit) => {
    const response = await fetch(`${deskUrl}/sandbox/control/${path}`, {
      ...init,
      headers: { 'content-type': 'application/json' },
    })
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    return response.status === 204 ? null : response.json()
  }
  return {
    /** Requests with journal numbers above `since`, oldest first. */
    journal: (endpoint: string, since = 0): Promise<JournalEntry[]> =>
      control(`requests?since=${since}&endpoint=${endpoint}`),
    /**
     * The journal numbers of requests to either application endpoint whose body contains this text, whatever their
     * result.
     */
    async applicationsNaming(text: string): Promise<number[]> {
      const listed: JournalEntry[][] = await Promise.all(
        ['application', 'alias'].map((endpoint) => control(`requests?endpoint=${endpoint}`)),
      )
      const entries = await Promise.all(listed.flat().map(({ n }) => control(`requests/${n}`)))
      return entries.filter((entry) => JSON.stringify(entry).includes(text)).map(({ n }) => n)
    },
    opportunities: (): Promise<{ id: string; accountId: string; name: string }[]> =>
      control('opportunities?limit=200'),
    setStage: (id: string, stage: string) =>
      control(`opportunities/${id}`, { method: 'PUT', body: JSON.stringify({ stage }) }),
    opportunity: (id: string): Promise<HeldOpportunity> => control(`opportunities/${id}?reveal=1`),
    /** The stored funding amounts of a transaction. */
    transaction: (id: string): Promise<Record<string, unknown>> => control(`transactions/${id}`),
    fault: (fault: Record<string, unknown>) =>
      control('faults', { method: 'PUT', body: JSON.stringify(fault) }),
    /** Faults that still wait for a request. */
    faults: (): Promise<unknown[]> => control('faults'),
    clearFaults: () => control('faults', { method: 'DELETE' }),
    revokeTokens: () => control('tokens/revoke', { method: 'POST' }),
  }
}
