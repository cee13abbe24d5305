import { useSyncExternalStore } from 'react'

/** Whether the page's script is running. Text typed before that would be lost. */
export const useReady = (): boolean => useSyncExternalStore(noChange, isReady, isNotReady)
const noChange = () => () => {}
const isReady = () => true
const isNotReady = () => false
