import { Connection } from 'jsforce'
import {
  allowInsecureRequests,
  ClientSecretPost,
  genericTokenEndpointRequest,
  processGenericTokenEndpointResponse,
  ResponseBodyError,
} from 'oauth4webapi'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newFullApplication } from '@/lib/testing/full-application'
import {
  newApplication,
  SANDBOX_CREDENTIALS,
  SANDBOX_PATHS,
  type SandboxCalls,
  sandboxCalls,
} from '@/lib/testing/sandbox-calls'
import { type SandboxProcess, startSandboxProcess } from '@/lib/testing/sandbox-process'

/**
 * Clients that others wrote, against the simulated partner: desk and sandbox share `wire/`, and could agree on
 * a fiction. jsforce is the platform's own kind of client, oauth4webapi a strict one of OAuth.
 */

const ALIAS_PATH = '/services/data/v54.0/composite/sobjects'

let sandbox: SandboxProcess
let calls: SandboxCalls
beforeAll(async () => {
  sandbox = await startSandboxProcess()
  calls = sandboxCalls(sandbox.url)
})
afterAll(() => sandbox.stop())

type Entry = { Success: boolean; SourceId: string | null; SFId: string; ObjectType: string; Message: string }
const typesOf = (entries: Entry[]) => entries.map(({ ObjectType }) => ObjectType)

describe('jsforce', () => {
  const { client_id: clientId, client_secret: clientSecret, username, password } = SANDBOX_CREDENTIALS
  const connect = () =>
    new Connection({ loginUrl: sandbox.url, version: '54.0', oauth2: { clientId, clientSecret } })

  async function signIn() {
    const connection = connect()
    await connection.login(username, password)
    return connection
  }

  /** Calls as `connection.apex.post`, and so on, end with this error. */
  async function errorOf(work: PromiseLike<unknown>) {
    const error = await Promise.resolve(work).then(
      () => null,
      (reason: unknown) => reason,
    )
    if (!(error instanceof Error)) throw new Error('The call did not fail.')
    expect(error.message).not.toMatch(/\n +at |node:|\.ts:\d/)
    return error
  }

  async function createdOpportunity(connection: Connection): Promise<string> {
    const entries = await connection.apex.post<Entry[]>('/merchant-application-payfac/', newApplication())
    return entries.find(({ ObjectType }) => ObjectType === 'Opportunity')?.SFId ?? ''
  }

  it('signs in by user name and password, and learns where applications go', async () => {
    const connection = connect()
    const user = await connection.login(username, password)
    expect(user).toMatchObject({
      id: expect.stringMatching(/^005/),
      organizationId: expect.stringMatching(/^00D/),
    })
    expect(connection.instanceUrl).toBe(sandbox.url)
  })

  it.each<[string, string, string, string]>([
    ['a wrong password', clientSecret, `${password} `, 'invalid_grant'],
    ['a wrong client secret', `${clientSecret}x`, password, 'invalid_client'],
  ])('hears why %s is refused', async (_what, secret, word, name) => {
    const connection = new Connection({
      loginUrl: sandbox.url,
      oauth2: { clientId, clientSecret: secret },
    })
    const error = await errorOf(connection.login(username, word))
    expect(error.name).toBe(name)
    expect(error.message).not.toBe('')
  })

  it('creates an application, and updates it by the ids that it was given', async () => {
    const connection = await signIn()
    const created = await connection.apex.post<Entry[]>('/merchant-application-payfac/', newApplication())
    expect(typesOf(created)).toEqual([
      'Account',
      'Contact',
      'Contact',
      'Business Checking Account',
      'Opportunity',
    ])
    const idOf = (objectType: string) => created.find(({ ObjectType }) => ObjectType === objectType)?.SFId
    const contactIds = created.filter(({ ObjectType }) => ObjectType === 'Contact').map(({ SFId }) => SFId)
    const update = newApplication({
      Opp: { Id: idOf('Opportunity') },
      Mer: { Id: idOf('Account') },
      lstContact: newApplication().lstContact.map((contact, at) => ({ ...contact, Id: contactIds[at] })),
    })
    const updated = await connection.apex.post<Entry[]>('/merchant-application-payfac/', update)
    expect(updated.find(({ ObjectType }) => ObjectType === 'Opportunity')?.SFId).toBe(idOf('Opportunity'))
  })

  it('uploads an attachment to the tree', async () => {
    const connection = await signIn()
    const records = [
      {
        attributes: { type: 'Attachment', referenceId: 'check_1' },
        ParentId: await createdOpportunity(connection),
        Name: 'Voided check é.pdf',
        body: Buffer.from('%PDF-1.7').toString('base64'),
      },
    ]
    expect(await connection.requestPost('/composite/tree/Attachment', { records })).toEqual({
      hasErrors: false,
      results: [{ referenceId: 'check_1', id: expect.stringMatching(/^00P\w{15}$/) }],
    })
  })

  it.each(['path below the instance', 'address of its own'])(
    'creates a full application at the alias’s %s',
    async (at) => {
      const connection = await signIn()
      const url = at.startsWith('path') ? ALIAS_PATH : `${sandbox.url}/applications`
      const entries = await connection.requestPost<Entry[]>(url, newFullApplication())
      expect(typesOf(entries).sort()).toEqual([
        'Account',
        'Business Checking Account',
        'Contact',
        'Opportunity',
        'Quote',
        'QuoteLineItem',
        'QuoteLineItem',
      ])
    },
  )

  it('signs in again by itself when its token was revoked, once for many calls', async () => {
    const connection = await signIn()
    await calls.control('POST', 'tokens/revoke')
    const since = Number((await calls.journal('?last=1'))[0]?.n)
    const created = await Promise.all(Array.from({ length: 5 }, () => createdOpportunity(connection)))
    expect(new Set(created).size).toBe(5)
    const journal = await calls.journal(`?since=${since}`)
    expect(journal.filter(({ endpoint }) => endpoint === 'token')).toHaveLength(1)
    expect(journal.filter(({ applied, endpoint }) => applied && endpoint === 'application')).toHaveLength(5)
  })

  it('hears of one problem by message, code and field', async () => {
    const connection = await signIn()
    const wrong = newApplication({ Mer: { Tax_ID__c: '12-3456789' } })
    expect(await errorOf(connection.apex.post('/merchant-application-payfac/', wrong))).toMatchObject({
      errorCode: 'FIELD_INTEGRITY_EXCEPTION',
      message: expect.stringContaining('must have 9 digits'),
      data: { fields: ['Mer.Tax_ID__c'] },
    })
  })

  it('hears of several problems at once', async () => {
    const connection = await signIn()
    const wrong = newApplication({ Mer: { Tax_ID__c: '12-3456789', Phone: '5' } })
    expect(await errorOf(connection.apex.post('/merchant-application-payfac/', wrong))).toMatchObject({
      errorCode: 'MULTIPLE_API_ERRORS',
      data: [
        { errorCode: expect.any(String), message: expect.any(String), fields: [expect.any(String)] },
        { errorCode: expect.any(String), message: expect.any(String), fields: [expect.any(String)] },
      ],
    })
  })

  it('hears that an application is locked', async () => {
    const connection = await signIn()
    const entries = await connection.apex.post<Entry[]>('/merchant-application-payfac/', newApplication())
    const idOf = (objectType: string) => entries.find(({ ObjectType }) => ObjectType === objectType)?.SFId
    await calls.control('PUT', `opportunities/${idOf('Opportunity')}`, { stage: 'Closed Won' })
    const update = newApplication({ Opp: { Id: idOf('Opportunity') }, Mer: { Id: idOf('Account') } })
    expect(await errorOf(connection.apex.post('/merchant-application-payfac/', update))).toMatchObject({
      errorCode: 'ENTITY_IS_LOCKED',
    })
  })

  it('hears why the alias and the tree refuse, in what they answer as a whole', async () => {
    const connection = await signIn()
    const { Opp, lstBens } = newFullApplication()
    const alias = await errorOf(connection.requestPost(ALIAS_PATH, { Opp, lstBens }))
    expect(JSON.parse(alias.message)).toEqual({
      errors: [expect.objectContaining({ errorCode: 'REQUIRED_FIELD_MISSING', fields: ['Mer'] })],
    })
    const tree = await errorOf(connection.requestPost('/composite/tree/Attachment', { records: [] }))
    expect(JSON.parse(tree.message)).toMatchObject({ hasErrors: true })
  })

  it.each<[string, (connection: Connection) => PromiseLike<unknown>]>([
    [
      'a record created by itself',
      (connection) => connection.sobject('Account').create({ Name: 'Blue Heron' }),
    ],
    ['a query', (connection) => connection.query('SELECT Id FROM Account')],
    ['a description', (connection) => connection.describe('Account')],
    ['another Apex service', (connection) => connection.apex.get('/elsewhere')],
  ])('is told cleanly that %s is no part of the interface', async (_what, call) => {
    expect(await errorOf(call(await signIn()))).toMatchObject({
      errorCode: 'NOT_FOUND',
      message: 'The requested resource does not exist',
    })
  })

  it('reads a stage by the platform’s record address', async () => {
    const connection = await signIn()
    const id = await createdOpportunity(connection)
    await calls.control('PUT', `opportunities/${id}`, { stage: 'Pending Underwriting' })
    expect(await connection.request(SANDBOX_PATHS.stage(id))).toMatchObject({
      attributes: { type: 'Opportunity' },
      StageName: 'Pending Underwriting',
    })
    expect(await connection.sobject('Opportunity').retrieve(id, { fields: ['StageName'] })).toMatchObject({
      Id: id,
      StageName: 'Pending Underwriting',
    })
    expect(await errorOf(connection.request(SANDBOX_PATHS.stage('006000000000000AAA')))).toMatchObject({
      errorCode: 'NOT_FOUND',
    })
  })
})

describe('oauth4webapi', () => {
  const client = { client_id: SANDBOX_CREDENTIALS.client_id }
  const { username, password } = SANDBOX_CREDENTIALS

  async function requestToken(secret = SANDBOX_CREDENTIALS.client_secret, grantType = 'password') {
    const server = { issuer: sandbox.url, token_endpoint: sandbox.url + SANDBOX_PATHS.token }
    const response = await genericTokenEndpointRequest(
      server,
      client,
      ClientSecretPost(secret),
      grantType,
      { username, password },
      { [allowInsecureRequests]: true },
    )
    return processGenericTokenEndpointResponse(server, client, response)
  }

  it('is granted a token for user name and password', async () => {
    const answer = await requestToken()
    expect(answer).toMatchObject({ token_type: 'bearer', instance_url: sandbox.url })
    const response = await calls.send(SANDBOX_PATHS.application, newApplication(), {
      headers: { authorization: `Bearer ${answer.access_token}` },
    })
    expect(response.status).toBe(200)
  })

  it.each<[string, string, string, string]>([
    ['a wrong secret', 'wrong&+%', 'password', 'invalid_client'],
    ['another grant', SANDBOX_CREDENTIALS.client_secret, 'client_credentials', 'unsupported_grant_type'],
  ])('hears the code for %s', async (_what, secret, grantType, code) => {
    const error = await requestToken(secret, grantType).catch((reason: unknown) => reason)
    if (!(error instanceof ResponseBodyError)) throw new Error(`Not a refusal: ${error}`)
    expect(error).toMatchObject({ error: code, status: 400, error_description: expect.any(String) })
  })
})
