import { createContext } from 'react'

/** Whether the signed-in frame is around: it already has the product's name and the main landmark. */
export const FramedContext = createContext(false)
