/** Inside the frame, so that its links stay reachable. */
export { default } from '../forbidden'
