'use client'

/** One page failed: the ways to all others stay. */
export { default } from '../error'
