import type { ReactNode } from 'react'

/** What a page of the desk says where it cannot show its own: within the frame, so that there are ways on from it. */
export const PageNotice = ({ title, children }: { title: ReactNode; children: ReactNode }) => (
  <div className="mx-auto max-w-sm rounded-lg border border-line bg-surface p-6 lg:mt-16">
    <h1 className="mb-2 text-xl font-semibold">{title}</h1>
    {children}
  </div>
)
