import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from '@playwright/test'
import { freePort } from '@/lib/testing/test-cluster'

const ROOT = path.resolve(import.meta.dirname, '..')
/** A live desk has no keys in its DATA_DIR, and the demonstration before it must have had the same keys. */
const KEYS = Object.fromEntries(
  ['AUTH_SECRET', 'DATA_KEY', 'AUDIT_SIGNING_KEY'].map((name) => [name, randomBytes(32).toString('base64')]),
)
const LIVE = {
  PARTNER: 'live',
  // Nothing listens there, because these journeys need no partner.
  PARTNER_AUTH_URL: 'http://127.0.0.1:1/token',
  PARTNER_CLIENT_ID: 'client',
  PARTNER_CLIENT_SECRET: 'secret',
  PARTNER_USERNAME: 'user',
  PARTNER_PASSWORD: 'password',
  PARTNER_INSTANCE_HOSTS: 'partner.example',
}

test('a desk that ran the demonstration goes live only without it, and its first admin comes by a link', async ({
  browser,
}) => {
  test.setTimeout(240_000)
  const dataDir = mkdtempSync(path.join(tmpdir(), 'payfac-live-'))
  const port = await freePort()
  // A host name, because an IP address cannot have passkeys.
  const origin = `http://localhost:${port}`
  const common = { DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: 'warn', APP_URL: origin, ...KEYS }
  let child: ChildProcess | undefined
  const stop = async () => {
    if (!child || child.exitCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    await ended
  }
  /** Collects a program's output until it ends or says that the desk is ready. */
  const run = async (args: string[], env: Record<string, string>) => {
    child = spawn(process.execPath, args, {
      cwd: ROOT,
      env: { ...process.env, NODE_ENV: 'production', ...common, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let said = ''
    const ready = Promise.withResolvers<void>()
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => {
        said += text
        if (said.includes('is ready at')) ready.resolve()
      })
    await Promise.race([ready.promise, once(child, 'close')])
    return { said: () => said, code: child.exitCode }
  }
  const command = (name: string, ...args: string[]) =>
    run(['--import', 'tsx', `scripts/${name}.ts`, ...args], LIVE)

  try {
    expect((await run(['scripts/start.ts'], {})).said()).toContain('is ready at')
    await stop()

    const refused = await run(['scripts/start.ts'], LIVE)
    expect(refused.code).toBe(1)
    expect(refused.said()).toMatch(/10 accounts .* 1 callback key.*npm run demo:remove/)

    const removed = await command('demo-remove')
    expect(removed.code, removed.said()).toBe(0)
    expect(removed.said()).toContain('No one can administer this desk.')

    const live = await run(['scripts/start.ts'], LIVE)
    const server = child
    await expect.poll(live.said).toContain('No one can sign in yet.')
    const made = await command('admin-create', '--email', 'root@company.test')
    expect(made.code, made.said()).toBe(0)
    const link = /http:\S+/.exec(made.said())?.[0] ?? ''
    expect(link).toContain(`${origin}/welcome#`)

    const context = await browser.newContext()
    const page = await context.newPage()
    const authenticator = await context.newCDPSession(page)
    await authenticator.send('WebAuthn.enable')
    await authenticator.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    })
    await page.goto(link)
    await page.getByLabel('Name').fill('Rita Root')
    await page.getByLabel('Password').fill('tangerine wheelbarrow')
    await page.getByRole('button', { name: 'Create account' }).click()

    // An admin of a live desk needs a second factor before anything else.
    await expect(page.getByRole('heading', { level: 1, name: 'Set up a second factor' })).toBeVisible()
    await page.goto(`${origin}/admin/people`)
    await expect(page).toHaveURL(/\/sign-in\/enroll\?next=%2Fadmin%2Fpeople/)
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    const codes = page.getByRole('region', { name: 'Recovery codes' })
    await expect(codes).toHaveText(/^(?:[0-9a-z]{4}(?:-[0-9a-z]{4}){3}\s*){10}$/)
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByRole('listitem', { name: 'Rita Root' })).toContainText('Passkey')
    await page.getByRole('button', { name: 'Sign out' }).first().click()
    // The button is visible before the page handles clicks.
    await expect(async () => {
      await page.getByRole('button', { name: 'Sign in with a passkey' }).click({ timeout: 10_000 })
      await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible({ timeout: 10_000 })
    }).toPass()

    // More sensitive actions ask again when the last confirmation is too old, and keep what was typed.
    const aged = await run(['--import', 'tsx', 'e2e/age-factors.child.ts'], LIVE)
    expect(aged.code, aged.said()).toBe(0)
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'People' }).click()
    await expect(
      page.getByRole('listitem', { name: 'Rita Root' }).getByText('Admin', { exact: true }),
    ).toBeVisible()
    await page.getByRole('button', { name: 'Invite person…' }).click()
    const invitation = page.getByRole('dialog', { name: 'Invite person' })
    await invitation.getByLabel('Email').fill('second@company.test')
    await invitation.getByRole('checkbox', { name: 'Auditor' }).check()
    await invitation.getByRole('button', { name: 'Create invitation' }).click()
    const question = page.getByRole('dialog', { name: 'Confirm it is you' })
    await question.getByRole('button', { name: 'Close' }).click()
    await expect(invitation.getByText('Confirm that it is you, and do this again.')).toBeVisible()
    await expect(invitation.getByLabel('Email')).toHaveValue('second@company.test')
    await invitation.getByRole('button', { name: 'Create invitation' }).click()
    await question.getByRole('button', { name: 'Use a passkey' }).click()
    await page.getByRole('dialog', { name: 'Send this link' }).getByRole('button', { name: 'Done' }).click()
    await expect(page.getByRole('listitem', { name: 'Ada Minton' })).toContainText('Deactivated')
    const answer = await page.request.post(
      `http://127.0.0.1:${port}/webhooks/response-credit-card/demo-callback-key-0000000000000001`,
      { form: { tran_id: 'SBX-C-1' } },
    )
    expect(answer.status()).toBe(404)
    await context.close()
    child = server
  } finally {
    await stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
})
