import type { Route } from 'next'
import { can } from '@/lib/domain/access/permissions'
import type { ApplicationKind } from '@/lib/domain/application/kind'
import { searchWords } from '@/lib/domain/application/search-words'
import { applicationAt, merchantAt, routes } from '@/lib/routes'
import type { NavArea, NavItem } from './nav-links'
import type { PageSteps } from './page-steps'
import { THEMES, type Theme } from './theme'

export type CommandAction =
  | { kind: 'go'; href: Route; area?: NavArea }
  /** Navigates like the page's own link, which saves first. */
  | { kind: 'step'; href: Route }
  | { kind: 'begin'; application: ApplicationKind }
  | { kind: 'theme'; theme: Theme }
  | { kind: 'shortcuts' }
  | { kind: 'sign-out' }

/** `also`: other words by which people search for it. */
export type Command = { id: string; label: string; also?: string; action: CommandAction }
export type CommandGroup = { heading: string; commands: Command[] }

/** The page on which the palette is opened, and the person. */
export type PaletteContext = {
  nav: readonly NavItem[]
  roles: readonly string[]
  pathname: string
  steps: PageSteps | null
}

/**
 * Everything that this person can do from this page, the page's own commands first. There is no history: the next
 * person at a shared computer would read merchants' names.
 */
export const paletteCommands = ({ nav, roles, pathname, steps }: PaletteContext): CommandGroup[] =>
  [
    { heading: 'This application', commands: applicationCommands(roles, pathname, steps) },
    { heading: 'This merchant', commands: ofMerchantCommands(roles, pathname) },
    { heading: 'Go to', commands: nav.map(navCommand) },
    {
      heading: 'Do',
      commands: [
        ...beginCommands(roles),
        ...merchantCommands(roles),
        ...fundingCommands(roles),
        ...callbackCommands(roles),
        ...adminCommands(roles),
        ...accountCommands(roles),
        ...deskCommands,
      ],
    },
  ].filter(({ commands }) => commands.length > 0)

const navCommand = ({ area, label, href }: NavItem): Command => ({
  id: `area-${area}`,
  label,
  action: { kind: 'go', href, area },
})

function applicationCommands(
  roles: readonly string[],
  pathname: string,
  offered: PageSteps | null,
): Command[] {
  const id = applicationAt(pathname)
  if (!id) return []
  const own = routes.application(id)
  if (pathname === own) {
    // People who may see only the application's status have no access to its steps.
    if (!can(roles, 'applicants:read')) return []
    return [
      {
        id: 'review',
        label: can(roles, 'applications:submit') ? 'Review and submit' : 'Review',
        also: 'step',
        action: { kind: 'go', href: routes.applicationStep(id, 'review') },
      },
      ...(can(roles, 'documents:read')
        ? [
            {
              id: 'documents',
              label: 'Documents',
              also: 'step',
              action: { kind: 'go', href: routes.applicationStep(id, 'documents') },
            } as const,
          ]
        : []),
    ]
  }
  return [
    ...(offered?.steps ?? [])
      .filter((step) => step.id !== offered?.current)
      .map(
        (step): Command => ({
          id: `step-${step.id}`,
          label: step.label,
          also: 'step',
          action: { kind: 'step', href: step.href },
        }),
      ),
    {
      id: 'result',
      label: 'Application page',
      also: 'record timeline result next step',
      action: { kind: 'go', href: own },
    },
  ]
}

/** On a merchant's page and its statement: the other of the two. */
function ofMerchantCommands(roles: readonly string[], pathname: string): Command[] {
  const merchantId = merchantAt(pathname)
  if (merchantId === null) return []
  const [own, statement] = [routes.merchant(merchantId), routes.merchantStatement(merchantId)]
  if (pathname !== own)
    return [{ id: 'merchant', label: 'Merchant page', also: 'account', action: { kind: 'go', href: own } }]
  return can(roles, 'funding:read')
    ? [
        {
          id: 'statement',
          label: 'Statement',
          also: 'report account print money period',
          action: { kind: 'go', href: statement },
        },
      ]
    : []
}

const beginCommands = (roles: readonly string[]): Command[] =>
  can(roles, 'applications:write')
    ? [
        {
          id: 'begin-payfac',
          label: 'New PayFac application',
          also: 'start begin create',
          action: { kind: 'begin', application: 'payfac' },
        },
        {
          id: 'begin-full',
          label: 'New full application with pricing',
          also: 'start begin create',
          action: { kind: 'begin', application: 'full' },
        },
        {
          id: 'adopt-application',
          label: 'Add existing application',
          also: 'adopt partner opportunity account record ids',
          action: { kind: 'go', href: routes.adoptApplication },
        },
        {
          id: 'import-applications',
          label: 'Import applications',
          also: 'upload csv json file spreadsheet drafts many',
          action: { kind: 'go', href: routes.importApplications },
        },
      ]
    : []

const merchantCommands = (roles: readonly string[]): Command[] => [
  ...(can(roles, 'merchants:write')
    ? ([
        {
          id: 'new-merchant',
          label: 'Add merchant',
          also: 'new create enter',
          action: { kind: 'go', href: routes.newMerchant },
        },
        {
          id: 'import-merchants',
          label: 'Import merchants',
          also: 'upload csv file spreadsheet many',
          action: { kind: 'go', href: routes.importMerchants },
        },
      ] as const)
    : []),
  ...(can(roles, 'merchants:read') && can(roles, 'funding:read') ? [STATEMENT_OF] : []),
]

/** Statements are of one merchant, who is chosen in the list first. */
const STATEMENT_OF: Command = {
  id: 'statement-of',
  label: 'Merchant statement: choose a merchant',
  also: 'report account period print',
  action: { kind: 'go', href: routes.merchants },
}

const fundingCommands = (roles: readonly string[]): Command[] =>
  can(roles, 'funding:write')
    ? [
        {
          id: 'new-batch',
          label: 'New funding batch',
          also: 'start begin create import amounts',
          action: { kind: 'go', href: routes.newFundingBatch },
        },
      ]
    : []

const callbackCommands = (roles: readonly string[]): Command[] => [
  ...(can(roles, 'callbacks:read') && can(roles, 'funding:read') ? [UNFUNDED_SALES] : []),
  ...(can(roles, 'links:write') ? [PAYMENT_LINK] : []),
]

const adminCommands = (roles: readonly string[]): Command[] => [
  ...(can(roles, 'admin:users') ? [INVITE] : []),
  ...(can(roles, 'admin:settings') ? [CONNECTIONS, ...SETTINGS_COMMANDS] : []),
]

const INVITE: Command = {
  id: 'invite',
  label: 'Invite person',
  also: 'people users roles new add link mail email',
  action: { kind: 'go', href: routes.people },
}

const CONNECTIONS: Command = {
  id: 'connections',
  label: 'Connection check',
  also: 'settings partner token profiles environment credentials going live production certification',
  action: { kind: 'go', href: routes.settings.connections },
}

/** By title and by other words for what is decided there. The setting definitions would be too large here. */
const SETTINGS_COMMANDS = (
  [
    ['Lists', routes.settings.lists, 'values choices'],
    ['Line item templates', routes.settings.lineItems, 'pricing fees'],
    ['Rules', routes.settings.setting('rules'), 'resend second person outcome'],
    [
      'Sign-in',
      routes.settings.setting('sign-in'),
      'login passkey authenticator second factor password two-step',
    ],
    ['Underwriting', routes.settings.setting('underwriting'), 'review mode overdue hours'],
    ['Funding', routes.settings.setting('funding'), 'approval limits batches'],
    ['Documents', routes.settings.setting('documents'), 'uploads disk storage retention'],
    ['Sensitive data', routes.settings.setting('reveal'), 'reveal masked social security tax ids'],
    ['Business days', routes.settings.setting('business-days'), 'time zone cut-off holidays'],
    ['Backups', routes.settings.setting('backups'), 'restore copies'],
    ['Callbacks', routes.settings.callbacks, 'receivers keys credentials addresses'],
    ['Forwarding', routes.settings.forwarding, 'webhooks endpoints accounting'],
  ] as const
).map(
  ([title, href, also]): Command => ({
    id: `settings-${title}`,
    label: `Settings: ${title}`,
    also,
    action: { kind: 'go', href },
  }),
)

const accountCommands = (roles: readonly string[]): Command[] =>
  can(roles, 'account:own')
    ? [
        {
          id: 'account',
          label: 'Your account',
          also: 'password sessions profile time zone name',
          action: { kind: 'go', href: routes.account },
        },
      ]
    : []

const UNFUNDED_SALES: Command = {
  id: 'unfunded-sales',
  label: 'Unfunded sales',
  also: 'callbacks aging merchants money report',
  action: { kind: 'go', href: routes.unfundedSales },
}

const PAYMENT_LINK: Command = {
  id: 'payment-link',
  label: 'Payment link',
  also: 'callbacks hosted page make pay',
  action: { kind: 'go', href: routes.hostedPaymentLink },
}

const THEME_LABELS: Record<Theme, string> = {
  system: 'Theme: System',
  light: 'Theme: Light',
  dark: 'Theme: Dark',
}

const deskCommands: readonly Command[] = [
  ...THEMES.map(
    (theme): Command => ({
      id: `theme-${theme}`,
      label: THEME_LABELS[theme],
      also: 'mode appearance',
      action: { kind: 'theme', theme },
    }),
  ),
  { id: 'shortcuts', label: 'Keyboard shortcuts', also: 'keys help', action: { kind: 'shortcuts' } },
  { id: 'sign-out', label: 'Sign out', also: 'log out leave', action: { kind: 'sign-out' } },
]

/** The commands with words that begin with all typed words, in any order; all commands for a blank text. */
export function matchingCommands(groups: readonly CommandGroup[], text: string): CommandGroup[] {
  const typed = wordsOf(text)
  // Text without letters or digits matches nothing.
  if (typed.length === 0) return text.trim() === '' ? [...groups] : []
  const matches = ({ label, also = '' }: Command) => {
    const words = wordsOf(`${label} ${also}`)
    return typed.every((part) => words.some((word) => word.startsWith(part)))
  }
  return groups
    .map(({ heading, commands }) => ({ heading, commands: commands.filter(matches) }))
    .filter(({ commands }) => commands.length > 0)
}

const wordsOf = (text: string): string[] => searchWords(text).split(' ').filter(Boolean)
