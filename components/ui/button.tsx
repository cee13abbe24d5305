import type { Route } from 'next'
import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { classNames } from './class-names'
import { Link } from './link'

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger'
type ButtonSize = 'medium' | 'small'
type Look = { variant?: ButtonVariant; size?: ButtonSize }

/** Their looks are in globals.css: a page has many, and would say the words of each again. */
const VARIANTS: Record<ButtonVariant, string> = {
  primary: 'button-primary',
  secondary: 'button-secondary',
  ghost: 'button-ghost',
  danger: 'button-danger',
}

const buttonClass = ({ variant = 'secondary', size = 'medium' }: Look, className?: string) =>
  classNames('button', VARIANTS[variant], size === 'small' && 'button-small', className)

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
      <span className={classNames('button-words', busy && 'opacity-0')}>{children}</span>
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
  onClick,
  children,
}: Look & {
  href: Route
  className?: string
  onClick?: (event: MouseEvent<HTMLAnchorElement>) => void
  children: ReactNode
}) {
  return (
    <Link href={href} className={buttonClass({ variant, size }, className)} onClick={onClick}>
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
