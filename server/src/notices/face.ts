export { findMail } from './store.ts'
