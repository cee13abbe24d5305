/** Within the frame, so that there are ways on from it. */
export { default } from '../forbidden'
