import type { Route } from 'next'
import Link from 'next/link'
import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { classNames } from './class-names'

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger'
export type ButtonSize = 'medium' | 'small'
type Look = { variant?: ButtonVariant; size?: ButtonSize }

const VARIANTS: Record<ButtonVariant, string> = {
  primary: 'border-transparent bg-accent text-on-accent hover:bg-accent-hover',
  secondary: 'border-line-strong/65 bg-surface text-ink hover:bg-sunken',
  ghost: 'border-transparent text-muted hover:bg-sunken hover:text-ink',
  danger: 'border-transparent bg-bad text-on-bad hover:bg-bad-hover',
}

const SIZES: Record<ButtonSize, string> = {
  medium: 'h-8.5 px-3 text-base pointer-coarse:h-11',
  small: 'h-7 px-2 text-sm pointer-coarse:h-9',
}

const buttonClass = ({ variant = 'secondary', size = 'medium' }: Look, className?: string) =>
  classNames(
    'relative inline-flex shrink-0 items-center justify-center gap-1.5 rounded-md border font-medium whitespace-nowrap transition-colors select-none',
    'disabled:cursor-not-allowed disabled:opacity-55',
    '[&_svg]:size-4 [&_svg]:shrink-0',
    SIZES[size],
    VARIANTS[variant],
    className,
  )

/** `busy` keeps the width and the focus, shows that work goes on, and lets no second click through. */
export function Button({
  variant,
  size,
  busy = false,
  type = 'button',
  className,
  onClick,
  children,
  ...rest
}: ComponentProps<'button'> & Look & { busy?: boolean }) {
  return (
    <button
      {...rest}
      type={type}
      className={buttonClass({ variant, size }, className)}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={busy ? swallow : onClick}
    >
      <span className={classNames('inline-flex items-center gap-1.5', busy && 'opacity-0')}>{children}</span>
      {busy && <Spinner />}
    </button>
  )
}

/** A link that looks like a button: it goes somewhere, a button does something. */
export function LinkButton({
  href,
  variant,
  size,
  className,
  children,
  prefetch,
}: Look & { href: Route; className?: string; children: ReactNode; prefetch?: boolean }) {
  return (
    <Link href={href} prefetch={prefetch} className={buttonClass({ variant, size }, className)}>
      {children}
    </Link>
  )
}

const swallow = (event: MouseEvent) => event.preventDefault()

function Spinner() {
  return (
    <span className="absolute inset-0 grid place-items-center" aria-hidden="true">
      <span className="size-4 animate-spin rounded-full border-2 border-current border-e-transparent" />
    </span>
  )
}
