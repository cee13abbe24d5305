import { createContext } from 'react'

/** Whether the frame of signed-in pages stands around: it has the product's name and the page's landmark already. */
export const FramedContext = createContext(false)
