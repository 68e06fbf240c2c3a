export { findTitle, insertLikes } from './store.ts'
