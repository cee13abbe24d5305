import type { Route } from 'next'
import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { classNames } from './class-names'
import { Link } from './link'

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger'
type ButtonSize = 'medium' | 'small'
type Look = { variant?: ButtonVariant; size?: ButtonSize }

/** The looks live in globals.css: a page has many buttons, and utility classes would be repeated on each one. */
const VARIANTS: Record<ButtonVariant, string> = {
  primary: 'button-primary',
  secondary: 'button-secondary',
  ghost: 'button-ghost',
  danger: 'button-danger',
}

const buttonClass = ({ variant = 'secondary', size = 'medium' }: Look, className?: string) =>
  classNames('button', VARIANTS[variant], size === 'small' && 'button-small', className)

/** `busy` keeps the button's width and focus, shows progress, and blocks a second click. */
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

/** A link that looks like a button. Use it to go somewhere; use a button to do something. */
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
