import type { ReactNode } from 'react'

/** Says what will be here, and how to begin. */
export function EmptyState({
  icon,
  title,
  actions,
  children,
}: {
  icon?: ReactNode
  title: ReactNode
  actions?: ReactNode
  children?: ReactNode
}) {
  return (
    <div className="flex flex-col items-center px-6 py-12 text-center">
      {icon && (
        <div
          className="mb-3 grid size-10 place-items-center rounded-lg border border-line bg-sunken text-muted [&_svg]:size-5"
          aria-hidden="true"
        >
          {icon}
        </div>
      )}
      <p className="text-lg font-semibold">{title}</p>
      {children && <div className="mt-1 max-w-md text-sm text-muted">{children}</div>}
      {actions && <div className="mt-4 flex flex-wrap justify-center gap-2">{actions}</div>}
    </div>
  )
}
