'use client'

import { Command, CommandGroup, CommandInput, CommandItem, CommandList } from 'cmdk'
import {
  ArrowRight,
  CornerDownLeft,
  FileText,
  Keyboard,
  Landmark,
  List,
  LogOut,
  type LucideIcon,
  Palette as PaletteIcon,
  Plus,
  Webhook,
} from 'lucide-react'
import type { Route } from 'next'
import { usePathname, useRouter } from 'next/navigation'
import {
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { listAddress } from '@/components/applications/application-list-address'
import { ApplicationStatusBadge } from '@/components/applications/application-status-badge'
import { SaleAmount } from '@/components/callbacks/sale-amount'
import { TroubleNotice } from '@/components/forms/trouble-notice'
import { merchantListAddress } from '@/components/merchants/merchant-address'
import { MerchantBadges } from '@/components/merchants/merchant-badges'
import { rolesText } from '@/components/people/role-badges'
import { StatusBadge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { Key } from '@/components/ui/key'
import { Link } from '@/components/ui/link'
import { Money } from '@/components/ui/money'
import { STATUS_TEXTS } from '@/lib/domain/application/status'
import { FUNDING_LABELS } from '@/lib/domain/callbacks/event-labels'
import { batchStatusOf } from '@/lib/domain/funding/batch'
import { routes } from '@/lib/routes'
import type { FoundApplication } from '@/lib/server/search/search-applications'
import type { FoundCase } from '@/lib/server/search/search-cases'
import type { FoundMerchant } from '@/lib/server/search/search-merchants'
import type { FoundPerson } from '@/lib/server/search/search-people'
import type { FoundBatch, FoundRecords, FoundSale } from '@/lib/server/search/search-records'
import { leaveFor } from './leave-for'
import { AREA_ICONS, type NavItem } from './nav-links'
import { pageSteps } from './page-steps'
import { type CommandAction, matchingCommands, paletteCommands } from './palette-commands'
import { PALETTE_INPUT, PALETTE_NAME, PaletteFrame, paletteHint } from './palette-frame'
import { chooseTheme } from './theme-choice'
import { useBegin } from './use-begin'
import { useSearch } from './use-search'

export type PaletteProps = {
  nav: readonly NavItem[]
  roles: readonly string[]
  /** The address of the sign-out form. */
  signOut: string
  text: string
  onText: (text: string) => void
  onShortcuts: () => void
  /** The next page opens by itself once the desk has answered. */
  onBegin: () => void
  /** Closes and returns the focus. */
  onClose: () => void
  /** Closes for another page, whose content gets the focus. */
  onLeave: () => void
}

/** Longer than any name; a page pasted by mistake is not sent. */
const MAX_SEARCH = 255

const NOTHING: FoundRecords = {
  items: [],
  more: false,
  cases: [],
  merchants: { items: [], more: false },
  batches: [],
  sales: [],
  people: [],
}
const saleKey = ({ n }: Pick<FoundSale, 'n'>): string => `sale-${n}`

/** The IDs of options that show a whole list; others are named by their command or application. */
const ALL = 'all'
const ALL_MERCHANTS = 'all-merchants'
/** A case has its application's ID, which already is an option. */
const caseOption = (id: string) => `case ${id}`
const merchantOption = (merchantId: string) => `merchant ${merchantId}`

/** The palette's list: this person's commands, and matching records. */
export function Palette({
  nav,
  roles,
  signOut,
  text,
  onText,
  onShortcuts,
  onBegin,
  onClose,
  onLeave,
}: PaletteProps) {
  const router = useRouter()
  const pathname = usePathname()
  const [steps, setSteps] = useState(pageSteps)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the page below it may have come after it was opened
  useEffect(() => setSteps(pageSteps), [pathname])
  const commands = useMemo(
    () => paletteCommands({ nav, roles, pathname, steps }),
    [nav, roles, pathname, steps],
  )
  const groups = matchingCommands(commands, text)
  const asked = text.trim().slice(0, MAX_SEARCH)
  const search = useSearch<FoundRecords>(routes.api.search, asked === '' ? null : asked)
  const { searching } = search
  const answer = asked === '' ? null : search.answer
  const { items: found, more, cases, merchants, batches, sales, people } = answer?.ok ? answer.found : NOTHING
  const begin = useBegin()
  const input = useRef<HTMLInputElement>(null)
  // Replaces the early input and takes its focus, with the caret at the end.
  useLayoutEffect(() => input.current?.focus(), [])
  const signOutForm = useRef<HTMLFormElement>(null)

  // While an answer is awaited, the previous rows stay visible and cannot be chosen.
  const choosable = [
    ...groups.flatMap((group) => group.commands.map(({ id }) => id)),
    ...(searching ? [] : found.map(({ id }) => id)),
    ...(searching || !more ? [] : [ALL]),
    ...(searching ? [] : cases.map(({ id }) => caseOption(id))),
    ...(searching ? [] : merchants.items.map(({ merchantId }) => merchantOption(merchantId))),
    ...(searching || !merchants.more ? [] : [ALL_MERCHANTS]),
    ...(searching
      ? []
      : [...batches.map(({ id }) => id), ...sales.map(saleKey), ...people.map(({ id }) => id)]),
  ]
  const [choice, setChoice] = useState('')
  const chosen = choosable.includes(choice) ? choice : (choosable[0] ?? '')

  // A draft opens at its next step.
  const open = ({ id, status }: Pick<FoundApplication, 'id' | 'status'>) => {
    onLeave()
    leaveFor(() => router.push(status === 'draft' ? routes.applicationNext(id) : routes.application(id)))
  }
  const go = (href: Route) => {
    onLeave()
    leaveFor(() => router.push(href))
  }
  const openMerchant = ({ merchantId }: Pick<FoundMerchant, 'merchantId'>) => go(routes.merchant(merchantId))
  const openFirst = useEnterAhead(searching, () => {
    if (found[0]) open(found[0])
    else if (merchants.items[0]) openMerchant(merchants.items[0])
    else if (batches[0]) go(routes.fundingBatch(batches[0].id))
    else if (sales[0]) go(routes.callback(sales[0].n))
    else if (people[0]) go(routes.people)
  })

  const perform = (action: CommandAction) => {
    switch (action.kind) {
      case 'go':
        onLeave()
        leaveFor(() => router.push(action.href))
        break
      case 'step':
        onLeave()
        steps?.go(action.href)
        break
      case 'begin':
        onBegin()
        void begin.start(action.application)
        break
      case 'theme':
        chooseTheme(action.theme)
        onClose()
        break
      case 'shortcuts':
        onShortcuts()
        break
      case 'sign-out':
        signOutForm.current?.requestSubmit()
        onClose()
        break
    }
  }

  return (
    <Command
      label={PALETTE_NAME}
      shouldFilter={false}
      vimBindings={false}
      // Otherwise it would be the first focusable element of the dialog.
      tabIndex={undefined}
      value={chosen}
      onValueChange={setChoice}
      onKeyDown={(event: KeyboardEvent) => {
        if (event.key === 'Enter' && !event.nativeEvent.isComposing && searching && choosable.length === 0)
          openFirst.ask()
      }}
      className="focus-visible:outline-none"
    >
      <PaletteFrame
        input={
          <CommandInput
            ref={input}
            value={text}
            onValueChange={(typed) => {
              setChoice('')
              openFirst.forget()
              onText(typed)
            }}
            placeholder={paletteHint(nav)}
            className={PALETTE_INPUT}
          />
        }
        foot={<Foot onShortcuts={onShortcuts} />}
        onClose={onClose}
      >
        {begin.trouble && (
          <div className="p-2 pb-0">
            <TroubleNotice trouble={begin.trouble} title="No application was started" />
          </div>
        )}
        {answer?.ok === false && (
          <Trouble
            title="Search is not available"
            actions={
              answer.signedOut ? (
                <Link
                  href={{ pathname: routes.signIn, query: { next: pathname } }}
                  className="font-medium text-accent-ink underline underline-offset-2"
                >
                  Sign in
                </Link>
              ) : (
                <Button
                  size="small"
                  busy={searching}
                  onClick={() => {
                    search.again()
                    // The button disappears with the message.
                    input.current?.focus()
                  }}
                >
                  Try again
                </Button>
              )
            }
          >
            {answer.problem}
          </Trouble>
        )}
        <CommandList
          label="Results"
          className="min-h-0 scroll-py-8 overflow-y-auto overscroll-contain p-1.5 focus-visible:outline-none empty:hidden"
        >
          {groups.map(({ heading, commands: shown }) => (
            <Group key={heading} heading={heading}>
              {shown.map(({ id, label, action }) => (
                <Item key={id} id={id} icon={iconOf(action)} onSelect={() => perform(action)}>
                  {label}
                </Item>
              ))}
            </Group>
          ))}
          {found.length > 0 && (
            <Group heading="Applications">
              {found.map((application) => (
                <Item
                  key={application.id}
                  id={application.id}
                  icon={FileText}
                  disabled={searching}
                  onSelect={() => open(application)}
                >
                  <Found application={application} />
                </Item>
              ))}
              {more && (
                <Item
                  id={ALL}
                  icon={List}
                  disabled={searching}
                  onSelect={() => perform({ kind: 'go', href: listAddress({ search: asked }) })}
                >
                  Show all results in the list
                </Item>
              )}
            </Group>
          )}
          {cases.length > 0 && (
            <Group heading="Cases">
              {cases.map((one) => (
                <Item
                  key={one.id}
                  id={caseOption(one.id)}
                  icon={AREA_ICONS.underwriting}
                  disabled={searching}
                  onSelect={() => go(routes.underwritingCase(one.id))}
                >
                  <FoundCaseRow found={one} />
                </Item>
              ))}
            </Group>
          )}
          {merchants.items.length > 0 && (
            <Group heading="Merchants">
              {merchants.items.map((merchant) => (
                <Item
                  key={merchant.merchantId}
                  id={merchantOption(merchant.merchantId)}
                  icon={AREA_ICONS.merchants}
                  disabled={searching}
                  onSelect={() => openMerchant(merchant)}
                >
                  <span className="min-w-0 flex-1">
                    <bdi className="block truncate font-medium">{merchant.name}</bdi>
                    <code className="block truncate text-xs text-muted">{merchant.merchantId}</code>
                  </span>
                  <MerchantBadges state={merchant.state} confirmation={merchant.confirmation} />
                </Item>
              ))}
              {merchants.more && (
                <Item
                  id={ALL_MERCHANTS}
                  icon={List}
                  disabled={searching}
                  onSelect={() => perform({ kind: 'go', href: merchantListAddress({ search: asked }) })}
                >
                  Show all matching merchants
                </Item>
              )}
            </Group>
          )}
          {batches.length > 0 && (
            <Group heading="Funding batches">
              {batches.map((batch) => (
                <Item
                  key={batch.id}
                  id={batch.id}
                  icon={Landmark}
                  disabled={searching}
                  onSelect={() => go(routes.fundingBatch(batch.id))}
                >
                  <FoundBatchRow batch={batch} />
                </Item>
              ))}
            </Group>
          )}
          {sales.length > 0 && (
            <Group heading="Sales">
              {sales.map((sale) => (
                <Item
                  key={sale.n}
                  id={saleKey(sale)}
                  icon={Webhook}
                  disabled={searching}
                  onSelect={() => go(routes.callback(sale.n))}
                >
                  <FoundSaleRow sale={sale} />
                </Item>
              ))}
            </Group>
          )}
          {people.length > 0 && (
            <Group heading="People">
              {people.map((person) => (
                <Item
                  key={person.id}
                  id={person.id}
                  icon={AREA_ICONS.people}
                  disabled={searching}
                  onSelect={() => go(routes.people)}
                >
                  <FoundPersonRow person={person} />
                </Item>
              ))}
            </Group>
          )}
        </CommandList>
        <p role="status" className="min-h-0 overflow-y-auto px-4 py-2 text-sm text-muted">
          {begin.busy
            ? 'Starting an application…'
            : searching
              ? openFirst.asked
                ? 'Searching; the first result opens…'
                : 'Searching…'
              : answer?.ok && (
                  <Outcome
                    text={asked}
                    found={found.length}
                    commands={groups.length}
                    others={
                      cases.length + merchants.items.length + batches.length + sales.length + people.length
                    }
                    more={more}
                  />
                )}
        </p>
      </PaletteFrame>
      <form ref={signOutForm} action={signOut} method="post" hidden />
    </Command>
  )
}

/** Enter pressed before the answer: people who know a number do not wait for the list. */
function useEnterAhead(searching: boolean, go: () => void) {
  const [asked, setAsked] = useState(false)
  const latest = useRef(go)
  useEffect(() => {
    latest.current = go
  })
  useEffect(() => {
    if (!asked || searching) return
    setAsked(false)
    latest.current()
  }, [asked, searching])
  return { asked, ask: () => setAsked(true), forget: () => setAsked(false) }
}

function Group({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <CommandGroup
      heading={heading}
      className="[&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:font-medium [&_[cmdk-group-heading]]:text-muted"
    >
      {children}
    </CommandGroup>
  )
}

function Item({
  id,
  icon: Icon,
  disabled,
  onSelect,
  children,
}: {
  id: string
  icon: LucideIcon
  disabled?: boolean
  onSelect: () => void
  children: ReactNode
}) {
  return (
    <CommandItem
      value={id}
      disabled={disabled}
      onSelect={onSelect}
      className="group flex min-h-9 cursor-pointer items-center gap-3 rounded-md px-2.5 py-1.5 aria-disabled:cursor-default aria-disabled:opacity-60 aria-selected:bg-accent-soft aria-selected:text-accent-ink aria-selected:shadow-[inset_0_0_0_1px_var(--color-accent-line)] pointer-coarse:min-h-11"
    >
      <Icon className="size-4 shrink-0 text-muted group-aria-selected:text-accent-ink" aria-hidden="true" />
      <span className="flex min-w-0 flex-1 items-center gap-3">{children}</span>
      <CornerDownLeft
        className="size-3.5 shrink-0 opacity-0 group-aria-selected:opacity-100 pointer-coarse:hidden"
        aria-hidden="true"
      />
    </CommandItem>
  )
}

function Found({ application }: { application: FoundApplication }) {
  const { number, dbaName, legalName } = application
  const name = dbaName || legalName
  return (
    <>
      <span className="w-16 shrink-0 text-muted">A-{number}</span>
      <span className="min-w-0 flex-1">
        <bdi className={name ? 'block truncate font-medium' : 'block truncate italic'}>
          {name || 'Untitled application'}
        </bdi>
        {legalName !== '' && legalName !== name && (
          <bdi className="block truncate text-xs text-muted">{legalName}</bdi>
        )}
      </span>
      <ApplicationStatusBadge application={application} />
    </>
  )
}

function FoundCaseRow({ found: { number, dbaName, legalName, status } }: { found: FoundCase }) {
  const { tone, label } = STATUS_TEXTS[status]
  return (
    <>
      <span className="w-16 shrink-0 text-muted">A-{number}</span>
      <bdi className="min-w-0 flex-1 truncate font-medium">
        {dbaName || legalName || 'Untitled application'}
      </bdi>
      <StatusBadge tone={tone}>{label}</StatusBadge>
    </>
  )
}

function FoundPersonRow({ person: { name, email, roles, active } }: { person: FoundPerson }) {
  return (
    <>
      <span className="min-w-0 flex-1">
        <bdi className="block truncate font-medium">{name}</bdi>
        <bdi className="block truncate text-xs text-muted">{email}</bdi>
      </span>
      <span className="shrink-0 text-sm text-muted max-sm:hidden">{rolesText(roles)}</span>
      {!active && <StatusBadge tone="neutral">Deactivated</StatusBadge>}
    </>
  )
}

function FoundBatchRow({ batch: { number, name, amountMinor, ...batch } }: { batch: FoundBatch }) {
  const { tone, label } = batchStatusOf(batch)
  return (
    <>
      <span className="w-16 shrink-0 text-muted">B-{number}</span>
      <bdi className="min-w-0 flex-1 truncate font-medium">{name}</bdi>
      <span className="shrink-0 text-sm max-sm:hidden">
        <Money amountMinor={BigInt(amountMinor)} />
      </span>
      <StatusBadge tone={tone}>{label}</StatusBadge>
    </>
  )
}

function FoundSaleRow({ sale }: { sale: FoundSale }) {
  const { tone, label } = FUNDING_LABELS[sale.funding]
  return (
    <>
      <span className="min-w-0 flex-1">
        <bdi className="block truncate font-medium">{sale.tranId ?? `Callback ${sale.n}`}</bdi>
        <bdi className="block truncate text-xs text-muted">{sale.label}</bdi>
      </span>
      <span className="shrink-0 text-sm max-sm:hidden">
        <SaleAmount sale={sale} />
      </span>
      <StatusBadge tone={tone}>{label}</StatusBadge>
    </>
  )
}

function Trouble({ title, actions, children }: { title: string; actions?: ReactNode; children: ReactNode }) {
  return (
    <div className="p-2 pb-0">
      <Callout tone="bad" live="alert" title={title} actions={actions}>
        {children}
      </Callout>
    </div>
  )
}

/** Announced after every search; visible only if there is nothing else to see. */
function Outcome({
  text,
  found,
  commands,
  others,
  more,
}: {
  text: string
  found: number
  /** The number of command groups. */
  commands: number
  /** The number of cases, merchants, batches, sales and people. */
  others: number
  more: boolean
}) {
  if (found === 0 && others > 0)
    return <span className="sr-only">{others === 1 ? '1 record found' : `${others} records found`}</span>
  if (found === 0 && commands > 0) return <span className="sr-only">No records found</span>
  if (found > 0) {
    return (
      <span className="sr-only">
        {more
          ? `First ${found} applications found`
          : `${found} ${found === 1 ? 'application found' : 'applications found'}`}
        {others > 0 && `, ${others} other ${others === 1 ? 'record found' : 'records found'}`}
      </span>
    )
  }
  return (
    <>
      <span className="block font-medium break-words text-ink">
        No results for “<bdi>{text}</bdi>”
      </span>
      Search part of a name, the last characters of a transaction ID, or a complete number (A-1042, B-1031),
      last four of a tax ID or partner record ID.
    </>
  )
}

function Foot({ onShortcuts }: { onShortcuts: () => void }) {
  return (
    <>
      <span className="flex items-center gap-1">
        <Key>↑</Key>
        <Key>↓</Key> to choose
      </span>
      <span className="flex items-center gap-1">
        <Key>Enter</Key> to go
      </span>
      <button
        type="button"
        onClick={onShortcuts}
        className="ms-auto inline-flex min-h-6 items-center gap-1.5 rounded-sm px-1 hover:text-ink hover:underline"
      >
        <Keyboard className="size-3.5" aria-hidden="true" />
        All shortcuts
      </button>
    </>
  )
}

function iconOf(action: CommandAction): LucideIcon {
  switch (action.kind) {
    case 'go':
      return action.area ? AREA_ICONS[action.area] : ArrowRight
    case 'step':
      return ArrowRight
    case 'begin':
      return Plus
    case 'theme':
      return PaletteIcon
    case 'shortcuts':
      return Keyboard
    case 'sign-out':
      return LogOut
  }
}
