'use client'

/** Shown for one failed page inside the frame, so that the other pages stay reachable. */
export { default } from '../error'
