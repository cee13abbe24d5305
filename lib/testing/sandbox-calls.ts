/** Plain HTTP to the simulated partner, as any client of the interface would talk to it: for contract tests. */

export const SANDBOX_CREDENTIALS = {
  grant_type: 'password',
  client_id: 'sandbox-client',
  client_secret: 's&cret+100%',
  username: 'api+desk@sandbox.test',
  password: 'p&ss w+rd%T0ken=',
}

export const SANDBOX_PATHS = {
  token: '/services/oauth2/token',
  application: '/services/apexrest/merchant-application-payfac/',
  attachment: '/services/data/v54.0/composite/tree/Attachment',
  stage: (opportunityId: string) =>
    `/services/data/v54.0/sobjects/Opportunity/${opportunityId}?fields=StageName`,
}

type JsonObject = Record<string, unknown>
export type WireBody = {
  Opp: JsonObject
  Mer: JsonObject
  lstContact: JsonObject[]
  lstbussCheckAcc?: JsonObject[]
}

export const contact = (fields: JsonObject = {}): JsonObject => ({
  attributes: { type: 'Contact' },
  FirstName: 'Ana',
  LastName: 'Okafor',
  ...fields,
})

export const checkingAccount = (fields: JsonObject = {}): JsonObject => ({
  attributes: { type: 'Business_Checking_Account__c' },
  Bank_Name__c: 'First Example Bank',
  Transit_Routing__c: '021000021',
  Checking_Account__c: '000123456',
  DDA_Type__c: 'Deposits',
  ...fields,
})

/** A body that the interface accepts as a new application; members of `change` replace those of the like object. */
export const newApplication = (change: Partial<WireBody> = {}): WireBody => ({
  Opp: { attributes: { type: 'Opportunity' }, Is_SVC_Underwriting__c: true, ...change.Opp },
  Mer: {
    attributes: { type: 'Account' },
    Legal_Name__c: 'Blue Heron Bakery LLC',
    Name: 'Blue Heron',
    Ownership: 'Limited Liability Company',
    Tax_ID__c: '123456789',
    ...change.Mer,
  },
  lstContact: change.lstContact ?? [
    contact({
      SourceId: 'contact-1',
      Contact_Role__c: 'Principal;Control Prong;Authorized Signer',
      Percentage_Owned__c: 60,
      SSN__c: '078051120',
    }),
    contact({ SourceId: 'contact-2', Contact_Role__c: 'Principal', Percentage_Owned__c: 40 }),
  ],
  lstbussCheckAcc: change.lstbussCheckAcc ?? [checkingAccount({ SourceId: 'account-1' })],
})

/** What the sandbox holds of an application is shown whole: it is what was sent that tests look at. */
const revealing = (path: string): string =>
  path.startsWith('opportunities/') ? `${path}${path.includes('?') ? '&' : '?'}reveal=1` : path

/** Calls of one sandbox at `url`; those that need a token fetch one first and keep it. */
export function sandboxCalls(url: string) {
  let bearer: Promise<string> | undefined

  const requestToken = (fields: Record<string, string> = SANDBOX_CREDENTIALS) =>
    fetch(url + SANDBOX_PATHS.token, { method: 'POST', body: new URLSearchParams(fields) })

  async function fetchBearer(): Promise<string> {
    const response = await requestToken()
    const answer = await readObject(response)
    return `Bearer ${String(answer.access_token)}`
  }

  /** A JSON request with the token; `body` may be ready-made text or bytes. */
  async function send(path: string, body: unknown, init: RequestInit = {}): Promise<Response> {
    bearer ??= fetchBearer()
    return fetch(url + path, {
      method: 'POST',
      body:
        typeof body === 'string'
          ? body
          : body instanceof Uint8Array
            ? new Uint8Array(body)
            : JSON.stringify(body),
      ...init,
      // One connection each: one that was idle while this process was busy may be closed at the other end.
      headers: {
        authorization: await bearer,
        'content-type': 'application/json',
        connection: 'close',
        ...init.headers,
      },
    })
  }

  const control = (method: string, path: string, body?: unknown) =>
    fetch(`${url}/control/${revealing(path)}`, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })

  return {
    url,
    requestToken,
    send,
    control,
    forgetToken: () => {
      bearer = undefined
    },
    sendApplication: (body: unknown, init?: RequestInit) => send(SANDBOX_PATHS.application, body, init),
    sendAttachments: (body: unknown, init?: RequestInit) => send(SANDBOX_PATHS.attachment, body, init),
    journal: async (query = '') => readObjects(await control('GET', `requests${query}`)),
    /** Creates an application and gives the ids of its records. */
    createApplication: async (body = newApplication()) => {
      const entries = await readObjects(await send(SANDBOX_PATHS.application, body))
      const idsOf = (objectType: string) =>
        entries.filter(({ ObjectType }) => ObjectType === objectType).map(({ SFId }) => String(SFId))
      return {
        opportunityId: idsOf('Opportunity')[0] ?? '',
        accountId: idsOf('Account')[0] ?? '',
        contactIds: idsOf('Contact'),
        checkingAccountIds: idsOf('Business Checking Account'),
      }
    },
  }
}

export type SandboxCalls = ReturnType<typeof sandboxCalls>

export async function readObject(response: Response): Promise<JsonObject> {
  return Object(await response.json())
}

export async function readObjects(response: Response): Promise<JsonObject[]> {
  const list: unknown = await response.json()
  if (!Array.isArray(list)) throw new Error(`Not a list: ${JSON.stringify(list)}`)
  return list.map((item) => Object(item))
}
