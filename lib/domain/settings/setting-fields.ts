import * as z from 'zod/mini'
import { hourWords } from '@/lib/domain/values/business-day'
import { grouped, moneyText } from '@/lib/domain/values/money'
import { isTimeZone } from '@/lib/domain/values/time-zone'

/** What the page of a setting says and shows of one value. */
type Text = {
  /** The heading that it stands under. */
  panel: string
  label: string
  hint?: string
}

/** The control on the page. A limit has a switch: `option` is its label, and `label` that of the box beside it. */
export type Control =
  | { kind: 'flag'; means?: string }
  | { kind: 'choice'; options: readonly Choice<string>[] }
  | { kind: 'select'; options: readonly Choice<string>[] }
  | { kind: 'time-zone' }
  | { kind: 'text'; keyboard: 'numeric' | 'decimal' }
  | { kind: 'limit'; keyboard: 'numeric' | 'decimal'; option: string; means?: string }

type Choice<Value> = { value: Value; label: string; note?: string }

/** One value of a setting: what is stored, what a form holds, and how each becomes the other. */
export type SettingField<Stored = unknown, Typed = unknown> = Text & {
  control: Control
  fallback: Stored
  stored: z.ZodMiniType<Stored>
  /** Reads what was typed; its messages stand at the field. */
  typed: z.ZodMiniType<Stored, Typed>
  begin: (stored: Stored) => Typed
  /** The value, in words. */
  says: (stored: Stored) => string
  /** After a change, in words. */
  told: (stored: Stored) => string
}

/** Yes or no. */
export const flag = ({
  fallback,
  means,
  ...text
}: Text & { fallback: boolean; means?: string }): SettingField<boolean, boolean> => ({
  ...text,
  control: { kind: 'flag', ...(means && { means }) },
  fallback,
  stored: z.boolean(),
  typed: z.boolean(),
  begin: (stored) => stored,
  says: (on) => (on ? 'On' : 'Off'),
  told: (on) => `Turned ${on ? 'on' : 'off'} “${text.label}”.`,
})

/** One of a few. */
export const choice = <Value extends string>({
  fallback,
  options,
  ...text
}: Text & { fallback: Value; options: readonly [Choice<Value>, ...Choice<Value>[]] }): SettingField<
  Value,
  Value
> => {
  const values = z.enum(options.map(({ value }) => value) as [Value, ...Value[]]) as unknown as z.ZodMiniType<
    Value,
    Value
  >
  const says = (stored: Value) => options.find(({ value }) => value === stored)?.label ?? stored
  return {
    ...text,
    control: { kind: 'choice', options },
    fallback,
    stored: values,
    typed: values,
    begin: (stored) => stored,
    says,
    told: (stored) => `${text.label}: ${says(stored)}.`,
  }
}

/** The name of a time zone, such as `America/New_York`. */
export const timeZone = ({
  fallback,
  ...text
}: Text & { fallback: string }): SettingField<string, string> => {
  const zone = z.string().check(
    z.maxLength(64),
    z.refine((name) => isTimeZone(name), 'Choose a time zone from the list.'),
  )
  return {
    ...text,
    control: { kind: 'time-zone' },
    fallback,
    stored: zone,
    typed: zone,
    begin: (stored) => stored,
    says: (stored) => stored,
    told: (stored) => `${text.label}: ${stored}.`,
  }
}

const HOURS = [24, ...Array.from({ length: 23 }, (_, index) => index + 1)]

/** A full hour at which the next day begins; 24 is midnight. */
export const cutOff = ({ fallback, ...text }: Text & { fallback: number }): SettingField<number, string> => ({
  ...text,
  control: {
    kind: 'select',
    options: HOURS.map((hour) => ({ value: String(hour), label: hourWords(hour) })),
  },
  fallback,
  stored: z.int().check(z.minimum(1), z.maximum(24)),
  typed: reading((typed) => readCount(typed, 1, 24), 'Choose an hour from the list.'),
  begin: String,
  says: hourWords,
  told: (stored) => `${text.label}: ${hourWords(stored)}.`,
})

type CountText = Text & { min: number; max: number; problem: string }

/** A whole number. */
export const count = ({
  fallback,
  min,
  max,
  problem,
  ...text
}: CountText & { fallback: number }): SettingField<number, string> => ({
  ...text,
  control: { kind: 'text', keyboard: 'numeric' },
  fallback,
  stored: z.int().check(z.minimum(min), z.maximum(max)),
  typed: reading((typed) => readCount(typed, min, max), problem),
  begin: String,
  says: (stored) => stored.toLocaleString('en-US'),
  told: (stored) => `${text.label}: ${stored.toLocaleString('en-US')}.`,
})

/** What a limit looks like while it is typed; what stands in one that is off counts for nothing. */
export type TypedLimit = { on: boolean; text: string }

/** A whole number, or no limit. */
export const countLimit = ({
  fallback,
  min,
  max,
  problem,
  ...text
}: CountText & LimitText & { fallback: number | null }) =>
  limit<number>(text, {
    keyboard: 'numeric',
    fallback,
    stored: z.int().check(z.minimum(min), z.maximum(max)),
    read: (typed) => readCount(typed, min, max),
    write: String,
    tell: (stored) => stored.toLocaleString('en-US'),
    problem,
  })

/** More than any batch comes to. */
const MAX_LIMIT_DIGITS = 12
/** The highest limit in dollars, as people read it. */
export const MAX_DOLLARS = grouped('9'.repeat(MAX_LIMIT_DIGITS))

/** US dollars as decimal text, or no limit. */
export const dollarLimit = ({
  fallback,
  problem,
  ...text
}: Text & LimitText & { fallback: string | null; problem: string }) =>
  limit<string>(text, {
    keyboard: 'decimal',
    fallback,
    stored: z.string().check(z.refine((dollars) => readDollarLimit(dollars) === dollars)),
    read: readDollarLimit,
    write: dollarLimitWords,
    tell: dollarLimitWords,
    problem,
  })

type LimitText = { option: string; means?: string }

const limit = <Value>(
  { option, means, ...text }: Text & LimitText,
  {
    keyboard,
    fallback,
    stored,
    read,
    write,
    tell,
    problem,
  }: {
    keyboard: 'numeric' | 'decimal'
    fallback: Value | null
    stored: z.ZodMiniType<Value>
    read: (typed: string) => Value | null
    write: (stored: Value) => string
    tell: (stored: Value) => string
    problem: string
  },
): SettingField<Value | null, TypedLimit> => {
  return {
    ...text,
    control: { kind: 'limit', keyboard, option, ...(means && { means }) },
    fallback,
    stored: z.nullable(stored),
    typed: z.pipe(
      z.object({ on: z.boolean(), text: z.string() }),
      z.transform((given, context): Value | null =>
        given.on ? readOrReport(read, problem)(given.text, context) : null,
      ),
    ),
    begin: (now) => ({ on: now !== null, text: now === null ? '' : write(now) }),
    says: (now) => (now === null ? 'Off' : tell(now)),
    told: (now) => (now === null ? `Turned off “${option}”.` : `${text.label}: ${tell(now)}.`),
  }
}

/** For `transform`: what cannot be read is a problem in these words. */
const readOrReport =
  <Value>(read: (typed: string) => Value | null, message: string) =>
  (typed: string, context: z.core.ParsePayload): Value => {
    const value = read(typed)
    if (value !== null) return value
    context.issues.push({ code: 'custom', message, input: typed })
    return z.NEVER
  }

const reading = <Value>(read: (typed: string) => Value | null, message: string) =>
  z.pipe(z.string(), z.transform(readOrReport(read, message)))

/** `$250,000` of `250000`, `$250,000.50` of `250000.5`. */
const dollarLimitWords = (stored: string): string => moneyText(stored).replace(/\.00$/, '')

/** `$250,000.50` as people write it, as decimal text without needless zeros; null for all else. */
function readDollarLimit(typed: string): string | null {
  const [, whole = '', cents = ''] =
    /^\$?\s*(\d+|\d{1,3}(?:,\d{3})+)(?:\.(\d{1,2}))?$/.exec(typed.trim()) ?? []
  const digits = whole.replaceAll(',', '').replace(/^0+(?=\d)/, '')
  if (digits === '' || digits.length > MAX_LIMIT_DIGITS) return null
  const part = cents.replace(/0+$/, '')
  return part === '' ? digits : `${digits}.${part}`
}

/** `10,000` as people write it; null for all else. */
function readCount(typed: string, min: number, max: number): number | null {
  const digits = typed.trim().replace(/(?<=\d),(?=\d{3}(?:,|$))/g, '')
  const value = /^\d{1,9}$/.test(digits) ? Number(digits) : null
  return value === null || value < min || value > max ? null : value
}
