'use client'

import { type ReactNode, useContext } from 'react'
import { FramedContext } from './framed'
import { ProductMark } from './product-mark'

/** A page without a signed-in person, or a notice in place of a page: a small panel in the middle. */
export function PlainFrame({ title, children }: { title: ReactNode; children: ReactNode }) {
  const isFramed = useContext(FramedContext)
  const panel = (
    <div className="rounded-lg border border-line bg-surface p-6">
      <h1 className="mb-4 text-xl font-semibold">{title}</h1>
      {children}
    </div>
  )
  return isFramed ? (
    <div className="mx-auto max-w-sm lg:mt-16">{panel}</div>
  ) : (
    <main className="grid min-h-dvh place-items-center px-4 py-10">
      <div className="w-full max-w-sm">
        <p className="mb-5 flex items-center gap-2 font-semibold tracking-tight">
          <ProductMark />
          PayFac Desk
        </p>
        {panel}
      </div>
    </main>
  )
}
