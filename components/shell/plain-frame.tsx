import type { ReactNode } from 'react'
import { ProductMark } from './product-mark'

/** The frame of a page with nobody signed in: one small panel in the middle. */
export function PlainFrame({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <main className="grid min-h-dvh place-items-center px-4 py-10">
      <div className="w-full max-w-sm">
        <p className="mb-5 flex items-center gap-2 font-semibold tracking-tight">
          <ProductMark />
          PayFac Desk
        </p>
        <div className="rounded-lg border border-line bg-surface p-6">
          <h1 className="mb-4 text-xl font-semibold">{title}</h1>
          {children}
        </div>
      </div>
    </main>
  )
}
