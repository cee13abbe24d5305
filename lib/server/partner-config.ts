import type { Env } from '@/lib/env'
import type { PartnerConfig } from '@/lib/partner/client'
import { routes } from '@/lib/routes'

/** contract.md, "The sandbox": the credentials that the simulated partner knows. */
const SANDBOX_CREDENTIALS = {
  clientId: 'sandbox-client',
  clientSecret: 's&cret+100%',
  username: 'api+desk@sandbox.test',
  password: 'p&ss w+rd%',
  securityToken: 'T0ken=',
}

/** Where the partner is and who we are there. With the sandbox on, what the environment names still goes first: a stand-alone one. */
export function partnerConfig(env: Env): PartnerConfig {
  if (env.PARTNER === 'sandbox' && env.PARTNER_AUTH_URL === '') {
    const address = `${env.APP_URL}${routes.sandbox}`
    return { ...SANDBOX_CREDENTIALS, authUrl: address, instanceHosts: [new URL(address).host] }
  }
  const fallback = env.PARTNER === 'sandbox' ? SANDBOX_CREDENTIALS : undefined
  return {
    authUrl: env.PARTNER_AUTH_URL,
    clientId: env.PARTNER_CLIENT_ID || (fallback?.clientId ?? ''),
    clientSecret: env.PARTNER_CLIENT_SECRET || (fallback?.clientSecret ?? ''),
    username: env.PARTNER_USERNAME || (fallback?.username ?? ''),
    password: env.PARTNER_PASSWORD || (fallback?.password ?? ''),
    securityToken: env.PARTNER_SECURITY_TOKEN || (fallback?.securityToken ?? ''),
    instanceHosts: env.PARTNER_INSTANCE_HOSTS
      ? env.PARTNER_INSTANCE_HOSTS.split(',').map((host) => host.trim())
      : [new URL(env.PARTNER_AUTH_URL).host],
  }
}
